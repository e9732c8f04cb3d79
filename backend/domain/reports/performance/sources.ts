import { PIECES } from "#backend/domain/pieces";
import { rateJoin, rateOf } from "#backend/ledgers/facts/rates";
import { ADS, between, entryOf, PARTS, rowsOf, TRADE, TRAFFIC } from "./sums";

/** Days as SQL: of a question, and the first one that anything of it looks at. */
export interface AskedDays {
  from: string;
  till: string;
  since: string;
  /** Some goods alone are asked for: rows of others are not looked at. */
  goods?: boolean;
}

/** Counts of the facts. */
export const COUNTS = ["units", "orders", "refund_units", "return_units"] as const;
/** Amounts of the facts in the currency of the store, but for what was spent, which is in CNY. */
export const AMOUNTS = ["item_sales", "ad_spend", "income", "earned", "spent"] as const;
/** CNY per unit of what a month has of sums `s`. */
const RATE = rateOf("s.month", "s.currency");
/** The same amounts in CNY, of sums `s` of a month. */
export const IN_CNY = `sum(s.item_sales * ${RATE}) * ${PARTS} as sales, sum(s.ad_spend * ${RATE}) * ${PARTS} as ad_spend,
  sum(s.income * ${RATE}) * ${PARTS} as income, sum(s.earned * ${RATE} - s.spent) * ${PARTS} as net`;
/** What advertising sold, in CNY, of sums `s` of a month. */
export const AD_SALES = `sum(s.sales * ${RATE}) * ${PARTS} as ad_sales`;
/** Joins the rates of sums `s` of a month. */
export const RATES = rateJoin("s.month", "s.currency");

/** Stores of the listings that are asked for. */
export const STORES = "array(select store_id from asked_store)";

/** Of rows `f` whose goods are named by this column, those that are asked for, where some are. */
export const ofGoods = (goods: boolean | undefined, column: string) =>
  goods ? `and ${column} = any(array(select msku from listing))` : "";

/** Months of a span as `name (month, first, last)`, with entries of their sums: facts and rates are by month. */
export const monthsIn = (name: string, from: string, till: string, entries: Readonly<Record<string, string>> = {}) => `
  ${name} as materialized (
    select *${Object.entries(entries)
      .map(([entry, day]) => `, ${entryOf(day)} as ${entry}`)
      .join("")}
    from (select m::date as month, greatest(m::date, ${from}::date) as first,
        least((m + interval '1 month - 1 day')::date, ${till}::date) as last
      from generate_series(date_trunc('month', ${from}::date), ${till}::date, interval '1 month') m) m)`;

/** What each month `m` has of facts. */
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

/** Days of which traffic was told of a store, as runs of days of one month with the entries that they lie between. */
const seenRuns = ({ from }: AskedDays) => {
  const clipped = (after: string, entry: string) =>
    `greatest(r.a, ${after}) as %_from, greatest(r.a, ${after}, least(r.b, ${entry})) as %_to`;
  const week = entryOf("n.last - 7", "r.month");
  return `seen_runs as materialized (
    select r.store_id, r.month, ${[
      clipped(entryOf(`${from}::date - 1`, "r.month"), "r.b").replaceAll("%", "asked"),
      clipped(week, "r.b").replaceAll("%", "c7"),
      clipped(entryOf("n.last - 21", "r.month"), week).replaceAll("%", "c14"),
    ].join(", ")}
    from (
      select store_id, month, ${entryOf("min(day) - 1")} as a, ${entryOf("max(day)")} as b
      from (select n.store_id, d.day, date_trunc('month', d.day)::date as month,
          d.day - row_number() over (partition by n.store_id order by d.day)::int as run
        from seen n cross join unnest(n.days) d(day)) d group by store_id, month, run) r
      join seen n on n.store_id = r.store_id)`;
};

/** What listings sold in days, and how fast until their end; with what of it was sold where sessions are known. */
export const soldIn = (days: AskedDays) => {
  const { from, till, since, goods } = days;
  const lately = [7, 14, 30];
  const asked = [...COUNTS, ...AMOUNTS].map((c) => `${between(TRADE[c], "m.before", "m.till")} as ${c}`);
  const paced = lately.map((n) => `${between(TRADE.units, `m.d${n}`, "m.till")} as u${n}`);
  const seen = (window: string, measure: number) => `sum(${between(measure, `m.${window}_from`, `m.${window}_to`)})`;
  const recent = ["c7", "c14"].map(
    (w) => `case when ${seen(w, TRADE.rows)} > 0 then ${seen(w, TRADE.units)} end as ${w}`,
  );
  const named = ofGoods(goods, "s.sku");
  return `${monthsIn("since_months", since, till, {
    start: `${since}::date - 1`,
    before: `${from}::date - 1`,
    till: `${till}::date`,
    ...Object.fromEntries(lately.map((n) => [`d${n}`, `${till}::date - ${n}`])),
  })}, ${seenRuns(days)},
  sold_seen as (
    select s.store_id, s.sku as msku, ${seen("asked", TRADE.units)}::int as seen_units, ${recent.join(", ")}
    from seen_runs m ${rowsOf("trade", "array[m.store_id]", named)} group by 1, 2),
  sold as (
    select s.*, coalesce(n.seen_units, 0) as seen_units, n.c7, n.c14 from (
      select s.store_id, s.sku as msku, ${[
        ...COUNTS.map((c) => `sum(s.${c})::int as ${c}`),
        ...lately.map((n) => `sum(s.u${n}) as u${n}`),
      ].join(", ")}, min(s.currency) as currency, sum(s.item_sales) * ${PARTS} as local_sales, ${IN_CNY}
      from (select s.store_id, s.sku, s.month, s.currency, ${[...asked, ...paced].join(", ")}
        from since_months m ${rowsOf("trade", STORES, named)}
        where ${between(TRADE.rows, "m.start", "m.till")} > 0 offset 0) s ${RATES} group by 1, 2) s
      left join sold_seen n using (store_id, msku))`;
};

/** What listings sold in other days, which they are compared with. */
export const soldThen = (from: string, till: string, goods?: boolean) => {
  const then = [...AMOUNTS, "units" as const].map((c) => `${between(TRADE[c], "m.before", "m.till")} as ${c}`);
  const rows = `${between(TRADE.rows, "m.before", "m.till")} > 0`;
  return `${monthsIn("then_months", from, till, { before: `${from}::date - 1`, till: `${till}::date` })},
  sold_then as (select store_id, msku, units_then, sales as sales_then, net as net_then from (
    select s.store_id, s.sku as msku, sum(s.units)::int as units_then, ${IN_CNY}
    from (select s.store_id, s.sku, s.month, s.currency, ${then.join(", ")}
      from then_months m ${rowsOf("trade", STORES, ofGoods(goods, "s.sku"))} where ${rows} offset 0) s ${RATES} group by 1, 2) e),
  drawn_then as (
    select s.store_id, s.sku as msku, sum(${between(TRAFFIC.sessions, "m.before", "m.till")})::int as sessions_then
    from then_months m ${rowsOf("traffic", STORES)} where ${rows} group by 1, 2)`;
};

/** What of listings was looked at; the box that buyers buy by is weighed by what they looked at. */
export const drawnIn = ({ since, goods }: AskedDays) => {
  const start = entryOf(`${since}::date - 1`, "m.month");
  const lower = (day: string) => `greatest(${start}, ${entryOf(day, "m.month")})`;
  const sum = (measure: number, after: string, entry: string) => `sum(${between(measure, `m.${after}`, `m.${entry}`)})`;
  const boxes = (after: string) => `${sum(TRAFFIC.boxes, after, "till")} * ${PARTS}`;
  return `drawn_months as materialized (
    select m.month, m.till, m.before, n.store_id, ${lower("n.last - 7")} as d7, ${lower("n.last - 21")} as d21
    from since_months m cross join seen n),
  drawn as (
    select s.store_id, s.sku as msku, ${sum(TRAFFIC.sessions, "before", "till")} as sessions,
      ${sum(TRAFFIC.page_views, "before", "till")} as page_views,
      ${boxes("before")} as boxes, ${sum(TRAFFIC.box_views, "before", "till")} as box_views,
      ${boxes("d7")} as boxes7, ${sum(TRAFFIC.box_views, "d7", "till")} as box_views7,
      ${sum(TRAFFIC.sessions, "d7", "till")} as s7, ${sum(TRAFFIC.sessions, "d21", "d7")} as s14
    from drawn_months m ${rowsOf("traffic", "array[m.store_id]", ofGoods(goods, "s.sku"))} group by 1, 2)`;
};

/** What advertising of listings sold, by reports of advertised products, in whatever letters they write them. */
export const advertisedIn = ({ from, till }: AskedDays) => `
  ${monthsIn("asked_months", from, till, { before: `${from}::date - 1`, till: `${till}::date` })},
  advertised as (
    select s.store_id, s.store_id || ' ' || s.sku as ad_key, sum(s.units)::int as ad_units, ${AD_SALES}
    from (select s.store_id, s.sku, s.month, s.currency, ${between(ADS.units, "m.before", "m.till")} as units,
        ${between(ADS.sales, "m.before", "m.till")} as sales
      from asked_months m ${rowsOf("ads", STORES)} where ${between(ADS.rows, "m.before", "m.till")} > 0 offset 0) s ${RATES}
    group by 1, s.sku)`;

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

/** Share of a fee a piece that somebody is told of. */
export const FEE_MOVES = "0.02";
const FEE_DAYS = 30;

/** Listings that the platform lately put into another size band, or will deliver for more or less than before. */
export const measuredAnew = ({ till }: AskedDays) => `
  measured as (select distinct store_id, fact_sku as msku from listing_change
    where store_id = any(${STORES}) and day between ${till}::date - ${FEE_DAYS} and ${till}::date + 1
      and case what when 'band' then true
        when 'preview' then abs(new_value::numeric - old_value::numeric) > old_value::numeric * ${FEE_MOVES} end)`;

const REASON_DAYS = 30;
const REASON_PIECES = 5;

/** Listings of which more pieces come back for one reason: many, and twice as many as in the days before. */
export const reasonsRisen = ({ till }: AskedDays) => `
  risen as (select distinct store_id, msku from (
    select store_id, fact_sku as msku, sum(qty) filter (where return_day > ${till}::date - ${REASON_DAYS}) as now,
      sum(qty) filter (where return_day <= ${till}::date - ${REASON_DAYS}) as before
    from fba_customer_return where store_id = any(${STORES}) and del_flag = 0 and reason is not null
      and return_day > ${till}::date - ${2 * REASON_DAYS} and return_day <= ${till}::date
    group by 1, 2, reason) r where now >= ${REASON_PIECES} and now >= 2 * coalesce(before, 0))`;

/** Days for which a rank says how a product stands. */
const RANK_DAYS = 7;

/** Of listings, what the platform lists and how it ranks, what lies there for long and how long goods take. */
export const knownOf = ({ till }: AskedDays) => `
  listed as (select distinct on (store_id, fact_sku) store_id, fact_sku as msku, title, price, currency, state, qty
    from store_listing where store_id = any(${STORES}) and del_flag = 0 and fact_sku <> '*'
    order by store_id, fact_sku, state = 'gone', id),
  aged as (select a.store_id, a.fact_sku as msku, sum(a.qty) as aged from fba_aged_storage_fee a join (
      select store_id, max(snapshot_day) as day from fba_aged_storage_fee
      where store_id = any(${STORES}) and del_flag = 0 group by 1) n on n.store_id = a.store_id and n.day = a.snapshot_day
    where a.del_flag = 0 group by 1, 2),
  ranked as (select distinct on (store_id, asin) store_id, asin, rank as sales_rank from listing_rank
    where store_id = any(${STORES}) and day between ${till}::date - ${RANK_DAYS} and ${till}::date + 1 and rank is not null
    order by store_id, asin, day desc),
  takes as (select store_id, sku_id, max(purchase_days + coalesce(transport_days, 0)) as lead from replenish
    where store_id = any(${STORES}) and del_flag = 0 group by 1, 2)`;
