import { link, moveTo, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { namedRefs } from "#backend/engine/documents/reading/named-refs";
import { tieFiles } from "#backend/platform/files/owners";
import { invalidAt } from "#backend/platform/http";
import { contractNoOf } from "#backend/platform/values";
import type { RowOf } from "#documents/kit";
import { purchaseContract } from "#documents/purchase/purchase-contract";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { lockOrders } from "../order-lines/chain";
import { chosenOrders, contractTotals, fillOrderLines, requireOrders, setContractStatus } from "./orders";
import { freezePicture, pictureOf } from "./picture";
import { followTerms, generatedOf, termsOf } from "./terms";

type PurchaseContract = RowOf<typeof purchaseContract>;

const lock = async (c: RuleContext, { orders }: PurchaseContract) => ({
  orders: await lockOrders(
    c,
    orders.map((l) => l.poId),
  ),
});

const submit = transition(purchaseContract, "submit", {
  async lock(c, row) {
    const chosen = await chosenOrders(c, row.orders, row.id);
    return { chosen, totals: await contractTotals(c, chosen.orders) };
  },
  guard({ row, chosen, totals }) {
    requireOrders(chosen);
    return totals.totalAmount !== row.totalAmount && "采购单金额已变化，请重新保存合同";
  },
  effect: (c, { row }) => setContractStatus(c, row.id, "auditing"),
});

const returned = transition(purchaseContract, "returned", {
  lock,
  effect: (c, { row }) => setContractStatus(c, row.id, "none"),
});

const approved = transition(purchaseContract, "approved", {
  lock,
  async effect(c, { row }) {
    await freezePicture(c, row);
    await setContractStatus(c, row.id, "approved");
  },
});

const removed = transition(purchaseContract, "del", {
  lock,
  effect: (c, { row }) => setContractStatus(c, row.id, "none"),
});

/** @throws Refusal 400 at the files */
async function requireScans({ sql }: RuleContext, files: readonly string[]) {
  const other = await sql.one(
    `select 1 from sys_file where id = any($1::bigint[]) and type not in ('pdf', 'jpg', 'jpeg', 'png')`,
    [files],
  );
  if (other) throw invalidAt("signedFiles", "已签合同须为PDF、JPG或PNG文件");
}

/** 上传签署件: the orders begin to run. */
const sign = transition(purchaseContract, "sign", {
  lock,
  async effect(c, { row, orders }, { signDate, signedFiles }) {
    await requireScans(c, signedFiles);
    // Files of a version that a supplement replaced stay behind the new ones.
    await patch(c, purchaseContract, row.id, { signDate, signedFiles: [...signedFiles, ...row.signedFiles] });
    await tieFiles(c, { type: "purchase_contract", id: row.id }, signedFiles);
    const waiting = orders.filter((o) => o.status === "approved").map((o) => o.id);
    await moveTo(c, purchaseOrder, waiting, "executing", "合同已签署");
    await setContractStatus(c, row.id, "signed");
  },
});

/** A contract does not end while one of its orders runs. */
const ended = (action: "terminate" | "void") =>
  transition(purchaseContract, action, {
    lock,
    guard({ orders }) {
      const runs = orders.find((o) => o.status === "executing");
      return runs && `采购单${runs.no}仍在执行`;
    },
    effect: (c, { row }) => setContractStatus(c, row.id, "none"),
  });

const transitions = [submit, returned, approved, removed, sign, ended("terminate"), ended("void")];

/** What is paid of deposits of its orders, or of the rest. */
const paidOf = (deposit: "=" | "<>") =>
  `coalesce((select sum(l.settled_amount) from payment_request_line l
      join payment_request r on r.id = l.payment_request_id
      join purchase_contract_order k on k.po_id = l.po_id and k.del_flag = 0
    where k.purchase_contract_id = t.id and l.biz_type = 'po' and l.del_flag = 0
      and r.del_flag = 0 and r.request_type ${deposit} 'deposit'), 0)`;

/** 采购合同 (supply.md 3). */
export const purchaseContractRules = rules(purchaseContract, {
  expressions: { depositPaid: paidOf("="), balancePaid: paidOf("<>"), contractNo: contractNoOf("t") },
  filters: {
    poId: (value) => {
      const { sql, values } = namedRefs("purchase_order", value);
      return {
        sql: `exists (select 1 from purchase_contract_order l where l.purchase_contract_id = t.id
          and l.del_flag = 0 and l.po_id in ${sql})`,
        values,
      };
    },
  },
  async prefill(c, { poId: ids = [] }) {
    const chosen = await chosenOrders(
      c,
      ids.map((poId) => ({ poId })),
    );
    requireOrders(chosen);
    const template = await c.sql.one<{ id: string; name: string }>(
      `select id, name from contract_template
       where tenant_id = $1 and contract_type = $2 and enabled and del_flag = 0 order by id limit 1`,
      [c.tenantId, chosen.orders[0]?.taxType ?? "tax"],
    );
    return {
      templateId: template?.id,
      templateName: template?.name,
      signPlace: "深圳",
      orders: chosen.orders.map((o) => ({
        poId: o.id,
        $poId: o.no,
        poNo: o.no,
        ...(c.caller.permissions.has("purchase_price_view") && { amount: o.orderAmount }),
      })),
    };
  },
  enrichOne: pictureOf,
  async beforeSave(c, next, before) {
    const lines = next.orders ?? before?.orders ?? [];
    if (!lines.length) return;
    const chosen = await chosenOrders(c, lines, before?.id);
    requireOrders(chosen);
    await fillOrderLines(c, lines, chosen.orders);
    const totals = await contractTotals(c, chosen.orders);
    const whole = { ...before, ...next };
    const now = await termsOf(c, whole.templateId, totals, chosen.orders);
    const terms = followTerms(whole, generatedOf(before?.generated), now);
    Object.assign(next, totals, terms, { generated: now, orders: lines });
    if (!before) next.supplement = 0;
  },
  async afterSave(c, id, { orders = [] }) {
    for (const { poId } of orders)
      if (poId) await link(c, { type: "purchase_order", id: poId }, { type: "purchase_contract", id });
  },
  transitions,
});
