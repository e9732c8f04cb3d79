import { link } from "../../../documents/around/chain";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { dec } from "../../../values/money";
import { scaleOf } from "../../../values/rates";
import { requireSkus, skusOf, snapshotSkus } from "../../sku-lines";
import { orderSources } from "../demand/order-sources";
import { lockOrder } from "../order-lines/chain";
import { lockContractFirst } from "../order-lines/locks";
import { requireSeals } from "../order-lines/seals";
import { changeAmounts, changeTypesOf } from "./amounts";
import { applyChange, sourceDiffs } from "./apply";
import { requireChange } from "./guards";
import { changeImpact } from "./impact";
import { completeChange, mergedLines } from "./lines";
import { type Present, presentLines } from "./present";

/** The order of a change, locked, in a state that may change. @throws Refusal 409 */
async function requireOrder(c: RuleContext, poId: unknown): Promise<Row> {
  const order = await lockOrder(c, String(poId));
  if (order.status !== "approved" && order.status !== "executing")
    throw conflict(`采购单${order.no}不是待签合同或执行中，不能变更`);
  return order;
}

/** Two changes of one order never wait for approval at once. */
async function requireAlone({ sql }: RuleContext, poId: string, id?: string) {
  const other = await sql.one<{ no: string }>(
    `select no from purchase_change where po_id = $1 and status = 'auditing' and del_flag = 0
       and id is distinct from $2 limit 1`,
    [poId, id ?? null],
  );
  if (other) throw conflict(`存在审批中的变更单${other.no}`);
}

/** Everything that a change works out of its order; `lines` are completed in place. */
async function work(c: RuleContext, order: Row, change: Values, lines: Values[]) {
  const present = await presentLines(c, order.id);
  completeChange(lines, present, order);
  const merged = mergedLines(present, lines);
  const scale = await scaleOf(c, order.currency);
  const { totals, values } = changeAmounts(order, change, merged, scale);
  const types = changeTypesOf(order, change, lines);
  return { present, merged, totals, values, types };
}

/** Would the sources give what the change asks for? Nothing is kept of the try. */
async function requireSources(c: RuleContext, diffs: Parameters<typeof orderSources>[1]) {
  await c.sql.query("savepoint sources");
  await orderSources(c, diffs);
  await c.sql.query("rollback to savepoint sources");
}

async function requireAdded(c: RuleContext, order: Row, merged: readonly Values[]) {
  const added = merged.filter((l) => !l.id);
  if (!added.length) return;
  const skus = await skusOf(c, merged);
  requireSkus(merged, skus, (l) => l.awardId ?? l.turnLineId);
  await requireSeals(
    c,
    added.map((l) => l.skuId),
    order.supplierId,
  );
}

/** Guards that hold at submit and again when the change takes effect. */
async function requireAll(c: RuleContext, row: Row, order: Row) {
  const lines = (row.items as Row[]).map((l) => ({ ...l }));
  const worked = await work(c, order, row, lines);
  const change = { ...row, ...worked.values };
  requireChange(order, change, lines, worked.present, worked.merged);
  await requireAdded(c, order, worked.merged);
  if (!worked.types.length) throw conflict("没有变更内容");
  return worked;
}

/** Lines of an order unchanged, as a change begins with them. */
const asTheyAre = (present: readonly Present[]): Values[] =>
  present.map((p) => ({
    poLineId: p.id,
    skuId: p.skuId,
    newQty: p.qty,
    newPrice: p.price,
    newTaxRate: p.taxRate,
    newExpectDate: p.expectDate,
  }));

const STALE = "采购单已被其他变更修改，请重新提交";

/** 采购变更单 (supply.md 3). */
export const purchaseChangeRules: LegacyRules = {
  async prefill(c, from) {
    if (!/^\d{1,18}$/.test(from.poId ?? "")) return {};
    const order = await requireOrder(c, from.poId);
    await requireAlone(c, order.id);
    const present = await presentLines(c, order.id);
    const prices = c.caller.permissions.has("purchase_price_view");
    return {
      poId: order.id,
      poName: order.no,
      items: asTheyAre(present).map((line, i) => {
        const p = present[i] as Present;
        return {
          ...line,
          $skuId: p.skuCode,
          skuName: p.skuName,
          spec: p.spec,
          unit: p.unit,
          oldQty: p.qty,
          oldTaxRate: p.taxRate,
          oldExpectDate: p.expectDate,
          ...(prices ? { oldPrice: p.price } : { newPrice: undefined }),
        };
      }),
    };
  },
  enrichOne: changeImpact,
  async beforeSave(c, next, before) {
    const whole: Values = { ...before, ...next };
    const order = await requireOrder(c, whole.poId);
    const given = (next.items ?? before?.items ?? []) as Values[];
    // Begun without its lines: those of the order as they are, to be changed one by one.
    const lines = given.length || before ? given : asTheyAre(await presentLines(c, order.id));
    const { values, types } = await work(c, order, whole, lines);
    Object.assign(next, values, {
      items: lines,
      changeTypes: types,
      supplierId: order.supplierId,
      supplierText: order.supplierText,
      buyerId: order.buyerId,
      currency: order.currency,
      poNo: order.no,
      poRevision: order.revision,
      oldHead: {
        warehouse: order.warehouseName,
        freight: order.freightAmount,
        other: order.otherAmount,
        discount: order.discountAmount,
        depositRate: order.depositRate,
      },
    });
  },
  async afterSave(c, id, next, before) {
    const poId = String(next.poId ?? before?.poId);
    await link(c, { type: "purchase_order", id: poId }, { type: "purchase_change", id });
  },
  async onSubmit(c, row) {
    // It may take effect at once, when no node of its approval applies.
    await lockContractFirst(c, String(row.poId));
    const order = await requireOrder(c, row.poId);
    await requireAlone(c, order.id, row.id);
    if (order.revision !== row.poRevision) throw conflict(STALE);
    const { present } = await requireAll(c, row, order);
    await requireSources(c, sourceDiffs(present, row.items as Row[]));
    await snapshotSkus(c, "purchase_change_line", row.items as Row[]);
  },
  async onApproved(c, row) {
    await lockContractFirst(c, String(row.poId));
    const order = await requireOrder(c, row.poId);
    if (order.revision !== row.poRevision) throw conflict(STALE);
    const { present, merged, totals } = await requireAll(c, row, order);
    await applyChange(c, row, order, present, merged, totals);
  },
  async flowFlags(_c, row) {
    const old = dec(row.oldAmount as string);
    const diff = dec(row.diffAmount as string).abs();
    return {
      amountCny: dec(row.diffBase as string)
        .abs()
        .toFixed(2),
      diffPercent: old.eq(0) ? "0.00" : diff.div(old).times(100).round(2).toFixed(2),
    };
  },
};
