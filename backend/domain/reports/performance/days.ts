import { idsIn, type ProfitBind } from "#backend/domain/reports/profit/rows";
import { VIEW_COLUMNS } from "#backend/engine/documents/tables/views";
import { monthRates } from "#backend/ledgers/facts/rates";
import type { Caller } from "#backend/platform/http";
import { adChange } from "#documents/advertisement/ad-change";
import { listingNote } from "#documents/cockpit/listing-note";
import type { ListQuery } from "#documents/kit";
import { storeListing } from "#documents/logistics/fba-daily";
import { listingsOf, namesGoods, performanceDays } from "./asked";
import { AD_SALES, COUNTS, IN_CNY, monthsIn, ofGoods, RATES, STORES, seenDays } from "./sources";
import { ADS, PARTS, rowsOf, TRADE, TRAFFIC, upTo } from "./sums";

/** What rows `s` of a source in a month were up to each of its days that are asked for, added up by this. */
const summedUp = (
  source: "trade" | "traffic" | "ads",
  by: string,
  measures: Readonly<Record<string, number>>,
  goods = "",
) => `
  select m.month, m.month + d.n - 1 as day, ${by}, d.n > m.before as counts,
    ${Object.entries(measures)
      .map(([name, measure]) => `sum(${upTo(measure, "d.n")}) as ${name}`)
      .join(", ")}
  from months m ${rowsOf(source, STORES, goods)}
    join listing l on ${source === "ads" ? "l.ad_key = s.store_id || ' ' || s.sku" : "l.store_id = s.store_id and l.msku = s.sku"}
    cross join generate_series(m.before, m.till) d(n)
  group by m.month, m.before, d.n, ${by}`;

/** The same of each day alone; `month`, `day` and what it is added up by beside it. */
const eachDay = (...[source, by, measures, goods]: Parameters<typeof summedUp>) => `
  select * from (
    select month, day, ${by.replaceAll("s.", "")}, counts, ${Object.keys(measures)
      .map((name) => `${name} - lag(${name}) over up_to as ${name}`)
      .join(", ")}
    from (${summedUp(source, by, measures, goods)}) s
    window up_to as (partition by month, ${by.replaceAll("s.", "")} order by day)) s
  where counts and rows > 0`;

/** Of a day what listings sold, drew, advertised and had. */
const byDay = (from: string, till: string, goods: boolean) => {
  const named = ofGoods(goods, "s.sku");
  return `${monthsIn("months", from, till, { before: `${from}::date - 1`, till: `${till}::date` })}, ${seenDays(from, till)},
  sold as materialized (
    select s.day, ${[...COUNTS, "seen_units"].map((c) => `sum(s.${c})::int as ${c}`).join(", ")}, ${IN_CNY}
    from (select s.*, case when s.day = any(n.days) then s.units else 0 end as seen_units
      from (${eachDay("trade", "s.store_id, s.currency", TRADE, named)}) s left join seen n on n.store_id = s.store_id) s
      ${RATES} group by 1),
  drawn as (
    select n.day, coalesce(sum(t.sessions), 0)::int as sessions, coalesce(sum(t.page_views), 0)::int as page_views,
      sum(t.boxes) * ${PARTS} / nullif(sum(t.box_views), 0) as buy_box
    from (select n.store_id, d.day from seen n cross join unnest(n.days) d(day)) n
      left join (${eachDay("traffic", "s.store_id", TRAFFIC, named)}) t on t.store_id = n.store_id and t.day = n.day
    group by 1),
  advertised as (
    select s.day, sum(s.units)::int as ad_units, ${AD_SALES}
    from (${eachDay("ads", "s.currency", ADS)}) s ${RATES} group by 1),
  lying as materialized (
    select l.msku, f.store_id, f.day, f.fulfillable_qty as qty
    from fba_stock f join listing l on l.store_id = f.store_id and l.msku = f.fact_sku
    where f.store_id = any(${STORES}) and f.day between ${from}::date - 1 and ${till}::date and f.del_flag = 0
      ${ofGoods(goods, "f.fact_sku")})`;
};

/** What a value is called, as SQL. */
export const words = (options: Readonly<Record<string, { label: string }>>, value: string) =>
  `case ${value} ${Object.entries(options)
    .map(([name, { label }]) => `when '${name}' then '${label}'`)
    .join(" ")} else coalesce(${value}, '—') end`;
const STATES = storeListing.fields.state.options;
const changed = (column: string) => `case what when 'state' then ${words(STATES, column)} when 'band' then ${column}
  else trim_scale(${column}::numeric)::text end`;
/** What a report said anew; the words of a title are left out. */
const TOLD = {
  price: { label: "价格" },
  state: { label: "平台状态" },
  band: { label: "尺寸段" },
  preview: { label: "配送费预览" },
};
const KINDS = listingNote.fields.what.options;
const CHANGES = adChange.fields.kind.options;

/** Days on which something happened to listings, and in words what (figures.md D.5). */
const happened = (from: string, till: string, tenant: string) => `
  happened as (
    select day, string_agg(distinct said, '；') as said from (
      select c.day, case c.what when 'title' then '标题已改' else ${words(TOLD, "c.what")}
        || coalesce(${changed("c.old_value")}, '—') || '→' || coalesce(${changed("c.new_value")}, '—') end as said
      from listing_change c join listing l on l.store_id = c.store_id and l.msku = c.fact_sku
      where c.day between ${from}::date and ${till}::date
      union all
      select day, case when qty = 0 then '断货' else '恢复可售' end from (
        select *, lag(qty) over (partition by store_id, msku order by day) as before from (
          select store_id, msku, day, sum(qty) as qty from lying
          where (store_id, msku) in (select store_id, msku from lying where qty <= 0) group by 1, 2, 3) y) y
      where (qty = 0) <> (before = 0) and day >= ${from}::date
      union all
      select n.note_day, ${words(KINDS, "n.what")} || '：' || n.content
      from listing_note n
      where n.tenant_id = ${tenant} and n.del_flag = 0 and n.note_day between ${from}::date and ${till}::date
        and exists (select 1 from listing l where l.store_id = n.store_id and (coalesce(n.msku, '') in ('', l.msku)))
      union all
      select v.create_time::date, '客诉' || v.no from voc v
      where v.tenant_id = ${tenant} and v.del_flag = 0 and v.create_time >= ${from}::date and v.create_time < ${till}::date + 1
        and exists (select 1 from listing l where l.sku_id = v.sku_id and (v.store_id is null or v.store_id = l.store_id))
      union all
      select a.day, '广告' || ${words(CHANGES, "a.kind")} || a.lines || '项（' || a.no || '）' from (
        select (a.sent_time at time zone 'Asia/Shanghai')::date as day, a.kind, a.no, count(*) as lines
        from ad_change a join ad_change_line i on i.ad_change_id = a.id and i.del_flag = 0 and i.result = 'ok'
        where a.tenant_id = ${tenant} and a.del_flag = 0 and a.store_id = any(${STORES})
          and a.sent_time >= ${from}::date and a.sent_time < ${till}::date + 2
          and exists (select 1 from listing l join fact_ad_product_daily p on lower(p.advertised_sku) = lower(l.msku)
            where l.store_id = a.store_id and p.campaign_id = i.campaign_id and p.rpt_date > a.sent_time::date - 31)
        group by 1, 2, 3) a
      where a.day between ${from}::date and ${till}::date
    ) e(day, said) group by 1)`;

const percent = (of: string, whole: string) => `round((${of}) * 100.0 / nullif(${whole}, 0), 2)`;

/** What a question may name, as its rows say it again for what they lead to. */
const GOODS = { msku: "msku", asin: "asin", parentAsin: "parent_asin", skuCode: "sku_code" };

/** Days of the listings that a question names, each of them; what nobody said of one stays unknown. */
export function performanceDayRows(query: ListQuery, bind: ProfitBind, caller: Caller): string {
  const { first, last } = performanceDays(query);
  const [from, till, tenant] = [bind(first), bind(last), bind(caller.tenantId)];
  const zero = (value: string) => `coalesce(${value}, case when exists (select 1 from sold) then 0 end)`;
  return `(with ${[
    monthRates({ bind }, caller.tenantId, first, last),
    listingsOf(query, bind, caller, true),
    byDay(from, till, namesGoods(query)),
    happened(from, till, tenant),
  ].join(", ")}
    select (d.day::date - '2000-01-01'::date)::bigint as id, ${tenant}::bigint as tenant_id, ${VIEW_COLUMNS},
      ${till}::date as day, d.day::date as biz_day, d.day::date as first_day, d.day::date as last_day, h.said as events,
      null::bigint as store_id, null::bigint as group_id,
      ${bind(idsIn(query.storeId).join())}::text as asked_stores, ${bind(idsIn(query.groupId).join())}::text as asked_groups,
      ${Object.entries(GOODS)
        .map(([name, column]) => `${bind(query[name] ?? null)}::text as ${column}`)
        .join(", ")},
      ${["units", "orders", "refund_units"].map((c) => `${zero(`s.${c}`)}::int as ${c}`).join(", ")},
      nullif(s.return_units, 0) as return_units, ${["sales", "income", "ad_spend"].map((c) => `${zero(`s.${c}`)} as ${c}`).join(", ")},
      ${zero("s.net")} as net_profit, w.sessions, w.page_views, round(w.buy_box, 2) as buy_box,
      case when w.sessions is not null then coalesce(s.seen_units, 0) end as seen_units,
      ${percent("coalesce(s.seen_units, 0)", "w.sessions")} as conversion, a.ad_units, a.ad_sales,
      ${percent("s.ad_spend", "a.ad_sales")} as acos, ${percent("s.ad_spend", "s.sales")} as tacos,
      (s.units - a.ad_units) as organic_units, ${percent("a.ad_units", "s.units")} as ad_share,
      case when s.income > 0 then ${percent("s.net", "s.income")} end as net_percent,
      ${percent("s.refund_units", "s.units")} as refund_rate, ${percent("nullif(s.return_units, 0)", "s.units")} as return_rate,
      y.qty as available_qty, k.sales_rank
    from generate_series(${from}::date, ${till}::date, interval '1 day') d(day)
      left join sold s on s.day = d.day::date left join drawn w on w.day = d.day::date
      left join advertised a on a.day = d.day::date
      left join (select day, sum(qty)::int as qty from lying group by 1) y on y.day = d.day::date
      left join (select r.day, min(r.rank) as sales_rank from listing_rank r
        join (select distinct store_id, asin from listing) l on l.store_id = r.store_id and l.asin = r.asin
        where r.day between ${from}::date and ${till}::date group by 1) k on k.day = d.day::date
      left join happened h on h.day = d.day::date)`;
}
