import type { HeadOf, LineOf, StateOf } from "#documents/kit";
import { deliveryPlan } from "#documents/purchase/delivery-plan";
import { keep } from "../../../db/locks";
import { moveTo } from "../../../documents/lifecycle/move";
import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import type { OrderLine } from "../order-lines/order-lines";
import { DELIVERED, recountPlanned } from "../order-lines/recount";

type State = StateOf<typeof deliveryPlan>;
export type PlanLine = LineOf<typeof deliveryPlan, "items">;

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

const LIVE: readonly State[] = ["confirmed", "partDelivered", "delivered"];

interface Figures {
  status: State;
  delivered: number;
  whole: boolean;
}

/**
 * Works out quantities, next date and state of a plan from the deliveries that name its lines
 * (supply.md 3 "derived"): nothing delivered, some, or every line in full. Header locked.
 */
export async function refreshPlan(c: RuleContext, id: string): Promise<void> {
  await c.sql.query(
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
  const now = await c.sql.one<Figures>(
    `with s as (
       select coalesce(sum(plan_qty), 0)::int as total,
         coalesce(sum(delivered_qty), 0)::int as delivered,
         coalesce(sum(signed_qty), 0)::int as signed,
         coalesce(min(plan_date) filter (where delivered_qty < plan_qty), max(plan_date)) as due,
         bool_and(delivered_qty >= plan_qty) as whole
       from delivery_plan_line where delivery_plan_id = $1 and del_flag = 0)
     update delivery_plan t set total_qty = s.total, delivered_qty = s.delivered,
       signed_qty = s.signed, plan_date = s.due, version = version + 1
     from s where t.id = $1 returning t.status, s.delivered, coalesce(s.whole, false) as whole`,
    [id],
  );
  if (!now || !LIVE.includes(now.status)) return;
  const part = now.whole ? "delivered" : "partDelivered";
  await moveTo(c, deliveryPlan, id, now.delivered === 0 ? "confirmed" : part);
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

/**
 * What these locked plans did not deliver leaves the planQty of their locked order lines: the state is
 * written. Deliveries that are still drafts stand on the order line alone from now on.
 */
export async function endPlans(
  c: RuleContext,
  ids: readonly string[],
  poLineIds: Iterable<string>,
): Promise<void> {
  await c.sql.query(
    `update delivery_line l set plan_line_id = null, plan_line_code = null
     from delivery h, delivery_plan_line p
     where h.id = l.delivery_id and h.status = 'draft' and p.id = l.plan_line_id
       and p.delivery_plan_id = any($1::bigint[])`,
    [ids],
  );
  await recountPlanned(c, poLineIds);
}

type Plan = Pick<HeadOf<typeof deliveryPlan>, "id" | "status">;

/**
 * Ends the live plans of an order that is voided or closed (supply.md 3); drafts, which hold nothing,
 * are voided. The order is locked.
 */
export async function endPlansOf(c: RuleContext, poId: string, status: "closed" | "void") {
  const plans = await c.sql.query<Plan>(
    `select id, status from delivery_plan
     where po_id = $1 and tenant_id = $2 and del_flag = 0
       and status in ('draft', 'confirmed', 'partDelivered', 'delivered')
     order by id ${keep(c.sql, "delivery_plan")}`,
    [poId, c.tenantId],
  );
  for (const plan of plans) {
    const to = plan.status === "draft" ? "void" : status;
    const word = to === "void" ? "随采购单作废" : "随采购单关闭";
    await moveTo(c, deliveryPlan, plan.id, to, word);
  }
  const lines = await c.sql.query<{ id: string }>(
    "select id from purchase_order_line where purchase_order_id = $1 and del_flag = 0",
    [poId],
  );
  await endPlans(
    c,
    plans.map((p) => p.id),
    lines.map((l) => l.id),
  );
}
