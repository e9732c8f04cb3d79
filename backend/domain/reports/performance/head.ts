import { dataUpTo } from "#backend/domain/intake/status/matrix";
import { CNY, FOREIGN } from "#backend/domain/reports/profit/rows";
import type { RuleContext } from "#backend/engine/documents/rules";
import { monthRates, rateOf } from "#backend/ledgers/facts/rates";
import { Where } from "#backend/platform/db";
import { profitEntry, profitMsku } from "#documents/cockpit";
import { listingNote } from "#documents/cockpit/listing-note";
import { performanceAlarms } from "#documents/cockpit/performance-figures";
import { profitParts } from "#documents/cockpit/profit-figures";
import { type DocumentType, type ListQuery, listAddress, permissionOf } from "#documents/kit";
import { fbaStock, salesTraffic, storeListing } from "#documents/logistics/fba-daily";
import { fbaCustomerReturn } from "#documents/logistics/fba-reports";
import { returnReasons } from "#documents/logistics/fba-words";
import { listingsOf, performanceDays } from "./asked";
import { performanceDayRows } from "./days";
import { deedsOf } from "./deeds";
import { performanceRows } from "./rows";
import { byMonth, monthsIn } from "./sources";

/** All listings of a question as one row. */
const ALL = { key: "'all'", columns: "k as msku, null::bigint as store_id, null::bigint as group_id", whole: true };

/** Figures that stand above the days, with those that they are compared with. */
const TOLD = `units, units_change as "unitsChange", round(sales, 2)::text as sales, sales_change as "salesChange", sessions,
  sessions_change as "sessionsChange", conversion, buy_box as "buyBox", round(ad_spend, 2)::text as "adSpend", acos, tacos,
  round(net_profit, 2)::text as "netProfit", net_change as "netChange", net_percent as "netPercent",
  refund_rate as "refundRate", available_qty as "availableQty", reserved_qty as "reservedQty",
  inbound_qty as "inboundQty", unsellable_qty as "unsellableQty", book_qty as "bookQty", stock_day::text as "stockDay",
  cover_days as "coverDays", alarms`;

/** What costs show to those alone who may see what goods cost. */
const COSTS: readonly string[] = ["product_cost", "first_leg_cost", "stock_loss"];
const FEES = ["platform_fee", "fulfill_fee", "ad_spend", "storage_fee", "other_fee", "refund_amt", "promo_amt"];

/** Runs a statement over the listings of a question and its `months`, `from` and `till` its days as SQL. */
function over<R extends object>(
  c: RuleContext,
  query: ListQuery,
  text: (from: string, till: string) => string,
): Promise<R[]> {
  const where = new Where();
  const bind = (value: unknown) => where.bind(value);
  const { first, last } = performanceDays(query);
  const [from, till] = [bind(first), bind(last)];
  const parts = [
    monthRates({ bind }, c.tenantId, first, last),
    listingsOf(query, bind, c.caller, true),
    monthsIn("months", from, till),
  ];
  return c.sql.query<R>(`with ${parts.join(", ")} ${text(from, till)}`, where.values);
}

/** A statement that is asked by itself. */
function reckoned<R extends object>(
  c: RuleContext,
  make: (bind: (value: unknown) => string) => string,
  select: string,
  more = "",
): Promise<R[]> {
  const where = new Where();
  const from = make((value) => where.bind(value));
  return c.sql.query<R>(`select ${select} from ${from} t ${more}`, where.values);
}

/** What of a span went where, in CNY, the most first. */
const feesOf = (c: RuleContext, query: ListQuery) => {
  const costs = c.caller.permissions.has("stock_cost_view") ? COSTS : [];
  const parts = [...FEES, ...CNY.filter((p) => costs.includes(p) || p === "promo_fee")];
  const rate = (part: string) => (FOREIGN.includes(part) ? rateOf("m.month", "s.currency") : "1");
  const facts = `
    select f.currency, ${parts.map((p) => `sum(f.${p}) as ${p}`).join(", ")}
    from fact_trade_daily f join listing l on l.store_id = f.store_id and l.msku = f.seller_sku
    where f.biz_date between m.first and m.last group by 1`;
  return over<{ name: string; amount: string }>(
    c,
    query,
    () => `
      select v.name, round(sum(v.amount), 2)::text as amount from ${byMonth("months", facts)}
        cross join lateral (values ${parts.map((p) => `('${p}', s.${p} * ${rate(p)})`).join(", ")}) v(name, amount)
      group by 1 having round(sum(v.amount), 2) <> 0 order by sum(v.amount) desc`,
  );
};

const MOST = 5;

const returnsOf = (c: RuleContext, query: ListQuery) =>
  over<{ name: string; qty: number }>(
    c,
    query,
    (from, till) => `
      select r.reason as name, sum(r.qty)::int as qty from fba_customer_return r
        join listing l on l.store_id = r.store_id and l.msku = r.fact_sku
      where r.return_day between ${from}::date and ${till}::date and r.del_flag = 0
      group by 1 order by 2 desc, 1 limit ${MOST}`,
  );

const campaignsOf = (c: RuleContext, query: ListQuery) =>
  over<{ name: string; state: string; cost: string; sales: string; currency: string; acos: string | null }>(
    c,
    query,
    (from, till) => `
      select c.campaign_name as name, c.state, round(sum(a.cost), 2)::text as cost, round(sum(a.sales), 2)::text as sales,
        a.currency_code as currency, round(sum(a.cost) * 100 / nullif(sum(a.sales), 0), 2)::text as acos
      from fact_ad_product_daily a join ad_campaign c on c.campaign_id = a.campaign_id
        join listing l on l.store_id = c.store_id and lower(l.msku) = lower(a.advertised_sku)
      where a.rpt_date between ${from}::date and ${till}::date
      group by c.campaign_id, c.campaign_name, c.state, a.currency_code having sum(a.cost) > 0
      order by sum(a.cost) desc limit ${MOST}`,
  );

/** What the listings of a question are; of several what they have in common is told by their number alone. */
const aboutOf = (c: RuleContext, query: ListQuery) =>
  over<{
    n: number;
    storeId: string;
    store: string;
    msku: string;
    asin: string | null;
    skuId: string | null;
    sku: string | null;
    name: string | null;
    title: string | null;
    state: string | null;
    price: string | null;
    currency: string | null;
    preview: string | null;
    settled: string | null;
    feeCurrency: string | null;
    rank: number | null;
    rankIn: string | null;
    leafRank: number | null;
    leafIn: string | null;
    rankDay: string | null;
  }>(
    c,
    query,
    () => `
      select (select count(*)::int from listing where not gone) as n, l.store_id::text as "storeId", w.store_name as store,
        l.msku, l.asin, l.sku_id::text as "skuId", l.sku_code as sku, k.name, p.title, p.state, p.price::text as price, p.currency,
        round(v.fulfill_fee, 2)::text as preview, round(v.settled_fee, 2)::text as settled, v.currency as "feeCurrency", v.size_band as band,
        r.rank, r.rank_in as "rankIn", r.leaf_rank as "leafRank", r.leaf_in as "leafIn", r.day::text as "rankDay"
      from listing l join store w on w.id = l.store_id left join sku k on k.id = l.sku_id
        left join lateral (select * from store_listing p where p.store_id = l.store_id and p.fact_sku = l.msku and p.del_flag = 0
          order by p.state = 'gone', p.id limit 1) p on true
        left join fee_preview v on v.store_id = l.store_id and v.msku = l.msku
        left join lateral (select * from listing_rank r where r.store_id = l.store_id and r.asin = l.asin and coalesce(r.rank, r.leaf_rank) is not null
          order by r.day desc limit 1) r on true
      order by l.gone, l.store_id, l.msku limit 1`,
  );

const labelsOf = (options: Readonly<Record<string, { label: string }>>) => (name: string) =>
  options[name]?.label ?? name;

/** The lists that say more of a listing, of those that the person may open. */
function leadsOf(c: RuleContext, query: ListQuery, about: { storeId: string; msku: string }) {
  const { first, last } = performanceDays(query);
  const of = { storeId: about.storeId, msku: about.msku };
  const lists: [DocumentType, string, Record<string, string>][] = [
    [profitMsku, "利润", { ...of, dayFrom: first, dayTo: last }],
    [profitEntry, "利润明细", { ...of, bizDateFrom: first, bizDateTo: last }],
    [fbaStock, "FBA库存", of],
    [salesTraffic, "销售与流量", of],
    [fbaCustomerReturn, "FBA买家退货", of],
    [storeListing, "店铺商品", of],
    [listingNote, "运营备注", of],
  ];
  return lists
    .filter(([document]) => c.caller.permissions.has(permissionOf(document, "view")))
    .map(([document, label, by]) => ({ label, href: listAddress(document, by) }));
}

/**
 * What is said above the days of 商品走势, for what the list is asked for: what it is about, figures of the span beside
 * those of the one before, each day for a chart, what lies at the platform, fees, returns, campaigns,
 * what the team did, and where more stands.
 */
export async function performanceHead(c: RuleContext, query: ListQuery): Promise<Record<string, unknown>> {
  const asked = { ...query, versus: query.versus || "before" };
  const [read, [figures], days, fees, returns, campaigns, [about], deeds] = await Promise.all([
    dataUpTo(c),
    reckoned<{ alarms: string[] }>(c, (bind) => performanceRows(ALL, asked, bind, c.caller), TOLD),
    reckoned<{ day: string }>(
      c,
      (bind) => performanceDayRows(query, bind, c.caller),
      `biz_day::text as day, units, sessions, available_qty as available, events`,
      "order by biz_day",
    ),
    feesOf(c, query),
    returnsOf(c, query),
    campaignsOf(c, query),
    aboutOf(c, query),
    deedsOf(c, query),
  ]);
  const one = about?.n === 1 ? about : null;
  return {
    ...read,
    listings: about?.n ?? 0,
    about: one && { ...one, state: one.state && labelsOf(storeListing.fields.state.options)(one.state) },
    figures: figures && { ...figures, alarms: figures.alarms.map(labelsOf(performanceAlarms)) },
    days,
    fees: fees.map(({ name, amount }) => ({ label: labelsOf(profitParts)(name), amount })),
    returns: returns.map(({ name, qty }) => ({ label: labelsOf(returnReasons)(name), qty })),
    campaigns,
    deeds,
    leads: one ? leadsOf(c, query, one) : [],
    adds:
      one && c.caller.permissions.has(permissionOf(listingNote, "add"))
        ? `${listingNote.screens.list}?add=1&storeId=${one.storeId}&msku=${encodeURIComponent(one.msku)}`
        : null,
  };
}
