import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import { delivery } from "#documents/purchase/delivery";
import { link } from "../../../documents/around/chain";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { invalid } from "../../../http/refusal";
import { dec } from "../../../values/money";
import { recountDelivery } from "../delivery-plan/signed";
import { lockPlans, plannedLines } from "../delivery-plan/state";
import { comingBy } from "../order-lines/delivery-limits";
import { lockOrderLines, type OrderLine, readOrderLines } from "../order-lines/order-lines";
import {
  codesOf,
  orderLineIds,
  placeOnOrder,
  requireExecuting,
  requireOnce,
} from "../order-lines/placing";
import { linesToDeliver, placeOnPlans } from "./lines";
import { ship } from "./ship";

type Draft = DraftOf<typeof delivery>;
type Line = LineDraft<typeof delivery, "items">;

const at = (path: string, message: string) => invalid(message, { [path]: message });

function requireHeader({ expectArriveDate, shipDate, transportMode, trackingNo }: Draft) {
  if (expectArriveDate && shipDate && expectArriveDate < shipDate)
    throw at("expectArriveDate", "预计到达不能早于发货日");
  if (transportMode === "express" && !trackingNo) throw at("trackingNo", "请输入物流单号");
}

/** One supplier and one warehouse per delivery. */
function requireOneWay(lines: readonly OrderLine[]) {
  const [first] = lines;
  for (const [i, line] of lines.entries())
    if (line.supplierId !== first?.supplierId || line.warehouseId !== first?.warehouseId)
      throw at(`items.${i}.poLineCode`, "供应商或收货仓不一致");
}

/** Weight and volume of what is sent, by the packed piece; what is not measured counts as nothing. */
async function measures({ sql }: RuleContext, lines: readonly Line[]) {
  const skus = await sql.query<{ id: string; grams: string | null; cm3: string | null }>(
    `select id, gross_weight_g::text as grams,
       (pkg_length_cm * pkg_width_cm * pkg_height_cm)::text as cm3
     from sku where id = any($1::bigint[])`,
    [lines.map((l) => l.skuId)],
  );
  const total = (name: "grams" | "cm3", unit: number, scale: number) =>
    lines
      .reduce((sum, line) => {
        const sku = skus.find((s) => s.id === line.skuId);
        return sum.plus(dec(sku?.[name]).times(line.qty ?? 0));
      }, dec(0))
      .div(unit)
      .toFixed(scale);
  return { totalWeightKg: total("grams", 1000, 3), totalVolumeM3: total("cm3", 1_000_000, 4) };
}

/** Plans and order lines of a delivery that ends, locked. */
async function lockNamed(c: RuleContext, { items }: RowOf<typeof delivery>) {
  const plans = await lockPlans(c, plannedLines(items));
  return { plans, orderLines: await lockOrderLines(c, orderLineIds(items)) };
}
type Named = Awaited<ReturnType<typeof lockNamed>>;

/** What an ended delivery holds leaves deliveredQty of order and plan. */
const recount = (c: RuleContext, { orderLines, plans }: Named) =>
  recountDelivery(c, [...orderLines.keys()], plans);

const close = transition(delivery, "close", { lock: lockNamed, effect: recount });
const voided = transition(delivery, "void", {
  lock: lockNamed,
  guard: ({ row }) => row.items.some((l) => l.signedQty > 0) && "已签收，不能作废",
  effect: recount,
});

/** 送货单 (supply.md 3). */
export const deliveryRules = rules(delivery, {
  async enrichOne(c, row) {
    const lines = await readOrderLines(c, orderLineIds(row.items));
    for (const line of row.items) {
      const of = lines.get(line.poLineId ?? "");
      Object.assign(line, { openQty: of ? comingBy(of, row.deliveryType) : 0 });
    }
  },
  prefill: linesToDeliver,
  async beforeSave(c, next, before) {
    requireHeader({ ...before, ...next });
    const lines = next.items;
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
      totalQty: lines.reduce((n, l) => n + (l.qty ?? 0), 0),
      cartonQty: lines.reduce((n, l) => n + (l.cartons ?? 0), 0),
      ...(await measures(c, lines)),
    });
  },
  async afterSave(c, id, { items = [] }) {
    const orderLines = await readOrderLines(c, orderLineIds(items));
    for (const poId of new Set([...orderLines.values()].map((l) => l.poId)))
      await link(c, { type: "purchase_order", id: poId }, { type: "delivery", id });
    const plans = await c.sql.query<{ id: string }>(
      `select distinct delivery_plan_id as id from delivery_plan_line where id = any($1::bigint[])`,
      [plannedLines(items)],
    );
    for (const plan of plans)
      await link(c, { type: "delivery_plan", id: plan.id }, { type: "delivery", id });
  },
  transitions: [ship, close, voided],
});
