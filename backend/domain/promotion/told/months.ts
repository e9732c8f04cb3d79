import type { RuleContext } from "#backend/engine/documents";
import type { SentOf } from "#documents/kit";
import type { evaluation } from "#documents/promotion/evaluation";

/** What a page that shows months or pictures is sent. */
type ToldSent = Required<SentOf<typeof evaluation>>;

/** The pictures of orders, in the order of their numbers; one without has a row as well. */
export const picturesOf = (c: RuleContext, orderIds: readonly string[]): Promise<ToldSent["pictures"]> =>
  c.sql.query(
    `select o.no, o.order_date::text as day, p.id::text as "fileId"
     from evaluation_order o left join lateral unnest(o.order_photos) with ordinality p(id, n) on true
     where o.tenant_id = $1 and o.id = any($2::bigint[]) order by o.no, p.n`,
    [c.tenantId, orderIds],
  );

const DONE = "filter (where o.status in ('checked', 'refunding', 'refunded'))";

/** Orders and their cost by month and currency. */
export const byMonth = (
  c: RuleContext,
  of: "application_id" | "evaluation_id" | "resource_id",
  id: string,
): Promise<ToldSent["months"]> =>
  c.sql.query(
    `select to_char(o.order_date, 'YYYY-MM') as month, o.currency, count(*)::int as orders,
       (count(*) ${DONE})::int as checked,
       (count(*) filter (where o.status = 'abnormal'))::int as abnormal,
       coalesce(sum(o.paid_amount) ${DONE}, 0)::text as paid,
       coalesce(sum(e.service_fee) ${DONE}, 0)::text as fees
     from evaluation_order o join evaluation e on e.id = o.evaluation_id
     where o.tenant_id = $1 and o.${of} = $2 and o.del_flag = 0 and o.status <> 'cancelled'
     group by 1, 2 order by 1, 2`,
    [c.tenantId, id],
  );
