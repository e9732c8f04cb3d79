import { documentNamed } from "#documents";
import { link } from "../../../documents/around/chain";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import { readLines } from "../../../documents/reading/lines";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { dec } from "../../../values/money";
import { recountDelivery } from "../delivery-plan/signed";
import { lockPlans } from "../delivery-plan/state";
import { allowance, type Kind, leftOf, requirePlanned } from "../order-lines/delivery-limits";
import { lockOrderLines, type OrderLine, readOrderLines } from "../order-lines/order-lines";
import {
  codesOf,
  orderLineIds,
  placeOnOrder,
  requireExecuting,
  requireOnce,
} from "../order-lines/placing";
import { linesToDeliver, placeOnPlans } from "./lines";

const at = (path: string, message: string) => invalid(message, { [path]: message });

function requireHeader(whole: Values) {
  if (String(whole.expectArriveDate) < String(whole.shipDate))
    throw at("expectArriveDate", "预计到达不能早于发货日");
  if (whole.transportMode === "express" && !whole.trackingNo) throw at("trackingNo", "请输入单号");
}

/** One supplier and one warehouse per delivery. */
function requireOneWay(lines: readonly OrderLine[]) {
  const [first] = lines;
  lines.forEach((line, i) => {
    if (line.supplierId !== first?.supplierId || line.warehouseId !== first?.warehouseId)
      throw at(`items.${i}.poLineCode`, "供应商或收货仓不一致");
  });
}

/** Weight and volume of what is sent, by the packed piece; what is not measured counts as nothing. */
async function measures({ sql }: RuleContext, lines: readonly Values[]) {
  const skus = await sql.query<{ id: string; grams: string | null; cm3: string | null }>(
    `select id, gross_weight_g::text as grams,
       (pkg_length_cm * pkg_width_cm * pkg_height_cm)::text as cm3
     from sku where id = any($1::bigint[])`,
    [lines.map((l) => l.skuId)],
  );
  const total = (name: "grams" | "cm3", unit: number, scale: number) =>
    lines
      .reduce((sum, line) => {
        const sku = skus.find((s) => s.id === String(line.skuId));
        return sum.plus(dec(sku?.[name]).times(Number(line.qty)));
      }, dec(0))
      .div(unit)
      .toFixed(scale);
  return { totalWeightKg: total("grams", 1000, 3), totalVolumeM3: total("cm3", 1_000_000, 4) };
}

/**
 * 确认发货: what is left of each order line, by type, is worked out with plan, order and line locked.
 * @throws Refusal 409 SKU {code} 送货数量超过可送数量{n}
 */
async function ship(c: RuleContext, row: Row) {
  const document = documentNamed("delivery");
  const named = (await readLines(c, document, row.id)).items ?? [];
  const planLineIds = named.flatMap((l) => (l.planLineId ? [String(l.planLineId)] : []));
  const plans = await lockPlans(c, planLineIds);
  // A plan that ended or was split meanwhile has moved the lines of drafts: read them again.
  const { items = [] } = await readLines(c, document, row.id);
  if (!items.length) throw conflict("请至少添加一条明细");
  const orderLines = await lockOrderLines(c, orderLineIds(items));
  requireExecuting(orderLines.values());
  for (const line of items)
    if (Number(line.cartons) * Number(line.pcsPerCarton) < Number(line.qty))
      throw conflict("箱数与数量不符");
  const rate = await allowance(c, String(row.supplierId));
  const left = await leftOf(c, row.deliveryType as Kind, orderLines, rate, row.id);
  for (const line of items) {
    const id = String(line.poLineId);
    const rest = left.get(id) ?? 0;
    if (Number(line.qty) > rest)
      throw conflict(`SKU ${line.skuCode} 送货数量超过可送数量${Math.max(0, rest)}`);
    left.set(id, rest - Number(line.qty));
  }
  await requirePlanned(c, items, rate);
  await c.sql.query("update delivery set status = 'shipped' where id = $1", [row.id]);
  await recountDelivery(c, [...orderLines.keys()], plans);
}

/** Ends a delivery: what it holds leaves deliveredQty of order and plan. */
async function end(c: RuleContext, row: Row, status: "void" | "closed") {
  const { items = [] } = await readLines(c, documentNamed("delivery"), row.id);
  const plans = await lockPlans(
    c,
    items.flatMap((l) => (l.planLineId ? [String(l.planLineId)] : [])),
  );
  const orderLines = await lockOrderLines(c, orderLineIds(items));
  if (status === "void" && items.some((l) => Number(l.signedQty) > 0))
    throw conflict("已签收，不能作废");
  await c.sql.query("update delivery set status = $2 where id = $1", [row.id, status]);
  await recountDelivery(c, [...orderLines.keys()], plans);
}

/** 送货单 (supply.md 3). */
export const deliveryRules: LegacyRules = {
  async enrichOne(c, row) {
    const items = (row.items as Row[] | undefined) ?? [];
    const lines = await readOrderLines(c, orderLineIds(items));
    for (const line of items) line.openQty = lines.get(String(line.poLineId))?.openQty ?? 0;
  },
  prefill: linesToDeliver,
  async beforeSave(c, next, before) {
    requireHeader({ ...before, ...next });
    const lines = next.items as Values[] | undefined;
    if (!lines) return;
    const orderLines = await placeOnOrder(c, lines);
    requireExecuting(orderLines);
    requireOneWay(orderLines);
    await placeOnPlans(c, lines);
    requireOnce(lines, "planLineId");
    const [first] = orderLines;
    Object.assign(next, {
      supplierId: first?.supplierId,
      supplierText: first?.supplierName,
      warehouseId: first?.warehouseId,
      poNos: [...new Set(orderLines.map((l) => l.poNo))].join("、").slice(0, 500),
      skuCodes: codesOf(orderLines),
      totalQty: lines.reduce((n, l) => n + Number(l.qty), 0),
      cartonQty: lines.reduce((n, l) => n + Number(l.cartons), 0),
      ...(await measures(c, lines)),
    });
  },
  async afterSave(c, id, next) {
    const lines = (next.items as Values[] | undefined) ?? [];
    const orders = new Set((await readOrderLines(c, orderLineIds(lines as Row[]))).values());
    for (const poId of new Set([...orders].map((l) => l.poId)))
      await link(c, { type: "purchase_order", id: poId }, { type: "delivery", id });
    const planLineIds = lines.flatMap((l) => (l.planLineId ? [String(l.planLineId)] : []));
    const plans = await c.sql.query<{ id: string }>(
      `select distinct delivery_plan_id as id from delivery_plan_line where id = any($1::bigint[])`,
      [planLineIds],
    );
    for (const plan of plans)
      await link(c, { type: "delivery_plan", id: plan.id }, { type: "delivery", id });
  },
  actions: {
    ship,
    close: (c, row) => end(c, row, "closed"),
    void: (c, row) => end(c, row, "void"),
  },
};
