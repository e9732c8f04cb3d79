import type { DraftOf } from "#documents/kit";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { link } from "../../../documents/around/chain";
import type { RuleContext } from "../../../documents/rules";
import { rules } from "../../../documents/written";
import { invalid } from "../../../http/refusal";
import { dec } from "../../../values/money";
import { rateOf, scaleOf } from "../../../values/rates";
import { skusOf } from "../../sku-lines";
import { closeOrder } from "../closing/close-order";
import { voidOrder } from "../closing/void-order";
import { notReceiving } from "../order-lines/receiving";
import { sealsOf } from "../order-lines/seals";
import { fillAmounts, inBase, orderTotals } from "../order-lines/totals";
import { approved, removed, returned, submit } from "./approval";
import { orderDetail } from "./detail";
import { fillLines, requireLines } from "./lines";
import { disabledMaster, requireEnabled } from "./masters";
import { openings } from "./openings";
import { awardPrices, leavesAward } from "./prices";
import { resolveSources } from "./sources";
import { requireSupplier, termsOf } from "./supplier";

type Draft = DraftOf<typeof purchaseOrder>;

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** Works out lines and totals of an order that is about to be saved. */
async function worked(c: RuleContext, whole: Draft, supplierTax: string): Promise<Draft> {
  const lines = whole.items ?? [];
  const scale = await scaleOf(c, whole.currency);
  const skus = await skusOf(c, lines);
  fillLines(lines, skus, whole, supplierTax);
  requireLines(lines, skus, whole);
  const seals = await sealsOf(
    c,
    lines.map((l) => l.skuId),
    whole.supplierId,
  );
  for (const line of lines) line.sealSampleId = seals.get(line.skuId ?? "") ?? null;
  fillAmounts(lines, scale);
  const { lineTotal, ...totals } = orderTotals(lines, whole, scale);
  if (lines.length && dec(whole.discountAmount).gt(dec(lineTotal)))
    throw at("discountAmount", "折扣不能超过货款");
  const rate = await rateOf(c.sql, c.tenantId, whole.currency ?? "CNY");
  return {
    ...totals,
    ...{ rate, baseAmount: inBase(totals.orderAmount, rate), items: lines },
    skuCodes: [...skus.values()].map((s) => s.skuCode).join(" "),
  };
}

const OVERDUE = `t.expect_date < (now() at time zone 'Asia/Shanghai')::date
  and t.status in ('approved', 'executing') and t.receive_status <> 'all'`;

/** 采购单 (supply.md 3). */
export const purchaseOrderRules = rules(purchaseOrder, {
  expressions: { overdue: `case when ${OVERDUE} then 'yes' end` },
  // As it is, indexes of states and days find the rows.
  filters: {
    overdue: (asked) => ({ sql: asked.split(",").includes("yes") ? OVERDUE : "false", values: [] }),
  },
  enrichOne: orderDetail,
  async beforeSave(c, next, before) {
    const lines = next.items ?? before?.items ?? [];
    await resolveSources(c, lines, { ...before, ...next });
    // SKUs before the supplier: the same order as everywhere that both are locked.
    await skusOf(c, lines);
    const supplier = await requireSupplier(c, next.supplierId ?? before?.supplierId);
    if (!before)
      Object.assign(next, { receiveStatus: "none", payStatus: "none", contractStatus: "none" });
    for (const fee of ["freightAmount", "otherAmount", "discountAmount"] as const)
      if (next[fee] === null) next[fee] = "0";
    if (next.feeShareType === null) next.feeShareType = "amount";
    Object.assign(next, termsOf(next, before, supplier), { supplierText: supplier.name });
    requireEnabled(await disabledMaster(c, next));
    const foreign = await notReceiving(c, next.warehouseId);
    if (foreign) throw at("warehouseId", foreign);
    const whole: Draft = { ...before, ...next, items: lines };
    Object.assign(next, await worked(c, whole, supplier.taxRate));
  },
  async afterSave(c, id, { items = [] }) {
    const from = await c.sql.query<{ type: string; id: string }>(
      `select distinct 'turn_requisition' as type, turn_requisition_id as id
       from turn_requisition_line where id = any($1::bigint[])
       union select distinct 'inquiry_order', inquiry_order_id
       from inquiry_quote where id = any($2::bigint[])`,
      [items.flatMap((l) => l.turnLineId ?? []), items.flatMap((l) => l.awardId ?? [])],
    );
    for (const end of from) await link(c, end, { type: "purchase_order", id });
  },
  async flowFlags(c, { items }) {
    const awarded = await awardPrices(c, items);
    return { awardPriceChanged: items.some((l) => leavesAward(l, awarded)) };
  },
  transitions: [submit, returned, approved, removed, voidOrder, closeOrder, ...openings],
});
