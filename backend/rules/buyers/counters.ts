import { keep } from "../../db/locks";
import type { Sql } from "../../db/sql";

/** Orders that count: what was never paid or was cancelled is none. */
const BOUGHT = "o.status not in ('Canceled', 'Pending', 'PendingAvailability')";

/** Nobody knows beforehand how many orders keys have: of very many at once the planner thinks wrongly. */
const AT_ONCE = 500;

/**
 * What is known of these buyers is counted anew from their orders, refunds and complaints, set by set;
 * amounts by the rate of the order's month.
 */
export async function recountCustomers(
  sql: Sql,
  tenantId: string,
  keys: readonly string[],
): Promise<void> {
  if (!keys.length) return;
  await sql.query(
    `select id from customer where tenant_id = $1 and buyer_key = any($2) and del_flag = 0
     order by id ${keep(sql, "customer")}`,
    [tenantId, keys],
  );
  for (let i = 0; i < keys.length; i += AT_ONCE)
    await sql.query(RECOUNT, [tenantId, keys.slice(i, i + AT_ONCE)]);
}

const RECOUNT = `
  with told as (
    select o.buyer_key as key, o.site_id, o.purchase_time, o.order_total, o.currency, ${BOUGHT} as bought
    from platform_order o where o.tenant_id = $1 and o.buyer_key = any($2) and o.del_flag = 0),
  rate as (
    select p.currency, p.month, (select coalesce(r.my_rate, r.official_rate) from exchange_rate r
        where r.tenant_id = $1 and r.currency = p.currency and r.effective_date <= p.month
          and r.del_flag = 0 order by r.effective_date desc limit 1) as rate
    from (select distinct currency, date_trunc('month', purchase_time)::date as month from told) p),
  ordered as (
    select t.key, count(*) filter (where bought)::int as orders, min(purchase_time) as first,
      max(purchase_time) as last, array_agg(distinct site_id) filter (where site_id is not null) as sites,
      coalesce(sum(round(t.order_total * case when t.currency = 'CNY' then 1 else r.rate end, 2))
        filter (where bought), 0) as amount
    from told t left join rate r on r.currency = t.currency
      and r.month = date_trunc('month', t.purchase_time)::date
    group by t.key),
  refunded as (
    select buyer_key as key, count(*)::int as refunds, coalesce(sum(amount_cny), 0) as amount from cs_refund
    where tenant_id = $1 and buyer_key = any($2) and status = 'done' and del_flag = 0 group by 1),
  complained as (
    select buyer_key as key, count(*)::int as vocs from voc
    where tenant_id = $1 and buyer_key = any($2) and status not in ('draft', 'cancelled') and del_flag = 0
    group by 1)
  update customer c set order_count = coalesce(o.orders, 0), order_amount_cny = coalesce(o.amount, 0),
    first_order_time = o.first, last_order_time = o.last, site_ids = coalesce(o.sites, '{}'),
    refund_count = coalesce(r.refunds, 0), refund_amount_cny = coalesce(r.amount, 0),
    voc_count = coalesce(v.vocs, 0), version = c.version + 1, update_time = now(),
    level = case when coalesce(o.orders, 0) >= 5 then 'vip' when o.orders >= 2 then 'repeat' else 'new' end
  from customer k left join ordered o on o.key = k.buyer_key left join refunded r on r.key = k.buyer_key
    left join complained v on v.key = k.buyer_key
  where c.id = k.id and k.tenant_id = $1 and k.buyer_key = any($2) and k.del_flag = 0`;
