import { type RuleContext, visible } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { documentNamed } from "#documents";
import type { DraftOf, RowOf } from "#documents/kit";
import type { rebate } from "#documents/promotion/rebate";
import { lockOrders } from "../order/lock";

export type SourceDraft = DraftOf<typeof rebate>;
export type SourceRow = RowOf<typeof rebate>;
export type SourceLine = NonNullable<SourceDraft["items"]>[number];
type RebateSourceKind = NonNullable<SourceRow["items"][number]["sourceType"]>;
type Naming = Pick<SourceLine, "orderId" | "promotionId" | "refundId">;

/** What a line of 返利单 comes of. */
export interface RebateSource {
  kind: RebateSourceKind;
  id: string;
  no: string;
  /** None: a promotion belongs to no resource. */
  resourceId: string | null;
  currency: string;
  says: string;
  /** yyyy-MM-dd: when a refund was paid; of others nothing asks. */
  day: string | null;
  /** Its sentence when nothing is owed for it (any more). */
  refused: string | null;
  /** Fee of one, or what was paid back. */
  worth: string;
}

/** Number of the first living 返利单 that names it, with its state where that is a draft. */
const takenBy = (column: string) =>
  `(select b.no || case b.status when 'draft' then '（草稿）' else '' end
    from rebate_line l join rebate b on b.id = l.rebate_id
    where l.${column} = t.id and l.del_flag = 0 and b.del_flag = 0 and b.status <> 'void'
    order by b.id limit 1)`;

/** A living line of another 返利单 names it. */
const taken = (column: string) =>
  `exists (select 1 from rebate_line l join rebate b on b.id = l.rebate_id
    where l.${column} = t.id and l.del_flag = 0 and b.del_flag = 0 and b.status <> 'void')`;

interface KindOf {
  kind: RebateSourceKind;
  document: string;
  field: keyof Naming;
  select: string;
  /** Of a direction: sources of a resource in a period, `?` its id and the two days. */
  due?: readonly [direction: SourceRow["direction"], condition: string];
  lock(c: RuleContext, ids: readonly string[]): Promise<void>;
}

const PAID_DAY = "(t.paid_time at time zone 'Asia/Shanghai')::date";

/** In the order in which they are locked. */
const KINDS: readonly KindOf[] = [
  {
    kind: "refund",
    document: "eva_refund",
    field: "refundId",
    select: `select t.id, t.no, t.resource_id as "resourceId", t.currency, ${PAID_DAY}::text as day,
        '返款于 ' || ${PAID_DAY} as says,
        case when t.status <> 'paid' then '返款单' || t.no || '未返款，不能返点'
          when ${taken("refund_id")} then '返款单' || t.no || '已在返利单' || ${takenBy("refund_id")} || '中'
          end as refused,
        t.goods_amount::text as worth
      from eva_refund t`,
    due: [
      "receive",
      `t.resource_id = ? and t.status = 'paid' and ${PAID_DAY} between ? and ?
        and not ${taken("refund_id")}`,
    ],
    lock: (c, ids) => lockIds(c.sql, "eva_refund", ids),
  },
  {
    kind: "evaluationOrder",
    document: "evaluation_order",
    field: "orderId",
    select: `select t.id, t.no, t.resource_id as "resourceId", t.currency,
        null as day,
        t.platform_order_no || '　' || t.order_date as says,
        case when t.status not in ('checked', 'refunding', 'refunded') or t.rebate_no is not null
          or ${taken("order_id")} then '存在不可返利的测评订单 ' || t.no
          || coalesce('，已在返利单' || ${takenBy("order_id")} || '中', '') end as refused,
        coalesce(e.service_fee, r.service_fee, 0)::text as worth
      from evaluation_order t join evaluation e on e.id = t.evaluation_id
        join evaluation_resource r on r.id = t.resource_id`,
    due: [
      "pay",
      `t.resource_id = ? and t.order_date between ? and ?
        and t.status in ('checked', 'refunding', 'refunded') and t.rebate_no is null`,
    ],
    lock: lockOrders,
  },
  {
    kind: "platformPromotion",
    document: "platform_promotion",
    field: "promotionId",
    select: `select t.id, t.no, null::bigint as "resourceId", t.currency, null as day,
        t.promo_name as says,
        case when t.status not in ('running', 'ended', 'reviewed') then '平台推广' || t.no || '未开始，不能返利'
          when ${taken("promotion_id")} then '平台推广' || t.no || '已在返利单' || ${takenBy("promotion_id")} || '中'
          end as refused,
        '0' as worth
      from platform_promotion t`,
    lock: (c, ids) => lockIds(c.sql, "platform_promotion", ids),
  },
];

/** The source that a line names. */
export const keyOf = (line: Naming): string | undefined =>
  KINDS.flatMap(({ kind, field }) => (line[field] ? `${kind}/${line[field]}` : []))[0];

/** The fields of a line that names this source. */
export const namesOf = ({ kind, id }: Pick<RebateSource, "kind" | "id">): Naming =>
  Object.fromEntries(KINDS.flatMap((k) => (k.kind === kind ? [[k.field, id]] : [])));

const idsOf = (lines: readonly Naming[], field: keyof Naming) => lines.flatMap((line) => line[field] ?? []);

/** Locks what lines name. */
export async function lockSources(c: RuleContext, lines: readonly Naming[]): Promise<void> {
  for (const { field, lock } of KINDS) {
    const ids = idsOf(lines, field);
    if (ids.length) await lock(c, ids);
  }
}

/** Sources by their keys, as they are now. */
export async function sourcesOf(c: RuleContext, lines: readonly Naming[]) {
  const found = new Map<string, RebateSource>();
  for (const { kind, field, select } of KINDS) {
    const ids = idsOf(lines, field);
    if (!ids.length) continue;
    const rows = await c.sql.query<Omit<RebateSource, "kind">>(
      `${select} where t.tenant_id = $1 and t.id = any($2::bigint[]) and t.del_flag = 0`,
      [c.tenantId, ids],
    );
    for (const row of rows) found.set(`${kind}/${row.id}`, { ...row, kind });
  }
  return found;
}

/** What a resource is owed, or owes, for a period: lines for all of it that the caller may see. */
export async function dueOf(c: RuleContext, head: SourceDraft): Promise<Naming[]> {
  const found: Naming[] = [];
  for (const { kind, document, due } of KINDS) {
    if (!due || due[0] !== head.direction) continue;
    const where = visible(documentNamed(document), c.caller).and(
      due[1],
      head.resourceId,
      head.periodStart,
      head.periodEnd,
    );
    if (head.currency) where.and("t.currency = ?", head.currency);
    const rows = await c.sql.query<{ id: string }>(
      `select t.id from ${document} t where ${where} order by t.id limit 500`,
      where.values,
    );
    found.push(...rows.map(({ id }) => namesOf({ kind, id })));
  }
  return found;
}
