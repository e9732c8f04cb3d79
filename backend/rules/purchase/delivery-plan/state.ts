import { documentNamed } from "#documents";
import { keep } from "../../../db/locks";
import { readLines } from "../../../documents/reading/lines";
import type { Row, RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { writeOperLog } from "../../../logs/oper-log";
import { lockOrderLines, type OrderLine } from "../order-lines/order-lines";
import { orderLineIds } from "../order-lines/placing";
import { DELIVERED, recountPlanned } from "../order-lines/recount";

/** What of an order line no live plan covers yet. */
export const unplanned = (l: OrderLine) =>
  l.qty + l.replenishQty + l.exchangeQty - l.closedQty - l.planQty;

/** Σ live planQty of an order line stays within what is to come of it; the lines are locked. */
export function requireRoom(
  orderLines: ReadonlyMap<string, OrderLine>,
  added: ReadonlyMap<string, number>,
): void {
  for (const [id, qty] of added) {
    const line = orderLines.get(id);
    if (!line) throw conflict("采购明细不存在");
    const open = line.planQty + unplanned(line);
    if (qty > 0 && line.planQty + qty > open)
      throw conflict(`计划数量${line.planQty + qty}超过待到货数量${open}`);
  }
}

/**
 * Works out quantities, next date and state of a plan from the deliveries that name its lines
 * (supply.md 3 "derived"): nothing delivered, some, or every line in full. Header locked.
 */
export async function refreshPlan({ sql }: RuleContext, id: string): Promise<void> {
  await sql.query(
    `update delivery_plan_line p set delivered_qty = x.delivered, signed_qty = x.signed
     from (select q.id, coalesce(sum(${DELIVERED}), 0)::int as delivered,
         coalesce(sum(l.signed_qty) filter (where h.status <> 'void'), 0)::int as signed
       from delivery_plan_line q
         left join delivery_line l on l.plan_line_id = q.id and l.del_flag = 0
         left join delivery h on h.id = l.delivery_id and h.del_flag = 0
       where q.delivery_plan_id = $1 and q.del_flag = 0 group by q.id) x
     where p.id = x.id`,
    [id],
  );
  await sql.query(
    `with s as (
       select coalesce(sum(plan_qty), 0)::int as total,
         coalesce(sum(delivered_qty), 0)::int as delivered,
         coalesce(sum(signed_qty), 0)::int as signed,
         coalesce(min(plan_date) filter (where delivered_qty < plan_qty), max(plan_date)) as due,
         bool_and(delivered_qty >= plan_qty) as whole
       from delivery_plan_line where delivery_plan_id = $1 and del_flag = 0)
     update delivery_plan t set total_qty = s.total, delivered_qty = s.delivered,
       signed_qty = s.signed, plan_date = s.due, version = version + 1,
       status = case when t.status not in ('confirmed', 'partDelivered', 'delivered') then t.status
         when s.delivered = 0 then 'confirmed' when s.whole then 'delivered'
         else 'partDelivered' end
     from s where t.id = $1`,
    [id],
  );
}

/** Plan lines that lines of a delivery name. */
export const plannedLines = (lines: readonly { planLineId?: string | null }[]): string[] =>
  lines.flatMap((l) => l.planLineId ?? []);

/** Plans of these lines, locked in ascending order. */
export async function lockPlans({ sql }: RuleContext, lineIds: readonly string[]) {
  const rows = await sql.query<{ id: string }>(
    `select id from delivery_plan where id in (
       select delivery_plan_id from delivery_plan_line where id = any($1::bigint[]))
     order by id ${keep(sql, "delivery_plan")}`,
    [lineIds],
  );
  return rows.map((r) => r.id);
}

/** Deliveries that are still drafts stand on the order line alone when their plan ends. */
const letGo = ({ sql }: RuleContext, planId: string) =>
  sql.query(
    `update delivery_line l set plan_line_id = null, plan_line_code = null
     from delivery h, delivery_plan_line p
     where h.id = l.delivery_id and h.status = 'draft' and p.id = l.plan_line_id
       and p.delivery_plan_id = $1`,
    [planId],
  );

/**
 * Ends a locked plan: what it did not deliver leaves the order's planQty.
 * @throws Refusal 409 已有送货，不能作废
 */
export async function endPlan(c: RuleContext, row: Row, status: "closed" | "void") {
  const { items = [] } = await readLines(c, documentNamed("delivery_plan"), row.id);
  const orderLines = await lockOrderLines(c, orderLineIds(items));
  if (status === "void" && items.some((l) => Number(l.deliveredQty) > 0))
    throw conflict("已有送货，不能作废");
  await c.sql.query("update delivery_plan set status = $2 where id = $1", [row.id, status]);
  await letGo(c, row.id);
  await recountPlanned(c, orderLines.keys());
}

/**
 * Ends the live plans of an order that is voided or closed (supply.md 3); drafts, which hold nothing,
 * are voided. The order is locked.
 */
export async function endPlansOf(c: RuleContext, poId: string, status: "closed" | "void") {
  const plans = await c.sql.query<Row & { status: string }>(
    `select id, version, status from delivery_plan
     where po_id = $1 and tenant_id = $2 and del_flag = 0
       and status in ('draft', 'confirmed', 'partDelivered', 'delivered')
     order by id for no key update`,
    [poId, c.tenantId],
  );
  for (const plan of plans) {
    const to = plan.status === "draft" ? "void" : status;
    await endPlan(c, plan, to);
    await writeOperLog(c.sql, {
      tenantId: c.tenantId,
      bizType: "delivery_plan",
      bizId: plan.id,
      action: to === "void" ? "随采购单作废" : "随采购单关闭",
      fromState: plan.status,
      toState: to,
      operator: c.caller,
    });
  }
  await c.sql.query(
    `update delivery_plan set version = version + 1, update_time = now(), update_by = $2
     where id = any($1::bigint[])`,
    [plans.map((p) => p.id), c.caller.userId],
  );
}
