import type { RuleContext } from "../../../documents/rules";

/** What happened of an application in one month: orders by their day, at what they cost. */
export interface Month {
  month: string;
  orders: number;
  checked: number;
  abnormal: number;
  /** What participants paid for checked orders, and the fees for them, in the currency of the site. */
  paid: string;
  fees: string;
}

/** Orders and their cost by month: how its budget burns. */
export const byMonth = (c: RuleContext, applicationId: string): Promise<Month[]> =>
  c.sql.query<Month>(
    `select to_char(o.order_date, 'YYYY-MM') as month, count(*)::int as orders,
       (count(*) filter (where o.status in ('checked', 'refunding', 'refunded')))::int as checked,
       (count(*) filter (where o.status = 'abnormal'))::int as abnormal,
       coalesce(sum(o.paid_amount) filter (where o.status in ('checked', 'refunding', 'refunded')), 0)::text as paid,
       coalesce(sum(e.service_fee) filter (where o.status in ('checked', 'refunding', 'refunded')), 0)::text as fees
     from evaluation_order o join evaluation e on e.id = o.evaluation_id
     where o.tenant_id = $1 and o.application_id = $2 and o.del_flag = 0 and o.status <> 'cancelled'
     group by 1 order by 1`,
    [c.tenantId, applicationId],
  );
