import { keep, type Sql } from "#backend/platform/db";
import { addressColumns } from "#backend/platform/personal/address";
import { customer } from "#documents/service/customer";

/** Orders that count: what was never paid or was cancelled is none. */
const BOUGHT = "o.status not in ('Canceled', 'Pending', 'PendingAvailability')";

/** Nobody knows beforehand how many orders keys have: of very many at once the planner thinks wrongly. */
const AT_ONCE = 500;

/**
 * What is known of these buyers is counted anew from their orders, refunds and complaints, set by set;
 * amounts by the rate of the order's month.
 */
export async function recountCustomers(sql: Sql, tenantId: string, keys: readonly string[]): Promise<void> {
  if (!keys.length) return;
  await sql.query(
    `select id from customer where tenant_id = $1 and buyer_key = any($2) and del_flag = 0
     order by id ${keep(sql, "customer")}`,
    [tenantId, keys],
  );
  for (let i = 0; i < keys.length; i += AT_ONCE) await sql.query(RECOUNT, [tenantId, keys.slice(i, i + AT_ONCE)]);
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

const ALIAS = addressColumns("buyer_alias");

/**
 * Numbers for so many new rows at once, as `nextNumber` gives them: the counter is moved once.
 */
const FIRST = `
  insert into doc_sequence as s (tenant_id, prefix, biz_date, val)
  values ($1, '${customer.number}', (now() at time zone 'Asia/Shanghai')::date, $2)
  on conflict (tenant_id, prefix, biz_date) do update set val = s.val + excluded.val
  returning to_char(biz_date, 'YYMMDD') as day, val - $2 as before`;

/** Buyers of these orders that nobody knew become customers. */
async function addMissing(sql: Sql, tenantId: string, keys: readonly string[]) {
  const known = await sql.query<{ key: string }>(
    "select buyer_key as key from customer where tenant_id = $1 and buyer_key = any($2) and del_flag = 0",
    [tenantId, keys],
  );
  const have = new Set(known.map((k) => k.key));
  const fresh = keys.filter((key) => !have.has(key)).sort();
  if (!fresh.length) return;
  const first = await sql.one<{ day: string; before: number }>(FIRST, [tenantId, fresh.length]);
  await sql.query(
    `insert into customer (tenant_id, no, status, buyer_key, level)
     select $1, '${customer.number}' || $3::text || lpad((($4::int + n)::text), greatest(4, length(($4::int + n)::text)), '0'),
       'normal', key, 'new'
     from unnest($2::text[]) with ordinality x(key, n) order by n
     on conflict do nothing`,
    [tenantId, fresh, first?.day, first?.before],
  );
}

/** What they are called is what their latest order says; who was emptied and buys again is there again. */
const NAMED = `
  update customer c set ${ALIAS.map((a) => `${a} = x.${a}`).join(", ")},
    status = case when c.status <> 'purged' then c.status when c.blacklist then 'blacklisted' else 'normal' end
  from (select distinct on (o.buyer_key) o.buyer_key, ${ALIAS.map((a) => `o.${a}`).join(", ")}
    from platform_order o where o.tenant_id = $1 and o.buyer_key = any($2) and o.buyer_alias is not null
      and o.del_flag = 0 order by o.buyer_key, o.purchase_time desc, o.id desc) x
  where c.tenant_id = $1 and c.buyer_key = x.buyer_key and c.del_flag = 0`;

/**
 * Keeps who bought, in the transaction that keeps what was bought: each buyer of these orders is one
 * customer, and its figures follow. `before`: buyers that these orders had until now.
 */
export async function keepCustomers(
  sql: Sql,
  tenantId: string,
  orderIds: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  const rows = await sql.query<{ key: string }>(
    `select distinct buyer_key as key from platform_order
     where id = any($1::bigint[]) and buyer_key is not null`,
    [orderIds],
  );
  const keys = rows.map((r) => r.key);
  const all = [...new Set([...keys, ...before])];
  if (!all.length) return;
  await addMissing(sql, tenantId, keys);
  await recountCustomers(sql, tenantId, all);
  await sql.query(NAMED, [tenantId, keys]);
}
