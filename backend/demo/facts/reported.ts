import dayjs from "dayjs";
import type { Sql } from "#backend/platform/db";

/** Days before today of which the demonstration has what the platform says of listings. */
const DAYS = 30;

/** A number of a listing that stays, from 0 to 99. */
const OF = "abs(hashtext(f.store_id || f.seller_sku)) % 100";
/** Listings that sold in the days, with what they sell a day; stores whose reports were uploaded have their own. */
const LISTINGS = (more: string) => `
  select f.store_id, f.seller_sku as msku, max(l.asin) as asin, max(f.currency) as currency, ${OF} as own, avg(f.units) as daily
  from fact_trade_daily f join sku_listing l on l.store_id = f.store_id and l.msku = f.seller_sku
    and l.del_flag = 0 ${more}
  where f.biz_date between $1::date - 14 and $2::date and f.units > 0
    and not exists (select 1 from report_file r where r.store_id = f.store_id and r.kind = 'traffic' and r.del_flag = 0)
  group by 1, 2, 5`;

/** Sessions, and how many of them saw another seller's offer: one listing in ten loses it for a week each month. */
const TRAFFIC = `
  insert into sales_traffic (store_id, day, msku, fact_sku, asin, sessions, page_views, units, conversion, buy_box, sales, currency, row_key)
  select x.store_id, f.biz_date, x.msku, x.msku, x.asin, x.sessions, x.sessions * 13 / 10, f.units,
    round(f.units * 100.0 / nullif(x.sessions, 0), 2), x.box, f.item_sales, x.currency,
    concat_ws('/', x.store_id, f.biz_date, x.msku)
  from (select g.*, d.day::date as day, ceil(g.daily * (6 + g.own % 9) * (0.9 + (extract(doy from d.day)::int + g.own) % 5 * 0.05))::int as sessions,
      case when g.own % 10 = 3 and extract(day from d.day) > 22 then 61 else 92 + g.own % 8 end as box
    from (${LISTINGS("")}) g cross join generate_series($1::date, $2::date, interval '1 day') d(day)) x
    join fact_trade_daily f on f.store_id = x.store_id and f.seller_sku = x.msku and f.biz_date = x.day
  on conflict do nothing`;

/** What lies at the platform: goods for one to 140 days, of one listing in nine none for a while. */
const STOCK = `
  insert into fba_stock (store_id, day, msku, fact_sku, asin, fulfillable_qty, reserved_qty, unsellable_qty, working_qty,
    shipped_qty, receiving_qty, total_qty, row_key)
  select g.store_id, d.day::date, g.msku, g.msku, g.asin, q.good, q.reserved, g.own % 3, 0, q.coming, 0,
    q.good + q.reserved + g.own % 3 + q.coming, concat_ws('/', g.store_id, d.day::date, g.msku)
  from (${LISTINGS("and l.fulfillment_channel = 'AFN'")}) g cross join generate_series($1::date, $2::date, interval '1 day') d(day)
    cross join lateral (select 140 - (d.day::date - '2020-01-01'::date + g.own * 7) % 140 as left_days) n
    cross join lateral (select greatest(0, round(g.daily * (n.left_days - case when g.own % 9 = 4 then 12 else 0 end)))::int as good,
      ceil(g.daily)::int as reserved, case when n.left_days < 40 then ceil(g.daily * 40)::int else 0 end as coming) q
  on conflict do nothing`;

/** What the platform says of the days' traffic and stock, for stores whose reports nobody uploaded. */
export async function insertReported(sql: Sql, from: string, till: string, today: string): Promise<void> {
  const early = dayjs(today).subtract(DAYS, "day").format("YYYY-MM-DD");
  const first = from < early ? early : from;
  if (first > till) return;
  await sql.query(TRAFFIC, [first, till]);
  await sql.query(STOCK, [first, till]);
}
