import { PIECES } from "#backend/domain/pieces";
import { profitsOf } from "#backend/domain/reports/cockpit/sums/measures";
import { rateJoin, rateOf } from "#backend/ledgers/facts/rates";

/** Days as SQL: of a question, and the first one that anything of it looks at. */
export interface AskedDays {
  from: string;
  till: string;
  since: string;
  /** Some goods alone are asked for: rows of others are not looked at. */
  goods?: boolean;
}

/** Counts of the facts. */
export const COUNTS = ["units", "orders", "refund_units", "return_units"];
const { INCOME, EARNED, SPENT } = profitsOf("f.");
/** Amounts of the facts `f` in the currency of the store, but for what was spent, which is in CNY. */
export const AMOUNTS = {
  item_sales: "f.item_sales",
  ad_spend: "f.ad_spend",
  income: INCOME,
  earned: EARNED,
  spent: SPENT,
};
/** CNY per unit of what a month `m` has of facts `s`. */
const RATE = rateOf("m.month", "s.currency");
/** The same amounts in CNY, of sums `s` of a month `m`. */
export const IN_CNY = `sum(s.item_sales * ${RATE}) as sales, sum(s.ad_spend * ${RATE}) as ad_spend,
  sum(s.income * ${RATE}) as income, sum(s.earned * ${RATE} - s.spent) as net`;

/** Stores of the listings that are asked for. */
export const STORES = "array(select distinct store_id from listing)";

/** Of rows `f` whose goods are named by this column, those that are asked for, where some are. */
export const ofGoods = (goods: boolean | undefined, column: string) =>
  goods ? `and ${column} = any(array(select msku from listing))` : "";

/** Months of a span as `name (month, first, last)`: facts lie apart by month, and so do rates. */
export const monthsIn = (name: string, from: string, till: string) => `
  ${name} as materialized (
    select m::date as month, greatest(m::date, ${from}::date) as first,
      least((m + interval '1 month - 1 day')::date, ${till}::date) as last
    from generate_series(date_trunc('month', ${from}::date), ${till}::date, interval '1 month') m)`;

/** What each month `m` has, at its rate. */
export const byMonth = (months: string, facts: string) =>
  `${months} m cross join lateral (${facts}) s ${rateJoin("m.month", "s.currency")}`;

/** Days of which the platform said what of a store's listings was looked at, of each store, and the last of them. */
export const seenDays = (from: string, till: string) => `
  seen as materialized (
    select w.store_id, array_agg(d.day::date) as days, max(d.day::date) as last
    from unnest(${STORES}) w(store_id) cross join generate_series(${from}::date, ${till}::date, interval '1 day') d(day)
      cross join lateral (select 1 from sales_traffic t
        where t.store_id = w.store_id and t.day = d.day::date and t.del_flag = 0 limit 1) t
    group by 1)`;

/** What listings sold in days, and how fast until their end; with what of it was sold where sessions are known. */
export const soldIn = ({ from, till, since, goods }: AskedDays) => {
  const asked = `filter (where f.biz_date >= ${from}::date)`;
  const lately = [7, 14, 30].map((n) => `sum(f.units) filter (where f.biz_date > ${till}::date - ${n}) as u${n}`);
  const counted = [...COUNTS, "seen_units"].map((c) => `sum(s.${c})::int as ${c}`);
  const summed = ["c7", "c14", "u7", "u14", "u30"].map((c) => `sum(s.${c}) as ${c}`);
  const facts = `
    select f.store_id, f.seller_sku as msku, f.currency,
      ${COUNTS.map((c) => `coalesce(sum(f.${c}) ${asked}, 0) as ${c}`).join(", ")},
      ${Object.entries(AMOUNTS)
        .map(([name, sql]) => `coalesce(sum(${sql}) ${asked}, 0) as ${name}`)
        .join(", ")},
      ${lately.join(", ")},
      coalesce(sum(f.units) filter (where f.biz_date >= ${from}::date and f.biz_date = any(n.days)), 0) as seen_units,
      sum(f.units) filter (where f.biz_date > n.last - 7 and f.biz_date = any(n.days)) as c7,
      sum(f.units) filter (where f.biz_date > n.last - 21 and f.biz_date <= n.last - 7 and f.biz_date = any(n.days)) as c14
    from fact_trade_daily f left join seen n on n.store_id = f.store_id
    where f.store_id = any(${STORES}) and f.biz_date between m.first and m.last
      ${ofGoods(goods, "f.seller_sku")}
    group by 1, 2, 3`;
  return `${monthsIn("since_months", since, till)},
  sold as (
    select s.store_id, s.msku, ${[...counted, ...summed].join(", ")}, min(s.currency) as currency, sum(s.item_sales) as local_sales, ${IN_CNY}
    from ${byMonth("since_months", facts)} group by 1, 2)`;
};

/** What listings sold in other days, which they are compared with. */
export const soldThen = (from: string, till: string, goods?: boolean) => {
  const facts = `
    select f.store_id, f.seller_sku as msku, f.currency, sum(f.units) as units,
      ${Object.entries(AMOUNTS)
        .map(([name, sql]) => `sum(${sql}) as ${name}`)
        .join(", ")}
    from fact_trade_daily f where f.store_id = any(${STORES}) and f.biz_date between m.first and m.last
      ${ofGoods(goods, "f.seller_sku")} group by 1, 2, 3`;
  return `${monthsIn("then_months", from, till)},
  sold_then as (select store_id, msku, units_then, sales as sales_then, net as net_then from (
    select s.store_id, s.msku, sum(s.units)::int as units_then, ${IN_CNY}
    from ${byMonth("then_months", facts)} group by 1, 2) e),
  drawn_then as (select store_id, fact_sku as msku, sum(sessions)::int as sessions_then from sales_traffic
    where store_id = any(${STORES}) and day between ${from}::date and ${till}::date and del_flag = 0 group by 1, 2)`;
};

/** What of listings was looked at; the box that buyers buy by is weighed by what they looked at. */
export const drawnIn = ({ from, till, since, goods }: AskedDays) => {
  const asked = `filter (where t.day >= ${from}::date)`;
  const boxed = (where: string) => `filter (where ${where} and t.buy_box is not null)`;
  return `drawn as (
    select t.store_id, t.fact_sku as msku, sum(t.sessions) ${asked} as sessions, sum(t.page_views) ${asked} as page_views,
      sum(t.buy_box * t.page_views) ${boxed(`t.day >= ${from}::date`)} as boxes,
      sum(t.page_views) ${boxed(`t.day >= ${from}::date`)} as box_views,
      sum(t.buy_box * t.page_views) ${boxed("t.day > n.last - 7")} as boxes7, sum(t.page_views) ${boxed("t.day > n.last - 7")} as box_views7,
      sum(t.sessions) filter (where t.day > n.last - 7) as s7,
      sum(t.sessions) filter (where t.day > n.last - 21 and t.day <= n.last - 7) as s14
    from sales_traffic t join seen n on n.store_id = t.store_id
    where t.store_id = any(${STORES}) and t.day between ${since}::date and ${till}::date and t.del_flag = 0
      ${ofGoods(goods, "t.fact_sku")}
    group by 1, 2)`;
};

/** What advertising of listings sold, by reports of advertised products, in whatever letters they write them. */
export const advertisedIn = ({ from, till }: AskedDays) => {
  const facts = `
    select a.store_id, a.store_id || ' ' || a.lower_sku as ad_key, a.currency_code as currency, sum(a.units) as units, sum(a.sales) as sales
    from fact_ad_listing a where a.store_id = any(${STORES}) and a.rpt_date between m.first and m.last group by 1, 2, 3`;
  return `${monthsIn("asked_months", from, till)},
  advertised as (select s.store_id, s.ad_key, sum(s.units)::int as ad_units, sum(s.sales * ${RATE}) as ad_sales
    from ${byMonth("asked_months", facts)} group by 1, 2)`;
};

/** How far back a report of stock still says what lies there. */
const STOCK_DAYS = 14;
const PLACES = ["fulfillable", "reserved", "unsellable", "working", "shipped", "receiving", "book"];

/** What lies at the platform by the last report of each store, and of a combination how many its parts make. */
export const stockAt = ({ till }: AskedDays) => `
  stock_days as materialized (select w.store_id, d.day from unnest(${STORES}) w(store_id) cross join lateral (
    select f.day from fba_stock f where f.store_id = w.store_id and f.del_flag = 0
      and f.day between ${till}::date - ${STOCK_DAYS} and ${till}::date order by f.day desc limit 1) d),
  lying as materialized (
    select f.store_id, f.fact_sku as msku, f.day, ${PLACES.map((c) => `sum(f.${c}_qty)::int as ${c}`).join(", ")}
    from fba_stock f join stock_days using (store_id, day) where f.del_flag = 0 group by 1, 2, 3),
  combos as materialized (select l.store_id, l.msku, l.sku_id from listing l join sku k on k.id = l.sku_id and k.sku_type = 'combo'
    where l.channel = 'AFN' and l.store_id in (select store_id from stock_days)),
  sets as (
    select l.store_id, l.msku, (
      select min(floor(coalesce((select sum(y.fulfillable) from sku_listing o
          join lying y on y.store_id = o.store_id and y.msku = o.msku
        where o.store_id = l.store_id and o.sku_id = x.piece_id and o.del_flag = 0), 0) / nullif(x.per, 0)))::int
      from (${PIECES}) x where x.sku_id = l.sku_id) as sets
    from combos l)`;

/** Of listings, what the platform lists, what lies there for long, what their delivery costs and how long goods take. */
export const KNOWN = `
  listed as (select distinct on (store_id, fact_sku) store_id, fact_sku as msku, title, price, currency, state, qty
    from store_listing where store_id = any(${STORES}) and del_flag = 0 and fact_sku <> '*'
    order by store_id, fact_sku, state = 'gone', id),
  aged as (select a.store_id, a.fact_sku as msku, sum(a.qty) as aged from fba_aged_storage_fee a join (
      select store_id, max(snapshot_day) as day from fba_aged_storage_fee
      where store_id = any(${STORES}) and del_flag = 0 group by 1) n on n.store_id = a.store_id and n.day = a.snapshot_day
    where a.del_flag = 0 group by 1, 2),
  takes as (select store_id, sku_id, max(purchase_days + coalesce(transport_days, 0)) as lead from replenish
    where store_id = any(${STORES}) and del_flag = 0 group by 1, 2)`;
