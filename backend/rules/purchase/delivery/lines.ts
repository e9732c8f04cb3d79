import type { LineDraft } from "#documents/kit";
import type { delivery } from "#documents/purchase/delivery";
import { keep } from "../../../db/locks";
import type { RuleContext, SourceId, Values } from "../../../documents/rules";
import type { SourcesOf } from "../../../documents/written";
import { conflict, missing } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { plannedLines } from "../delivery-plan/state";
import { readOrderLines } from "../order-lines/order-lines";
import { requireExecuting } from "../order-lines/placing";
import { ofExchange } from "./again";
import { type FormLine, formLine, ofOrders } from "./due";

interface PlanLine {
  id: string;
  no: string;
  lineNo: number;
  poLineId: string;
  rest: number;
  due: string;
}

async function ofPlan(c: RuleContext, planId: SourceId): Promise<FormLine[]> {
  const rows = await c.sql.query<PlanLine>(
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
    const more = {
      planLineId: row.id,
      planLineCode: `${row.no}-${row.lineNo}`,
      due: row.due,
    };
    return line ? [formLine(line, "normal", row.rest, more)] : [];
  });
}

/**
 * Values of a delivery that starts from orders (`?poId=1,2`), a plan (`?planId=`) or an exchange whose
 * goods are to come again (`?exchangeId=`).
 * @throws Refusal 409 没有待到货数量, 采购单{no}不是执行中, 没有待补发的数量
 */
export async function linesToDeliver(
  c: RuleContext,
  { poId, planId: [planId] = [], exchangeId: [exchangeId] = [] }: SourcesOf<typeof delivery>,
): Promise<Values> {
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
export async function placeOnPlans(
  c: RuleContext,
  lines: readonly LineDraft<typeof delivery, "items">[],
): Promise<void> {
  const rows = await c.sql.query<PlanLine>(
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
