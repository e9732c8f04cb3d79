import { logMove, moveTo, patch, plus, type RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import type { HeadOf, LineOf, StateOf } from "#documents/kit";
import { delivery } from "#documents/purchase/delivery";
import { deliveryPlan } from "#documents/purchase/delivery-plan";
import type { OrderLine } from "../order-lines/order-lines";
import { DELIVERED, recountDelivered, recountPlanned } from "../order-lines/recount";

type State = StateOf<typeof deliveryPlan>;
export type PlanLine = LineOf<typeof deliveryPlan, "items">;

/** What of an order line no live plan covers yet. */
export const unplanned = (l: OrderLine) => l.qty + l.replenishQty + l.exchangeQty - l.closedQty - l.planQty;

/** Σ live planQty of an order line stays within what is to come of it; the lines are locked. */
export function requireRoom(orderLines: ReadonlyMap<string, OrderLine>, added: ReadonlyMap<string, number>): void {
  for (const [id, qty] of added) {
    const line = orderLines.get(id);
    if (!line) throw conflict("采购明细不存在");
    const open = line.planQty + unplanned(line);
    if (qty > 0 && line.planQty + qty > open) throw conflict(`计划数量${line.planQty + qty}超过待到货数量${open}`);
  }
}

const LIVE: readonly State[] = ["confirmed", "partDelivered", "delivered"];

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
  const now = await c.sql.one<{ status: State; delivered: number; whole: boolean }>(
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
export async function endPlans(c: RuleContext, ids: readonly string[], poLineIds: Iterable<string>): Promise<void> {
  await c.sql.query(
    `update delivery_line l set plan_line_id = null, plan_line_code = null
     from delivery h, delivery_plan_line p
     where h.id = l.delivery_id and h.status = 'draft' and p.id = l.plan_line_id
       and p.delivery_plan_id = any($1::bigint[])`,
    [ids],
  );
  await recountPlanned(c, poLineIds);
}

type DeliveryPlanPlan = Pick<HeadOf<typeof deliveryPlan>, "id" | "status">;

/**
 * Ends the live plans of an order that is voided or closed (supply.md 3); drafts, which hold nothing,
 * are voided. The order is locked.
 */
export async function endPlansOf(c: RuleContext, poId: string, status: "closed" | "void") {
  const plans = await c.sql.query<DeliveryPlanPlan>(
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

/** Quantities of orders and plans after a delivery went, was signed or ended; all of them locked. */
export async function recountDelivery(c: RuleContext, lineIds: string[], plans: string[]) {
  await recountDelivered(c, lineIds);
  for (const plan of plans) await refreshPlan(c, plan);
  // A closed plan counts by its deliveries.
  await recountPlanned(c, lineIds);
}

const stateOf = ({ sql }: RuleContext, id: string) =>
  sql.one<{ status: StateOf<typeof delivery>; signed: number }>(
    `select coalesce(sum(l.signed_qty), 0)::int as signed,
       case when h.status not in ('shipped', 'partSigned', 'signed') then h.status
         when s.n = 0 then 'shipped'
         when s.ended or bool_and(l.signed_qty >= l.qty) then 'signed'
         else 'partSigned' end as status
     from delivery h
       join delivery_line l on l.delivery_id = h.id and l.del_flag = 0,
       lateral (select count(*) as n, bool_or(ends) as ended from wms_sign
         where delivery_id = h.id and status <> 'reversed' and del_flag = 0) s
     where h.id = $1 group by h.id, s.n, s.ended`,
    [id],
  );

/**
 * 待签收 ↔ 部分签收 ↔ 已签收 of a locked delivery out of its receipts and signed quantities (supply.md 3,
 * "derived"): a final one ends it until a receipt is taken back, and so does the last piece; one that
 * was closed stays closed. `word`: what its history says.
 */
export async function refreshSigned(
  c: RuleContext,
  { id, status }: Pick<HeadOf<typeof delivery>, "id" | "status">,
  word: string,
): Promise<void> {
  const now = await stateOf(c, id);
  if (!now) return;
  await patch(c, delivery, id, { signedQty: now.signed, version: plus(1) });
  // Each receipt stands in the history, also one that leaves the state as it is.
  if (now.status === status) await logMove(c, delivery, id, { action: word, from: status, to: status });
  else await moveTo(c, delivery, id, now.status, word);
}
