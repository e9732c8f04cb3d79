import { documentNamed } from "#documents";
import { readLines } from "../../../documents/reading/lines";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { lockOrderLines } from "../order-lines/order-lines";
import { requireExecuting } from "../order-lines/placing";
import { recountPlanned } from "../order-lines/recount";
import { refreshPlan, requireRoom } from "./state";

const at = (field: string, message: string) => invalid(message, { [field]: message });

interface Change {
  line: Row;
  newDate: string;
  newQty: number;
  reason: string;
}

/** What is asked for, as far as the line and its deliveries allow it. */
function changeOf(items: readonly Row[], input: Values): Change {
  const line = items.find((l) => Number(l.lineNo) === Number(input.lineNo));
  if (!line) throw at("lineNo", "没有这一行");
  const delivered = Number(line.deliveredQty);
  const newDate = String(input.planDate ?? line.planDate);
  const newQty = Number(input.planQty ?? line.planQty);
  if (delivered >= Number(line.planQty) || newQty < delivered) throw conflict("已送货数量不能修改");
  const moved = newDate !== String(line.planDate);
  if (!moved && newQty === Number(line.planQty)) throw at("planDate", "请填写新交期或新计划数量");
  if (moved && newDate < today()) throw at("planDate", "计划交期不能早于今天");
  if (moved && newQty === delivered) throw conflict("已送货数量不能修改");
  return { line, newDate, newQty, reason: String(input.reason) };
}

/** The delivered part keeps its date: the rest becomes a line of its own. */
async function split(c: RuleContext, planId: string, { line, newDate, newQty, reason }: Change) {
  const delivered = Number(line.deliveredQty);
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

/**
 * Moves the undelivered part of one line to another date or quantity (supply.md 3).
 * @throws Refusal 409 已送货数量不能修改, 计划数量{p}超过待到货数量{o}
 */
export async function reschedule(c: RuleContext, row: Row, input: Values): Promise<void> {
  const { items = [] } = await readLines(c, documentNamed("delivery_plan"), row.id);
  const change = changeOf(items, input);
  const { line, newDate, newQty } = change;
  const orderLines = await lockOrderLines(c, [line.poLineId]);
  requireExecuting(orderLines.values());
  requireRoom(orderLines, new Map([[String(line.poLineId), newQty - Number(line.planQty)]]));
  const splits = Number(line.deliveredQty) > 0 && newDate !== String(line.planDate);
  if (splits) await split(c, row.id, change);
  else await move(c, change);
  await note(c, row.id, change);
  await refreshPlan(c, row.id);
  await recountPlanned(c, orderLines.keys());
}
