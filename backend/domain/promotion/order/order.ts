import { partyOf } from "#backend/domain/kol/party";
import type { RuleContext, RuleValues, SourcesOf } from "#backend/engine/documents";
import { patch, pick, rules, transition } from "#backend/engine/documents";
import { lockAdvisory, lockIds } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, r2, today } from "#backend/platform/values";
import type { DraftOf, RowOf } from "#documents/kit";
import { evaluationOrder } from "#documents/promotion/order";
import { recount } from "../evaluation/counters";
import { picturesOf } from "../told/months";
import { lockOrders } from "./lock";
import { type MatchState, matchOrders } from "./match";
import { ELIGIBLE } from "./settle";

type OrderDraft = DraftOf<typeof evaluationOrder>;
type OrderRow = RowOf<typeof evaluationOrder>;

interface OrderTask {
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
const taskOf = (c: RuleContext, { evaluationId, orderDate }: OrderDraft, id?: string) =>
  c.sql.one<OrderTask>(
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
async function requireOnce(c: RuleContext, { platformOrderNo }: OrderDraft, id?: string) {
  await lockAdvisory(c.sql, "evaluationNumber", `${c.tenantId}/${platformOrderNo}`);
  const other = await c.sql.one<{ no: string }>(
    `select no from evaluation_order where tenant_id = $1 and platform_order_no = $2
       and del_flag = 0 and status <> 'cancelled' and id is distinct from $3 limit 1`,
    [c.tenantId, platformOrderNo, id ?? null],
  );
  if (other) throw conflict(`平台订单号已登记于 ${other.no}`);
}

function requireDay({ orderDate }: OrderDraft, { first, last }: OrderTask) {
  if (!orderDate) return;
  if (orderDate > today()) throw invalidAt("orderDate", "下单日期不能晚于今天");
  if (orderDate < first || orderDate > last) throw invalidAt("orderDate", `下单日期要在任务期间${first}至${last}内`);
}

/** Checks an order against its task, and works out what follows (market.md 1). */
async function workOut(c: RuleContext, next: OrderDraft, before?: OrderRow): Promise<void> {
  const whole: OrderDraft = { ...before, ...next };
  // An edit holds its own row already, so orders of one task take turns here.
  await lockAdvisory(c.sql, "evaluationDay", String(whole.evaluationId));
  const task = await taskOf(c, whole, before?.id);
  if (!before && task?.status === "paused") throw conflict("任务已暂停");
  if (!task || (!before && task.status !== "running")) throw conflict("任务未在执行中");
  await requireOnce(c, whole, before?.id);
  requireDay(whole, task);
  if (!before && task.live >= task.planQty) throw conflict("超出计划数量");
  if (task.thatDay >= task.dailyLimit && whole.orderDate !== before?.orderDate) throw conflict("超出每日上限");
  Object.assign(next, task.own, { paidAmount: r2(dec(whole.orderAmount).plus(dec(whole.taxAmount))) });
}

/** Its task counts it: they take turns. */
const lockFirst = (c: RuleContext, id: string) => lockOrders(c, [id]);

/** What the platform says of it now. */
async function matchOf(c: RuleContext, id: string): Promise<{ match: MatchState | undefined }> {
  if (c.sql.held) await matchOrders(c, [id]);
  const row = await pick(c, evaluationOrder, id, ["matchState"]);
  return { match: row?.matchState };
}

const check = transition(evaluationOrder, "check", {
  lockFirst,
  lock: (c, { id }) => matchOf(c, id),
  guard: ({ row }) => !row.orderPhotos?.length && "请上传订单截图",
  check({ match }, { note }) {
    if (match !== "matched" && !note) throw invalidAt("note", "平台订单未匹配，请填写说明");
  },
  async effect(c, { row }, { note }) {
    await patch(c, evaluationOrder, row.id, { checkNote: note ?? null, abnormalReason: null, abnormalNote: null });
    await recount(c, [row.evaluationId]);
  },
});

const markAbnormal = transition(evaluationOrder, "markAbnormal", {
  lockFirst,
  guard({ row }) {
    if (row.refundNo) throw conflict("已生成返款单，不能标记异常");
    return row.rebateNo && "已生成返利单，不能标记异常";
  },
  async effect(c, { row }, { abnormalReason, note }) {
    await patch(c, evaluationOrder, row.id, { abnormalReason, abnormalNote: note ?? null });
    await recount(c, [row.evaluationId]);
  },
});

const cancel = transition(evaluationOrder, "cancel", {
  lockFirst,
  effect: (c, { row }) => recount(c, [row.evaluationId]),
});

/** Told for the record; nothing else reads it. */
const feedback = transition(evaluationOrder, "feedback", {
  async effect({ sql }, { row }, { feedbackType, feedbackUrl, feedbackDate }) {
    await patch({ sql }, evaluationOrder, row.id, {
      feedbackType: feedbackType ?? null,
      feedbackUrl: feedbackUrl ?? null,
      feedbackDate: feedbackDate ?? null,
    });
  },
});

async function prefill({ sql }: RuleContext, { evaluationId }: SourcesOf<typeof evaluationOrder>): Promise<RuleValues> {
  const id = evaluationId?.[0];
  const task = await sql.one<{ price: string; tax: string }>(
    `select l.unit_price::text as price, l.est_tax::text as tax from evaluation e
       join evaluation_application_line l on l.id = e.application_line_id where e.id = $1`,
    [id],
  );
  return { evaluationId: id, orderDate: today(), ...(task && { orderAmount: task.price, taxAmount: task.tax }) };
}

/** 测评订单 (market.md 1). */
export const evaluationOrderRules = rules(evaluationOrder, {
  expressions: { refundEligible: ELIGIBLE },
  beforeNumber: (c, { evaluationId }) => lockIds(c.sql, "evaluation", [evaluationId]),
  beforeSave: workOut,
  async afterSave(c, id, next, before) {
    await matchOrders(c, [id]);
    // An edit changes no count, and the task stands above an order that is locked.
    if (!before) await recount(c, [next.evaluationId ?? ""]);
  },
  async enrichOne(c, row) {
    row.party = await partyOf(c);
    row.pictures = await picturesOf(c, [row.id]);
  },
  prefill,
  transitions: [check, markAbnormal, cancel, feedback],
});
