import { PIECES } from "#backend/domain/pieces";
import { profitsOf } from "#backend/domain/reports/cockpit/sums/measures";
import { CNY, FOREIGN } from "#backend/domain/reports/profit/rows";
import { rateJoin, rateOf } from "#backend/ledgers/facts/rates";

/** Days as SQL: of a question, and the first one that anything of it looks at. */
export interface AskedDays {
  from: string;
  till: string;
  since: string;
}

/** Columns of the facts that figures are made of: counts, store currency, CNY. */
export const COUNTS = ["units", "orders", "refund_units", "return_units"];
export const NATIVE = FOREIGN.filter((c) => c !== "estimated_fee");
export const RATE = rateOf("s.month", "s.currency");
export const { INCOME, NET } = profitsOf("s.", ` * ${RATE}`);

/** Stores of the listings that are asked for. */
export const STORES = "array(select distinct store_id from listing)";
export const month = (day: string) => `date_trunc('month', ${day})::date`;

/** Days of which the platform said what of a store's listings was looked at, and the last of them. */
export const seenDays = ({ since, till }: AskedDays) => `
  seen as materialized (select store_id, day, max(day) over (partition by store_id) as last from (
    select distinct store_id, day from sales_traffic
    where store_id = any(${STORES}) and day between ${since}::date and ${till}::date and del_flag = 0) d)`;

/** Sums of facts by listing (`msku`) and what `by` adds, in CNY beside those in the store's currency. */
const earned = (by: string) => `
  select s.store_id, s.msku, ${by} ${COUNTS.map((c) => `sum(s.${c})::int as ${c}`).join(", ")},
    min(s.currency) as currency, sum(s.item_sales) as local_sales, sum(s.item_sales * ${RATE}) as sales,
    sum(s.ad_spend * ${RATE}) as ad_spend, sum(${INCOME}) as income, sum(${NET}) as net`;

/** What listings sold in days, and how fast until their end; with what of it was sold where sessions are known. */
export const soldIn = ({ from, till, since }: AskedDays) => {
  const asked = `filter (where f.biz_date >= ${from}::date)`;
  const lately = [7, 14, 30].map((n) => `sum(f.units) filter (where f.biz_date > ${till}::date - ${n}) as u${n}`);
  return `sold as (
    ${earned(
      "sum(s.seen_units)::int as seen_units, sum(s.c7) as c7, sum(s.c14) as c14, sum(s.u7) as u7, sum(s.u14) as u14, sum(s.u30) as u30,",
    )}
    from (
      select f.store_id, f.seller_sku as msku, f.currency, ${month("f.biz_date")} as month,
        ${[...COUNTS, ...NATIVE, ...CNY].map((c) => `coalesce(sum(f.${c}) ${asked}, 0) as ${c}`).join(", ")},
        ${lately.join(", ")},
        coalesce(sum(f.units) filter (where f.biz_date >= ${from}::date and n.day is not null), 0) as seen_units,
        sum(f.units) filter (where n.day > n.last - 7) as c7,
        sum(f.units) filter (where n.day > n.last - 21 and n.day <= n.last - 7) as c14
      from fact_trade_daily f left join seen n on n.store_id = f.store_id and n.day = f.biz_date
      where f.store_id = any(${STORES}) and f.biz_date between ${since}::date and ${till}::date
      group by 1, 2, 3, 4) s ${rateJoin("s.month", "s.currency")}
    group by 1, 2)`;
};

/** What listings sold in other days, which they are compared with. */
export const soldThen = (from: string, till: string) => `
  sold_then as (select store_id, msku, units as units_then, sales as sales_then, net as net_then from (
    ${earned("")}
    from (
      select f.store_id, f.seller_sku as msku, f.currency, ${month("f.biz_date")} as month,
        ${[...COUNTS, ...NATIVE, ...CNY].map((c) => `sum(f.${c}) as ${c}`).join(", ")}
      from fact_trade_daily f
      where f.store_id = any(${STORES}) and f.biz_date between ${from}::date and ${till}::date
      group by 1, 2, 3, 4) s ${rateJoin("s.month", "s.currency")}
    group by 1, 2) e),
  drawn_then as (select store_id, fact_sku as msku, sum(sessions)::int as sessions_then from sales_traffic
    where store_id = any(${STORES}) and day between ${from}::date and ${till}::date and del_flag = 0 group by 1, 2)`;

/** What of listings was looked at; the box that buyers buy by is weighed by what they looked at. */
export const drawnIn = ({ from, till, since }: AskedDays) => {
  const asked = `filter (where t.day >= ${from}::date)`;
  const boxed = (where: string) => `filter (where ${where} and t.buy_box is not null)`;
  return `drawn as (
    select t.store_id, t.fact_sku as msku, sum(t.sessions) ${asked} as sessions, sum(t.page_views) ${asked} as page_views,
      sum(t.buy_box * t.page_views) ${boxed(`t.day >= ${from}::date`)} as boxes,
      sum(t.page_views) ${boxed(`t.day >= ${from}::date`)} as box_views,
      sum(t.buy_box * t.page_views) ${boxed("t.day > n.last - 7")} as boxes7, sum(t.page_views) ${boxed("t.day > n.last - 7")} as box_views7,
      sum(t.sessions) filter (where t.day > n.last - 7) as s7,
      sum(t.sessions) filter (where t.day > n.last - 21 and t.day <= n.last - 7) as s14
    from sales_traffic t join seen n on n.store_id = t.store_id and n.day = t.day
    where t.store_id = any(${STORES}) and t.day between ${since}::date and ${till}::date and t.del_flag = 0
    group by 1, 2)`;
};

/** What advertising of listings sold, by reports of advertised products, in whatever letters they write them. */
export const advertisedIn = ({ from, till }: AskedDays, tenant: string) => `
  advertised as (
    select s.store_id, s.lower, sum(s.units)::int as ad_units, sum(s.sales * ${RATE}) as ad_sales
    from (
      select c.store_id, lower(a.advertised_sku) as lower, a.currency_code as currency, ${month("a.rpt_date")} as month,
        sum(a.units) as units, sum(a.sales) as sales
      from fact_ad_product_daily a join ad_campaign c on c.campaign_id = a.campaign_id and c.tenant_id = ${tenant}
      where a.rpt_date between ${from}::date and ${till}::date and c.store_id = any(${STORES})
      group by 1, 2, 3, 4) s ${rateJoin("s.month", "s.currency")}
    group by 1, 2)`;

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
  goods as materialized (
    select y.store_id, l.sku_id, sum(y.fulfillable) as qty
    from lying y join (select distinct on (store_id, msku) store_id, msku, sku_id from sku_listing
        where store_id = any(${STORES}) order by store_id, msku, del_flag, id) l using (store_id, msku)
    group by 1, 2),
  sets as (
    select l.store_id, l.msku, min(floor(coalesce(g.qty, 0) / nullif(x.per, 0)))::int as sets
    from listing l join sku k on k.id = l.sku_id and k.sku_type = 'combo' join (${PIECES}) x on x.sku_id = l.sku_id
      join stock_days d on d.store_id = l.store_id
      left join goods g on g.store_id = l.store_id and g.sku_id = x.piece_id
    where l.channel = 'AFN' group by 1, 2)`;

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
