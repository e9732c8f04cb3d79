import type { RuleContext } from "../../../documents/rules";

/** What happened of an application, task or resource in one month: orders by their day, at what they cost. */
export interface Month {
  month: string;
  /** Of the stores where it was bought. */
  currency: string;
  orders: number;
  checked: number;
  abnormal: number;
  /** What participants paid for checked orders, and the fees for them. */
  paid: string;
  fees: string;
}

const DONE = "filter (where o.status in ('checked', 'refunding', 'refunded'))";

/** Orders and their cost by month and currency. */
export const byMonth = (
  c: RuleContext,
  of: "application_id" | "evaluation_id" | "resource_id",
  id: string,
): Promise<Month[]> =>
  c.sql.query<Month>(
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
