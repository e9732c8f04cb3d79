import type { DraftOf, RowOf } from "#documents/kit";
import type { evaluationOrder } from "#documents/promotion/order";
import { lockAdvisory } from "../../../db/advisory";
import type { RuleContext } from "../../../documents/rules";
import { conflict, invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec, r2 } from "../../../values/money";

type Draft = DraftOf<typeof evaluationOrder>;
type Row = RowOf<typeof evaluationOrder>;

interface Task {
  status: string;
  planQty: number;
  dailyLimit: number;
  first: string;
  last: string;
  live: number;
  thatDay: number;
  own: Record<string, string | null>;
}

/** A task, which is locked, with how many live orders it has altogether and on that day. */
const taskOf = (c: RuleContext, { evaluationId, orderDate }: Draft, id?: string) =>
  c.sql.one<Task>(
    `select e.status, e.plan_qty as "planQty", e.daily_limit as "dailyLimit",
       e.start_date::text as first, e.end_date::text as last, n.live, n.day as "thatDay",
       jsonb_build_object('skuId', e.sku_id::text, 'asin', e.asin, 'storeId', e.store_id::text,
         'resourceId', e.resource_id::text, 'applicationId', e.application_id::text,
         'groupId', e.group_id::text, 'ownerId', e.owner_id::text, 'currency', e.currency) as own
     from evaluation e cross join lateral (
       select count(*)::int as live,
         (count(*) filter (where o.order_date = $3))::int as day
       from evaluation_order o where o.evaluation_id = e.id and o.status <> 'cancelled'
         and o.del_flag = 0 and o.id is distinct from $4) n
     where e.id = $1 and e.tenant_id = $2 and e.del_flag = 0`,
    [evaluationId, c.tenantId, orderDate ?? null, id ?? null],
  );

/** A platform order is registered once in the tenant. @throws Refusal 409 */
async function requireOnce(c: RuleContext, { platformOrderNo }: Draft, id?: string) {
  await lockAdvisory(c.sql, "evaluationNumber", `${c.tenantId}/${platformOrderNo}`);
  const other = await c.sql.one<{ no: string }>(
    `select no from evaluation_order where tenant_id = $1 and platform_order_no = $2
       and del_flag = 0 and status <> 'cancelled' and id is distinct from $3 limit 1`,
    [c.tenantId, platformOrderNo, id ?? null],
  );
  if (other) throw conflict(`平台订单号已登记于 ${other.no}`);
}

function requireDay({ orderDate }: Draft, { first, last }: Task) {
  if (!orderDate) return;
  if (orderDate > today()) throw invalidAt("orderDate", "下单日期不能晚于今天");
  if (orderDate < first || orderDate > last)
    throw invalidAt("orderDate", `下单日期要在任务期间${first}至${last}内`);
}

/** Checks an order against its task, and works out what follows (market.md 1). */
export async function workOut(c: RuleContext, next: Draft, before?: Row): Promise<void> {
  const whole: Draft = { ...before, ...next };
  // An edit holds its own row already, so orders of one task take turns here.
  await lockAdvisory(c.sql, "evaluationDay", String(whole.evaluationId));
  const task = await taskOf(c, whole, before?.id);
  if (!before && task?.status === "paused") throw conflict("任务已暂停");
  if (!task || (!before && task.status !== "running")) throw conflict("任务未在执行中");
  await requireOnce(c, whole, before?.id);
  requireDay(whole, task);
  if (!before && task.live >= task.planQty) throw conflict("超出计划数量");
  if (task.thatDay >= task.dailyLimit && whole.orderDate !== before?.orderDate)
    throw conflict("超出每日上限");
  Object.assign(next, task.own, {
    paidAmount: r2(dec(whole.orderAmount).plus(dec(whole.taxAmount))),
  });
}
