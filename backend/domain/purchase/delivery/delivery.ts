import type { RuleContext, RuleValues, SourceId, SourcesOf } from "#backend/engine/documents";
import { link, pickMany, rules, transition } from "#backend/engine/documents";
import { readLines } from "#backend/engine/documents/reading/lines";
import { keep } from "#backend/platform/db";
import { conflict, invalidAt, missing } from "#backend/platform/http";
import { dec, today } from "#backend/platform/values";
import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import { delivery } from "#documents/purchase/delivery";
import { deliveryPlan } from "#documents/purchase/delivery-plan";
import { lockPlans, plannedLines, recountDelivery } from "../delivery-plan/state";
import { allowance, comingBy, leftOf, withAllowance } from "../order-lines/delivery-limits";
import { lockOrderLines, type OrderLine, readOrderLines } from "../order-lines/order-lines";
import { codesOf, orderLineIds, placeOnOrder, requireExecuting, requireOnce } from "../order-lines/placing";
import { dueOf, type FormLine, formLine, ofOrders, type Start } from "./due";

/** What is still to come of an exchange. @throws Refusal 409 没有待补发的数量 */
async function ofExchange(c: RuleContext, id: SourceId): Promise<Start> {
  const rows = await c.sql.query<{ poLineId: string; rest: number }>(
    `select l.po_line_id as "poLineId", l.bad_qty + l.good_qty - l.replaced_qty as rest
     from purchase_exchange_line l join purchase_exchange t on t.id = l.purchase_exchange_id
     where l.del_flag = 0 and t.status = 'shipped' and t.id = $1 order by l.line_no`,
    [id],
  );
  const lines = await readOrderLines(
    c,
    rows.map((r) => r.poLineId),
  );
  requireExecuting(lines.values());
  const { items } = await dueOf(c, "exchange", [...lines.values()]);
  const due = items.flatMap((item) => {
    const rest = rows.find((r) => r.poLineId === item.poLineId)?.rest ?? 0;
    const line = lines.get(item.poLineId);
    return line && rest > 0 ? [formLine(line, "exchange", Math.min(rest, item.qty))] : [];
  });
  if (!due.length) throw conflict("没有待补发的数量");
  return { deliveryType: "exchange", items: due };
}

interface DeliveryDeliveryPlanLine {
  id: string;
  no: string;
  lineNo: number;
  poLineId: string;
  rest: number;
  due: string;
}

async function ofPlan(c: RuleContext, planId: SourceId): Promise<FormLine[]> {
  const rows = await c.sql.query<DeliveryDeliveryPlanLine>(
    `select l.id, t.no, l.line_no as "lineNo", l.po_line_id as "poLineId",
       l.plan_qty - l.delivered_qty as rest, l.plan_date as due
     from delivery_plan_line l join delivery_plan t on t.id = l.delivery_plan_id
     where l.del_flag = 0 and t.status in ('confirmed', 'partDelivered')
       and l.plan_qty > l.delivered_qty and t.id = $1 order by l.plan_date, l.line_no`,
    [planId],
  );
  if (!rows.length) throw conflict("没有待送货的计划明细");
  const lines = await readOrderLines(
    c,
    rows.map((r) => r.poLineId),
  );
  requireExecuting(lines.values());
  return rows.flatMap((row) => {
    const line = lines.get(row.poLineId);
    const more = { planLineId: row.id, planLineCode: `${row.no}-${row.lineNo}`, due: row.due };
    return line ? [formLine(line, "normal", row.rest, more)] : [];
  });
}

/**
 * Values of a delivery that starts from orders (`?poId=1,2`), a plan (`?planId=`) or an exchange whose
 * goods are to come again (`?exchangeId=`).
 * @throws Refusal 409 没有待到货数量, 采购单{no}不是执行中, 没有待补发的数量
 */
async function linesToDeliver(
  c: RuleContext,
  { poId, planId: [planId] = [], exchangeId: [exchangeId] = [] }: SourcesOf<typeof delivery>,
): Promise<RuleValues> {
  if (!poId && !planId && !exchangeId) throw missing();
  const start = exchangeId
    ? await ofExchange(c, exchangeId)
    : planId
      ? { items: await ofPlan(c, planId) }
      : await ofOrders(c, poId ?? []);
  const due = start.items.flatMap((i) => i.$due ?? []).filter((d) => d >= today());
  return { shipDate: today(), expectArriveDate: due.sort()[0] ?? null, ...start };
}

/**
 * A line may name a live plan line of its own order line; what ended lets it stand alone. The plans
 * stay as they are until this is saved: one that ends next finds the draft.
 */
async function placeOnPlans(c: RuleContext, lines: readonly LineDraft<typeof delivery, "items">[]): Promise<void> {
  const rows = await c.sql.query<Omit<DeliveryDeliveryPlanLine, "rest" | "due">>(
    `select l.id, t.no, l.line_no as "lineNo", l.po_line_id as "poLineId"
     from delivery_plan_line l join delivery_plan t on t.id = l.delivery_plan_id
     where l.id = any($1::bigint[]) and t.tenant_id = $2 and l.del_flag = 0 and t.del_flag = 0
       and t.status in ('confirmed', 'partDelivered', 'delivered')
     order by t.id ${keep(c.sql, "delivery_plan", "share", "t")}`,
    [plannedLines(lines), c.tenantId],
  );
  for (const line of lines) {
    const plan = rows.find((r) => r.id === line.planLineId && r.poLineId === line.poLineId);
    line.planLineId = plan?.id ?? null;
    line.planLineCode = plan ? `${plan.no}-${plan.lineNo}` : null;
  }
}

const plannedOf = ({ sql }: RuleContext, ids: readonly string[]) =>
  pickMany({ sql }, deliveryPlan.lines.items, ids, ["planQty", "deliveredQty"]);

const requireLeft = (line: { skuCode: string | null; qty: number }, left: number) => {
  if (line.qty > left) throw conflict(`SKU ${line.skuCode} 送货数量超过可送数量${Math.max(0, left)}`);
};

/**
 * 确认发货: what is left of each order line, by type, is worked out with plan, order and line locked;
 * what a plan line delivers stays within its planQty and the allowance.
 */
const ship = transition(delivery, "ship", {
  async lock(c, row) {
    const plans = await lockPlans(c, plannedLines(row.items));
    // A plan that ended or was split meanwhile has moved the lines of drafts: read them again.
    const { items } = await readLines(c, delivery, row.id);
    const orderLines = await lockOrderLines(c, orderLineIds(items));
    const rate = await allowance(c, row.supplierId);
    const left = await leftOf(c, row.deliveryType, orderLines, rate, row.id);
    const planned = await plannedOf(c, plannedLines(items));
    return { plans, items, orderLines, rate, left, planned };
  },
  guard({ row, items, orderLines, rate, left, planned }) {
    // Nothing can be signed before it was shipped.
    if (row.shipDate > today()) throw invalidAt("shipDate", "发货日不能晚于今天");
    if (!items.length) return "请至少添加一条明细";
    requireExecuting(orderLines.values());
    if (items.some((l) => l.cartons * l.pcsPerCarton < l.qty)) return "箱数与数量不符";
    const rest = new Map(left);
    for (const line of items) {
      const id = line.poLineId ?? "";
      requireLeft(line, rest.get(id) ?? 0);
      rest.set(id, (rest.get(id) ?? 0) - line.qty);
    }
    for (const line of items) {
      const plan = planned.find((p) => p.id === line.planLineId);
      if (plan) requireLeft(line, withAllowance(plan.planQty, rate) - plan.deliveredQty);
    }
    return undefined;
  },
  effect: (c, { orderLines, plans }) => recountDelivery(c, [...orderLines.keys()], plans),
});

type DeliveryDraft = DraftOf<typeof delivery>;
type DeliveryLine = LineDraft<typeof delivery, "items">;

function requireHeader({ expectArriveDate, shipDate, transportMode, trackingNo }: DeliveryDraft) {
  if (expectArriveDate && shipDate && expectArriveDate < shipDate)
    throw invalidAt("expectArriveDate", "预计到达不能早于发货日");
  if (transportMode === "express" && !trackingNo) throw invalidAt("trackingNo", "请输入物流单号");
}

/** One supplier and one warehouse per delivery. */
function requireOneWay(lines: readonly OrderLine[]) {
  const [first] = lines;
  for (const [i, line] of lines.entries())
    if (line.supplierId !== first?.supplierId || line.warehouseId !== first?.warehouseId)
      throw invalidAt(`items.${i}.poLineCode`, "供应商或收货仓不一致");
}

/** Weight and volume of what is sent, by the packed piece; what is not measured counts as nothing. */
async function measures({ sql }: RuleContext, lines: readonly DeliveryLine[]) {
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
type DeliveryNamed = Awaited<ReturnType<typeof lockNamed>>;

/** What an ended delivery holds leaves deliveredQty of order and plan. */
const recount = (c: RuleContext, { orderLines, plans }: DeliveryNamed) =>
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
    for (const plan of plans) await link(c, { type: "delivery_plan", id: plan.id }, { type: "delivery", id });
  },
  transitions: [ship, close, voided],
});
