import { link, NOW, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { conflict, invalid, invalidAt, missing } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import type { InputOf, LineDraft, RowOf } from "#documents/kit";
import { deliveryPlan } from "#documents/purchase/delivery-plan";
import { comingOf } from "../order-lines/delivery-limits";
import { linesOfOrders, lockOrderLines, type OrderLine, readOrderLines } from "../order-lines/order-lines";
import { codesOf, orderLineIds, placeOnOrder, requireExecuting, requireOnce, shownLine } from "../order-lines/placing";
import { recountPlanned } from "../order-lines/recount";
import { endPlans, type PlanLine, refreshPlan, requireRoom, unplanned } from "./state";

/** Order lines of a locked plan, locked with their orders. */
const lockPlanned = async (c: RuleContext, { items }: RowOf<typeof deliveryPlan>) => ({
  orderLines: await lockOrderLines(c, orderLineIds(items)),
});

interface DeliveryPlanChange {
  line: PlanLine;
  newDate: string;
  newQty: number;
  reason: string;
}

/** What is asked for, as far as the line and its deliveries allow it. */
function changeOf(items: readonly PlanLine[], input: InputOf<typeof deliveryPlan, "reschedule">): DeliveryPlanChange {
  const line = items.find((l) => l.lineNo === input.lineNo);
  if (!line) throw invalidAt("lineNo", "没有这一行");
  const { deliveredQty, planQty, planDate } = line;
  const newDate = input.planDate ?? planDate;
  const newQty = input.planQty ?? planQty;
  if (deliveredQty >= planQty || newQty < deliveredQty) throw conflict("已送货数量不能修改");
  const moved = newDate !== planDate;
  if (!moved && newQty === planQty) throw invalidAt("planDate", "请填写新交期或新计划数量");
  if (moved && newDate < today()) throw invalidAt("planDate", "计划交期不能早于今天");
  if (moved && newQty === deliveredQty) throw conflict("已送货数量不能修改");
  return { line, newDate, newQty, reason: input.reason };
}

/** The delivered part keeps its date: the rest becomes a line of its own. */
async function split(c: RuleContext, planId: string, { line, newDate, newQty, reason }: DeliveryPlanChange) {
  const delivered = line.deliveredQty;
  const [rest] = await c.sql.query<{ id: string; lineNo: number }>(
    `insert into delivery_plan_line (tenant_id, create_by, delivery_plan_id, line_no, po_line_id,
       po_line_code, sku_id, sku_code, sku_name, spec, unit, image_url, plan_qty, plan_date,
       delay_reason, remark)
     select tenant_id, $2, delivery_plan_id, (select max(line_no) + 1 from delivery_plan_line
         where delivery_plan_id = $3), po_line_id, po_line_code, sku_id, sku_code, sku_name, spec,
       unit, image_url, $4, $5, $6, remark
     from delivery_plan_line where id = $1 returning id, line_no as "lineNo"`,
    [line.id, c.caller.userId, planId, newQty - delivered, newDate, reason.slice(0, 200)],
  );
  await patch(c, deliveryPlan.lines.items, line.id, { planQty: delivered });
  await c.sql.query(
    `update delivery_line l set plan_line_id = $2, plan_line_code = h.no || '-' || $3::text
     from delivery d, delivery_plan h
     where d.id = l.delivery_id and d.status = 'draft' and l.plan_line_id = $1 and h.id = $4`,
    [line.id, rest?.id, rest?.lineNo, planId],
  );
}

/** Later than the order's date: the reason of the change is the reason of the delay too. */
const move = ({ sql }: RuleContext, { line, newDate, newQty, reason }: DeliveryPlanChange) =>
  sql.query(
    `update delivery_plan_line p set plan_qty = $2, plan_date = $3::date,
       delay_reason = case when $3::date > coalesce(l.expect_date, t.expect_date) then $4
         else p.delay_reason end
     from purchase_order_line l join purchase_order t on t.id = l.purchase_order_id
     where p.id = $1 and l.id = p.po_line_id`,
    [line.id, newQty, newDate, reason.slice(0, 200)],
  );

/** One row of the history: what stood there before, what now, and why. */
const note = (c: RuleContext, planId: string, { line, newDate, newQty, reason }: DeliveryPlanChange) =>
  c.sql.query(
    `insert into delivery_plan_change (tenant_id, create_by, delivery_plan_id, line_no, plan_line_no,
       sku_code, old_date, new_date, old_qty, new_qty, reason, changed_by, changed_at)
     select $1, $2, $3, coalesce((select max(line_no) from delivery_plan_change
         where delivery_plan_id = $3), 0) + 1, $4, $5, $6, $7, $8, $9, $10,
       (select displayname from sys_user where id = $2), now()`,
    [
      c.tenantId,
      c.caller.userId,
      planId,
      line.lineNo,
      line.skuCode,
      line.planDate,
      newDate,
      line.planQty,
      newQty,
      reason,
    ],
  );

/** Moves the undelivered part of one line to another date or quantity (supply.md 3). */
const reschedule = transition(deliveryPlan, "reschedule", {
  lock: lockPlanned,
  guard: ({ orderLines }) => requireExecuting(orderLines.values()),
  check({ row, orderLines }, input) {
    const { line, newQty } = changeOf(row.items, input);
    return requireRoom(orderLines, new Map([[line.poLineId ?? "", newQty - line.planQty]]));
  },
  async effect(c, { row, orderLines }, input) {
    const change = changeOf(row.items, input);
    const { line, newDate } = change;
    const splits = line.deliveredQty > 0 && newDate !== line.planDate;
    if (splits) await split(c, row.id, change);
    else await move(c, change);
    await note(c, row.id, change);
    await refreshPlan(c, row.id);
    await recountPlanned(c, orderLines.keys());
  },
});

type DeliveryPlanLine = LineDraft<typeof deliveryPlan, "items">;

const at = (i: number, field: keyof DeliveryPlanLine, message: string) =>
  invalid(message, { [`items.${i}.${field}`]: message });

/** Dates later than the order's need a reason. */
function requireReasons(lines: readonly DeliveryPlanLine[], orderLines: readonly OrderLine[]) {
  for (const [i, { planDate, delayReason }] of lines.entries()) {
    const due = orderLines[i]?.expectDate;
    if (due && planDate && planDate > due && !delayReason)
      throw at(i, "delayReason", `晚于采购交期${due}，请填写延期原因`);
  }
}

const confirm = transition(deliveryPlan, "confirm", {
  lock: lockPlanned,
  guard({ row: { items }, orderLines }) {
    if (!items.length) return "请至少添加一条明细";
    requireExecuting(orderLines.values());
    for (const [i, line] of items.entries())
      if (line.planDate < today()) throw at(i, "planDate", "计划交期不能早于今天");
    const added = new Map<string, number>();
    for (const { poLineId, planQty } of items) {
      const id = poLineId ?? "";
      added.set(id, (added.get(id) ?? 0) + planQty);
    }
    return requireRoom(orderLines, added);
  },
  async effect(c, { row, orderLines }, { supplierConfirmBy }) {
    await patch(c, deliveryPlan, row.id, { supplierConfirmBy, confirmTime: NOW });
    await recountPlanned(c, orderLines.keys());
  },
});

const close = transition(deliveryPlan, "close", {
  lock: lockPlanned,
  effect: (c, { row, orderLines }) => endPlans(c, [row.id], orderLines.keys()),
});

const voided = transition(deliveryPlan, "void", {
  lock: lockPlanned,
  guard: ({ row }) => row.items.some((l) => l.deliveredQty > 0) && "已有送货，不能作废",
  async effect(c, { row, orderLines }) {
    await endPlans(c, [row.id], orderLines.keys());
    await refreshPlan(c, row.id);
  },
});

const LATE_DAYS = `case when t.status in ('confirmed', 'partDelivered')
  then greatest(0, (now() at time zone 'Asia/Shanghai')::date - t.plan_date) else 0 end`;

/** 交货计划 (supply.md 3). */
export const deliveryPlanRules = rules(deliveryPlan, {
  expressions: { lateDays: LATE_DAYS, overdue: `case when ${LATE_DAYS} > 0 then 'yes' else 'no' end` },
  async enrichOne(c, row) {
    const lines = await readOrderLines(c, orderLineIds(row.items));
    for (const line of row.items) {
      const of = lines.get(line.poLineId ?? "");
      Object.assign(line, { openQty: of ? comingOf(of) : 0 });
    }
  },
  async prefill(c, from) {
    const [poId] = from.poId ?? [];
    const lines = await linesOfOrders(c, [poId]);
    if (!lines.length) throw missing();
    requireExecuting(lines);
    if (!lines.some((l) => comingOf(l) > 0)) throw conflict("没有待到货数量");
    return {
      poId,
      poName: lines[0]?.poNo,
      plannerId: c.caller.userId,
      // What came without a plan needs none any more.
      items: lines
        .map((l) => ({ l, planQty: Math.min(unplanned(l), comingOf(l)) }))
        .filter(({ planQty }) => planQty > 0)
        .map(({ l, planQty }) => ({
          ...shownLine(l),
          openQty: comingOf(l),
          planQty,
          planDate: l.expectDate && l.expectDate >= today() ? l.expectDate : today(),
        })),
    };
  },
  async beforeSave(c, next, before) {
    const poId = before?.poId ?? next.poId;
    const [first] = await linesOfOrders(c, [poId]);
    if (!first && !before) throw invalid("采购单不存在", { poId: "采购单不存在" });
    if (first) {
      requireExecuting([first]);
      next.supplierId = first.supplierId;
      next.supplierText = first.supplierName;
      next.warehouseId = first.warehouseId;
    }
    if (!before) next.plannerId ??= c.caller.userId;
    const lines = next.items;
    if (!lines) return;
    const orderLines = await placeOnOrder(c, lines, poId);
    requireOnce(lines, "planDate");
    requireReasons(lines, orderLines);
    next.totalQty = lines.reduce((n, l) => n + (l.planQty ?? 0), 0);
    next.skuCodes = codesOf(orderLines);
    next.planDate = lines.flatMap((l) => l.planDate ?? []).sort()[0] ?? null;
  },
  async afterSave(c, id, next, before) {
    const poId = before?.poId ?? next.poId;
    if (poId) await link(c, { type: "purchase_order", id: poId }, { type: "delivery_plan", id });
  },
  transitions: [confirm, reschedule, close, voided],
});
