import { documentNamed } from "#documents";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { link } from "../../../documents/around/chain";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import { moveTo } from "../../../documents/lifecycle/move";
import { readLines } from "../../../documents/reading/lines";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { tieFiles } from "../../../files/tie";
import { conflict, invalid } from "../../../http/refusal";
import { lockOrders } from "../order-lines/chain";
import { contractTotals, fillOrderLines, requireOrders, setContractStatus } from "./orders";
import { freezePicture, pictureOf } from "./picture";
import { followTerms, TERMS, termsOf } from "./terms";

const ordersOf = (row: Values) => (row.orders ?? []) as Values[];
const poIds = (row: Values) => ordersOf(row).map((l) => l.poId);

/** Orders of a contract that is about to end must not run any more. */
async function requireNotRunning(c: RuleContext, row: Row) {
  const { orders } = await readLines(c, documentNamed("purchase_contract"), row.id);
  for (const order of await lockOrders(c, poIds({ orders })))
    if (order.status === "executing") throw conflict(`采购单${order.no}仍在执行`);
}

const SCAN = /\.(pdf|jpe?g|png)$/i;

/** 上传签署件: the orders begin to run. */
async function sign(c: RuleContext, row: Row, input: Values) {
  const files = (input.signedFiles ?? []) as string[];
  const refuse = (message: string) => invalid(message, { signedFiles: message });
  if (!files.length) throw refuse("请上传已签署的合同");
  if (files.some((f) => !SCAN.test(f.split("?")[0] ?? "")))
    throw refuse("已签合同须为PDF、JPG或PNG文件");
  // Files of a version that a supplement replaced stay behind the new ones.
  await c.sql.query(
    `update purchase_contract set sign_date = $2, signed_files = $3 || signed_files where id = $1`,
    [row.id, input.signDate, files],
  );
  await tieFiles(c, { type: "purchase_contract", id: row.id }, files);
  const { orders } = await readLines(c, documentNamed("purchase_contract"), row.id);
  for (const order of await lockOrders(c, poIds({ orders })))
    if (order.status === "approved")
      await moveTo(c, purchaseOrder, order.id, "executing", "合同已签署");
  await setContractStatus(c, row.id, "signed");
}

/** 采购合同 (supply.md 3). */
export const purchaseContractRules: LegacyRules = {
  async prefill(c, from) {
    const ids = (from.poId ?? "").split(",").filter((v) => /^\d{1,18}$/.test(v));
    const orders = await requireOrders(c, ids);
    const [first] = orders;
    const template = await c.sql.one<{ id: string; name: string }>(
      `select id, name from contract_template
       where tenant_id = $1 and contract_type = $2 and enabled and del_flag = 0 order by id limit 1`,
      [c.tenantId, first?.taxType ?? "tax"],
    );
    return {
      templateId: template?.id,
      templateName: template?.name,
      signPlace: "深圳",
      orders: orders.map((o) => ({
        poId: o.id,
        $poId: o.no,
        poNo: o.no,
        ...(c.caller.permissions.has("purchase_price_view") && { amount: o.orderAmount }),
      })),
    };
  },
  enrichOne: pictureOf,
  async beforeSave(c, next, before) {
    const lines = ordersOf(next.orders ? next : (before ?? {}));
    const whole: Values = { ...before, ...next };
    if (!lines.length) return;
    const orders = await requireOrders(c, poIds({ orders: lines }), before?.id);
    await fillOrderLines(c, lines, orders);
    const totals = await contractTotals(c, orders);
    const now = await termsOf(c, whole.templateId, totals, orders);
    const was = (before?.generated as Values | null) ?? {};
    const terms = Object.fromEntries(TERMS.map((n) => [n, whole[n]]));
    Object.assign(next, totals, followTerms(terms, was, now), { generated: now, orders: lines });
    if (!before) next.supplement = 0;
  },
  async afterSave(c, id, next) {
    for (const line of ordersOf(next))
      await link(
        c,
        { type: "purchase_order", id: String(line.poId) },
        { type: "purchase_contract", id },
      );
  },
  async onSubmit(c, row) {
    const orders = await requireOrders(c, poIds(row), row.id);
    const totals = await contractTotals(c, orders);
    if (totals.totalAmount !== row.totalAmount) throw conflict("采购单金额已变化，请重新保存合同");
    await setContractStatus(c, row.id, "auditing");
  },
  async undoSubmit(c, row) {
    await setContractStatus(c, row.id, "none");
  },
  async onApproved(c, row) {
    await lockOrders(c, poIds(row));
    await freezePicture(c, row);
    await setContractStatus(c, row.id, "approved");
  },
  async beforeDelete(c, row) {
    await setContractStatus(c, row.id, "none");
  },
  actions: {
    sign,
    async terminate(c, row) {
      await requireNotRunning(c, row);
      await setContractStatus(c, row.id, "none");
    },
    async void(c, row) {
      await requireNotRunning(c, row);
      await setContractStatus(c, row.id, "none");
    },
  },
};
