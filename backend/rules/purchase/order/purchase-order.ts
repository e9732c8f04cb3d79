import { purchaseOrder } from "#documents/purchase/purchase-order";
import { link } from "../../../documents/around/chain";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import { moveTo } from "../../../documents/lifecycle/move";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec } from "../../../values/money";
import { param } from "../../../values/params";
import { rateOf, scaleOf } from "../../../values/rates";
import { skusOf, snapshotSkus } from "../../sku-lines";
import { requireApprovedSupplier } from "../../supplier/usable";
import { closeOrder, voidOrder } from "../closing/close-order";
import { orderSources, type SourceQty } from "../demand/order-sources";
import { refreshOrder } from "../order-lines/chain";
import { lockContractFirst, lockPlansFirst } from "../order-lines/locks";
import { requireSeals, sealsOf } from "../order-lines/seals";
import { fillAmounts, inBase, orderTotals } from "../order-lines/totals";
import { orderDetail } from "./detail";
import { completeLines } from "./lines";
import { requirePriceReasons } from "./prices";
import { resolveSources } from "./sources";

export * from "../order-lines/chain";

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** A supplier that may get new orders, share-locked. @throws Refusal 400 at the supplier */
async function requireSupplier(c: RuleContext, id: unknown) {
  const supplier = await requireApprovedSupplier(c, id);
  if (supplier.level === "D")
    throw at("supplierId", `供应商 ${supplier.name} 等级为D，不能下新采购单`);
  const row = await c.sql.one<Values>(
    `select name, settle_method as "settleMethod", deposit_rate::text as "depositRate",
       balance_trigger as "balanceTrigger", period_days as "periodDays",
       coalesce(tax_rate, '0') as "taxRate"
     from supplier where id = $1`,
    [id],
  );
  return row ?? {};
}

const TERMS = ["settleMethod", "depositRate", "balanceTrigger", "periodDays"];

/** Terms that are not given come from the supplier, anew when the supplier changes. */
function fillTerms(next: Values, before: Row | undefined, supplier: Values) {
  const moved = before && next.supplierId && next.supplierId !== before.supplierId;
  for (const name of TERMS) {
    const given = next[name] ?? (moved ? null : before?.[name]);
    next[name] = given ?? supplier[name] ?? null;
  }
}

async function requireMasters(c: RuleContext, next: Values) {
  const off = await c.sql.one<{ name: string; field: string }>(
    `select name, 'companyId' as field from company where id = $1 and not enabled
     union all select name, 'warehouseId' from warehouse where id = $2 and not enabled limit 1`,
    [next.companyId ?? null, next.warehouseId ?? null],
  );
  if (off) throw at(off.field, `${off.name} 已停用`);
}

/** Works out lines and totals of what is about to be saved. */
async function complete(c: RuleContext, next: Values, whole: Values, supplierTax: string) {
  const lines = (next.items ?? whole.items ?? []) as Values[];
  const scale = await scaleOf(c, whole.currency);
  await resolveSources(c, lines, whole);
  const skus = await skusOf(c, lines);
  completeLines(lines, skus, whole, supplierTax);
  const seals = await sealsOf(
    c,
    lines.map((l) => l.skuId),
    whole.supplierId,
  );
  for (const line of lines) line.sealSampleId = seals.get(String(line.skuId)) ?? null;
  fillAmounts(lines, scale);
  const { lineTotal, ...totals } = orderTotals(lines, whole, scale);
  if (lines.length && dec(whole.discountAmount as string).gt(dec(lineTotal)))
    throw at("discountAmount", "折扣不能超过货款");
  const rate = await rateOf(c.sql, c.tenantId, String(whole.currency ?? "CNY"));
  Object.assign(next, totals, { rate, baseAmount: inBase(totals.orderAmount, rate), items: lines });
  next.skuCodes = [...skus.values()].map((s) => s.skuCode).join(" ");
}

const takes = (lines: readonly Row[], sign: 1 | -1): SourceQty[] =>
  lines.map((l) => ({
    awardId: l.awardId as string | null,
    turnLineId: l.turnLineId as string | null,
    qty: sign * Number(l.qty),
  }));

/** Is the order so small that it needs no contract (parameters of supply.md B.11)? */
async function needsContract(c: RuleContext, row: Row): Promise<boolean> {
  if (!(await param(c.sql, c.tenantId, "contract_required"))) return false;
  const least = await param(c.sql, c.tenantId, "contract_min_amount");
  return dec(row.baseAmount as string).gte(dec(least));
}

/** 采购单 (supply.md 3). */
export const purchaseOrderRules: LegacyRules = {
  expressions: {
    overdue: `case when t.expect_date < (now() at time zone 'Asia/Shanghai')::date
      and t.status in ('approved', 'executing') and t.receive_status <> 'all' then 'yes' end`,
  },
  enrichOne: orderDetail,
  async beforeSave(c, next, before) {
    const whole: Values = { ...before, ...next };
    // SKUs before the supplier: the same order as everywhere that both are locked.
    await skusOf(c, (whole.items ?? []) as Values[]);
    const supplier = await requireSupplier(c, whole.supplierId);
    if (!before)
      Object.assign(next, { receiveStatus: "none", payStatus: "none", contractStatus: "none" });
    for (const fee of ["freightAmount", "otherAmount", "discountAmount"]) {
      if (next[fee] === null) next[fee] = "0";
    }
    if (next.feeShareType === null) next.feeShareType = "amount";
    fillTerms(next, before, supplier);
    await requireMasters(c, next);
    if (whole.currency !== "CNY" && !whole.tradeTerm)
      throw at("tradeTerm", "外币采购请选择贸易条款");
    next.supplierText = supplier.name;
    await complete(c, next, { ...whole, ...next }, String(supplier.taxRate));
  },
  async afterSave(c, id, next) {
    const lines = (next.items ?? []) as Values[];
    const from = await c.sql.query<{ type: string; id: string }>(
      `select distinct 'turn_requisition' as type, turn_requisition_id as id
       from turn_requisition_line where id = any($1::bigint[])
       union select distinct 'inquiry_order', inquiry_order_id
       from inquiry_quote where id = any($2::bigint[])`,
      ["turnLineId", "awardId"].map((n) => lines.flatMap((l) => (l[n] ? [String(l[n])] : []))),
    );
    for (const end of from) await link(c, end, { type: "purchase_order", id });
  },
  async onSubmit(c, row) {
    const lines = row.items as Row[];
    if (String(row.expectDate) < today()) throw at("expectDate", "要求交期不能早于今天");
    // Sources, SKUs, supplier: the same order as everywhere that they are locked.
    await orderSources(c, takes(lines, 1));
    const skus = await skusOf(c, lines);
    const supplier = await requireSupplier(c, row.supplierId);
    await requireMasters(c, row);
    completeLines(lines, skus, row, String(supplier.taxRate));
    const ids = lines.map((l) => l.skuId);
    const seals = await requireSeals(c, ids, row.supplierId);
    await requirePriceReasons(c, lines, row);
    await snapshotSkus(c, "purchase_order_line", lines);
    await c.sql.query(
      `update purchase_order_line l set seal_sample_id = x.seal
       from jsonb_to_recordset($1::jsonb) as x(id bigint, seal bigint) where l.id = x.id`,
      [JSON.stringify(lines.map((l) => ({ id: l.id, seal: seals.get(String(l.skuId)) ?? null })))],
    );
    const rate = await rateOf(c.sql, c.tenantId, String(row.currency));
    row.baseAmount = inBase(row.orderAmount, rate);
    await c.sql.query("update purchase_order set rate = $2, base_amount = $3 where id = $1", [
      row.id,
      rate,
      row.baseAmount,
    ]);
  },
  async undoSubmit(c, row) {
    await orderSources(c, takes(row.items as Row[], -1));
  },
  async onApproved(c, row) {
    if (!(await needsContract(c, row)))
      await moveTo(c, purchaseOrder, row.id, "executing", "无需合同，直接执行");
    await refreshOrder(c, row.id);
  },
  async beforeDelete(_c, row) {
    if (Number(row.requestedAmount) > 0) throw conflict(`采购单${row.no}存在请款或付款，不能删除`);
  },
  async lockFirst(c, action, id) {
    if (action === "void" || action === "close") await lockPlansFirst(c, id);
    if (action === "void") await lockContractFirst(c, id);
  },
  actions: { void: voidOrder, close: closeOrder },
};
