import { documentNamed } from "#documents";
import { link } from "../../../documents/around/chain";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import { readLines } from "../../../documents/reading/lines";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict, invalid, missing } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import {
  linesOfOrders,
  lockOrderLines,
  type OrderLine,
  readOrderLines,
} from "../order-lines/order-lines";
import {
  codesOf,
  orderLineIds,
  placeOnOrder,
  requireExecuting,
  requireOnce,
  shownLine,
} from "../order-lines/placing";
import { recountPlanned } from "../order-lines/recount";
import { reschedule } from "./reschedule";
import { endPlan, refreshPlan, requireRoom, unplanned } from "./state";

const at = (i: number, field: string, message: string) =>
  invalid(message, { [`items.${i}.${field}`]: message });

/** Dates later than the order's need a reason. */
function requireReasons(lines: readonly Values[], orderLines: readonly OrderLine[]) {
  lines.forEach((line, i) => {
    const due = orderLines[i]?.expectDate;
    if (due && String(line.planDate) > due && !line.delayReason)
      throw at(i, "delayReason", `晚于采购交期${due}，请填写延期原因`);
  });
}

async function confirm(c: RuleContext, row: Row, input: Values) {
  const { items = [] } = await readLines(c, documentNamed("delivery_plan"), row.id);
  if (!items.length) throw conflict("请至少添加一条明细");
  const orderLines = await lockOrderLines(c, orderLineIds(items));
  requireExecuting(orderLines.values());
  items.forEach((line, i) => {
    if (String(line.planDate) < today()) throw at(i, "planDate", "计划交期不能早于今天");
  });
  const added = new Map<string, number>();
  for (const line of items) {
    const id = String(line.poLineId);
    added.set(id, (added.get(id) ?? 0) + Number(line.planQty));
  }
  requireRoom(orderLines, added);
  await c.sql.query(
    `update delivery_plan set status = 'confirmed', supplier_confirm_by = $2, confirm_time = now()
     where id = $1`,
    [row.id, input.supplierConfirmBy ?? null],
  );
  await recountPlanned(c, orderLines.keys());
}

const LATE_DAYS = `case when t.status in ('confirmed', 'partDelivered')
  then greatest(0, (now() at time zone 'Asia/Shanghai')::date - t.plan_date) else 0 end`;

/** 交货计划 (supply.md 3). */
export const deliveryPlanRules: LegacyRules = {
  expressions: {
    lateDays: LATE_DAYS,
    overdue: `case when ${LATE_DAYS} > 0 then 'yes' else 'no' end`,
  },
  async enrichOne(c, row) {
    const items = (row.items as Row[] | undefined) ?? [];
    const lines = await readOrderLines(c, orderLineIds(items));
    for (const line of items) line.openQty = lines.get(String(line.poLineId))?.openQty ?? 0;
  },
  async prefill(c, { poId }) {
    const lines = await linesOfOrders(c, [poId]);
    if (!lines.length) throw missing();
    requireExecuting(lines);
    if (!lines.some((l) => l.openQty > 0)) throw conflict("没有待到货数量");
    return {
      poId,
      poName: lines[0]?.poNo,
      plannerId: c.caller.userId,
      // What came without a plan needs none any more.
      items: lines
        .map((l) => ({ l, planQty: Math.min(unplanned(l), l.openQty) }))
        .filter(({ planQty }) => planQty > 0)
        .map(({ l, planQty }) => ({
          ...shownLine(l),
          openQty: l.openQty,
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
    const lines = next.items as Values[] | undefined;
    if (!lines) return;
    const orderLines = await placeOnOrder(c, lines, poId);
    requireOnce(lines, "planDate");
    requireReasons(lines, orderLines);
    next.totalQty = lines.reduce((n, l) => n + Number(l.planQty), 0);
    next.skuCodes = codesOf(orderLines);
    next.planDate = lines.map((l) => String(l.planDate)).sort()[0] ?? null;
  },
  async afterSave(c, id, next, before) {
    const poId = String(before?.poId ?? next.poId);
    await link(c, { type: "purchase_order", id: poId }, { type: "delivery_plan", id });
  },
  actions: {
    confirm,
    reschedule,
    close: (c, row) => endPlan(c, row, "closed"),
    async void(c, row) {
      await endPlan(c, row, "void");
      await refreshPlan(c, row.id);
    },
  },
};
