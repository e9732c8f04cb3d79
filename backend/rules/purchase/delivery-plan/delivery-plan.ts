import type { LineDraft } from "#documents/kit";
import { deliveryPlan } from "#documents/purchase/delivery-plan";
import { link } from "../../../documents/around/chain";
import { rules, transition } from "../../../documents/written";
import { conflict, invalid, missing } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { linesOfOrders, type OrderLine, readOrderLines } from "../order-lines/order-lines";
import {
  codesOf,
  orderLineIds,
  placeOnOrder,
  requireExecuting,
  requireOnce,
  shownLine,
} from "../order-lines/placing";
import { recountPlanned } from "../order-lines/recount";
import { comingOf } from "../order-lines/states";
import { lockPlanned } from "./lock";
import { reschedule } from "./reschedule";
import { endPlans, refreshPlan, requireRoom, unplanned } from "./state";

type Line = LineDraft<typeof deliveryPlan, "items">;

const at = (i: number, field: keyof Line, message: string) =>
  invalid(message, { [`items.${i}.${field}`]: message });

/** Dates later than the order's need a reason. */
function requireReasons(lines: readonly Line[], orderLines: readonly OrderLine[]) {
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
    await c.sql.query(
      "update delivery_plan set supplier_confirm_by = $2, confirm_time = now() where id = $1",
      [row.id, supplierConfirmBy],
    );
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
  expressions: {
    lateDays: LATE_DAYS,
    overdue: `case when ${LATE_DAYS} > 0 then 'yes' else 'no' end`,
  },
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
