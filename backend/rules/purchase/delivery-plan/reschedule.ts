import type { InputOf } from "#documents/kit";
import { deliveryPlan } from "#documents/purchase/delivery-plan";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { conflict, invalid } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { requireExecuting } from "../order-lines/placing";
import { recountPlanned } from "../order-lines/recount";
import { lockPlanned } from "./lock";
import { type PlanLine, refreshPlan, requireRoom } from "./state";

const at = (field: string, message: string) => invalid(message, { [field]: message });

interface Change {
  line: PlanLine;
  newDate: string;
  newQty: number;
  reason: string;
}

/** What is asked for, as far as the line and its deliveries allow it. */
function changeOf(
  items: readonly PlanLine[],
  input: InputOf<typeof deliveryPlan, "reschedule">,
): Change {
  const line = items.find((l) => l.lineNo === input.lineNo);
  if (!line) throw at("lineNo", "没有这一行");
  const { deliveredQty, planQty, planDate } = line;
  const newDate = input.planDate ?? planDate;
  const newQty = input.planQty ?? planQty;
  if (deliveredQty >= planQty || newQty < deliveredQty) throw conflict("已送货数量不能修改");
  const moved = newDate !== planDate;
  if (!moved && newQty === planQty) throw at("planDate", "请填写新交期或新计划数量");
  if (moved && newDate < today()) throw at("planDate", "计划交期不能早于今天");
  if (moved && newQty === deliveredQty) throw conflict("已送货数量不能修改");
  return { line, newDate, newQty, reason: input.reason };
}

/** The delivered part keeps its date: the rest becomes a line of its own. */
async function split(c: RuleContext, planId: string, { line, newDate, newQty, reason }: Change) {
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
  await c.sql.query("update delivery_plan_line set plan_qty = $2 where id = $1", [
    line.id,
    delivered,
  ]);
  await c.sql.query(
    `update delivery_line l set plan_line_id = $2, plan_line_code = h.no || '-' || $3::text
     from delivery d, delivery_plan h
     where d.id = l.delivery_id and d.status = 'draft' and l.plan_line_id = $1 and h.id = $4`,
    [line.id, rest?.id, rest?.lineNo, planId],
  );
}

/** Later than the order's date: the reason of the change is the reason of the delay too. */
const move = ({ sql }: RuleContext, { line, newDate, newQty, reason }: Change) =>
  sql.query(
    `update delivery_plan_line p set plan_qty = $2, plan_date = $3::date,
       delay_reason = case when $3::date > coalesce(l.expect_date, t.expect_date) then $4
         else p.delay_reason end
     from purchase_order_line l join purchase_order t on t.id = l.purchase_order_id
     where p.id = $1 and l.id = p.po_line_id`,
    [line.id, newQty, newDate, reason.slice(0, 200)],
  );

/** One row of the history: what stood there before, what now, and why. */
const note = (c: RuleContext, planId: string, { line, newDate, newQty, reason }: Change) =>
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
export const reschedule = transition(deliveryPlan, "reschedule", {
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
