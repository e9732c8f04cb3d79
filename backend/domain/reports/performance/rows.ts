import dayjs from "dayjs";
import { comparedDays, reachesBack } from "#backend/domain/reports/profit/compare";
import { idOf, idsIn, joined, type ProfitBind, part } from "#backend/domain/reports/profit/rows";
import { VIEW_COLUMNS } from "#backend/engine/documents/tables/views";
import { monthRates } from "#backend/ledgers/facts/rates";
import type { Caller } from "#backend/platform/http";
import type { ListQuery } from "#documents/kit";
import { listingsOf, namesGoods, performanceDays, USUAL_DAYS } from "./asked";
import {
  advertisedIn,
  drawnIn,
  FEE_MOVES,
  knownOf,
  measuredAnew,
  reasonsRisen,
  seenDays,
  soldIn,
  soldThen,
  stockAt,
} from "./sources";

/** A level of 产品表现: what its rows are told apart by, and what is said of them. */
export interface PerformanceRows {
  /** SQL of the key over a listing `l`, as text; null: it belongs to no row. */
  key: string;
  /** Columns over the key `k`, whose parts are told apart by tabs. */
  columns: string;
  /** A row is one listing: it says what that is. */
  single?: boolean;
  /** Of the listings of the goods alone that are asked for. */
  whole?: boolean;
}

/** Sums of a row over its listings. What nobody said of any of them stays unknown. */
const SUMS = [
  "units",
  "orders",
  "sales",
  "income",
  "net",
  "ad_spend",
  "refund_units",
  "return_units",
  "seen_units",
  "sessions",
  "page_views",
  "boxes",
  "box_views",
  "boxes7",
  "box_views7",
  "s7",
  "s14",
  "c7",
  "c14",
  "u7",
  "p7",
  "p14",
  "p30",
  "ad_units",
  "ad_sales",
  "available",
  "reserved",
  "working",
  "shipped",
  "receiving",
  "unsellable",
  "book",
  "aged",
];
const THEN = ["units_then", "sales_then", "net_then", "sessions_then"];
const COUNTED = ["units", "orders", "refund_units", "seen_units", "sessions", "page_views", "ad_units"];

/** Each listing with what is known of it; of a store that says something, a listing that it does not name has none. */
const each = (compared: boolean) => {
  const told = (name: string) => `l.store_id in (select store_id from ${name})`;
  const none = (value: string, of: string) => `coalesce(${value}, case when ${of} then 0 end)`;
  const stocked = "l.channel = 'AFN' and l.store_id in (select store_id from stock_days)";
  return `
  select l.*, ${[
    "units",
    "orders",
    "sales",
    "income",
    "net",
    "ad_spend",
    "refund_units",
    "seen_units",
    "u7",
    "u14",
    "u30",
  ]
    .map((c) => `${none(`s.${c}`, told("sold"))} as ${c}`)
    .join(", ")}, nullif(s.return_units, 0) as return_units, s.currency as sold_currency, s.local_sales, s.c7, s.c14,
    ${["sessions", "page_views"].map((c) => `${none(`d.${c}`, told("seen"))} as ${c}`).join(", ")}, d.boxes, d.box_views,
    d.boxes7, d.box_views7, d.s7, d.s14, ${["ad_units", "ad_sales"].map((c) => `${none(`a.${c}`, told("advertised"))} as ${c}`).join(", ")},
    coalesce(y.fulfillable, c.sets, case when l.channel = 'MFN' then p.qty end, case when ${stocked} then 0 end) as available,
    ${["reserved", "working", "shipped", "receiving", "unsellable", "book"].map((c) => `y.${c}`).join(", ")},
    coalesce(y.day, (select n.day from stock_days n where n.store_id = l.store_id and l.channel = 'AFN')) as stock_day,
    o.aged, t.lead, r.sales_rank, p.title, p.price, p.currency as price_currency, p.state, v.fulfill_fee, v.settled_fee,
    g.msku is not null as measured, b.msku is not null as risen
    ${compared ? `, ${["units_then", "sales_then", "net_then"].map((c) => `e.${c}`).join(", ")}, h.sessions_then` : ""}
  from listing l left join sold s using (store_id, msku) left join drawn d using (store_id, msku)
    left join advertised a on a.ad_key = l.ad_key
    left join lying y on y.store_id = l.store_id and y.msku = l.msku
    left join sets c on c.store_id = l.store_id and c.msku = l.msku
    left join listed p on p.store_id = l.store_id and p.msku = l.msku
    left join ranked r on r.store_id = l.store_id and r.asin = l.asin
    left join aged o on o.store_id = l.store_id and o.msku = l.msku
    left join takes t on t.store_id = l.store_id and t.sku_id = l.sku_id
    left join fee_preview v on v.store_id = l.store_id and v.msku = l.msku
    left join measured g on g.store_id = l.store_id and g.msku = l.msku
    left join risen b on b.store_id = l.store_id and b.msku = l.msku
    ${compared ? "left join sold_then e on e.store_id = l.store_id and e.msku = l.msku left join drawn_then h on h.store_id = l.store_id and h.msku = l.msku" : ""}
  where not l.gone or s.units <> 0 or s.net <> 0`;
};

const percent = (of: string, whole: string, scale = 2) => `round((${of}) * 100.0 / nullif(${whole}, 0), ${scale})`;
const USUAL_PACE = "p30 / 30.0";
/** How many are sold a day of the listings whose stock is known. */
const PACES: Readonly<Record<string, string>> = {
  d7: "p7 / 7.0",
  d14: "p14 / 14.0",
  d30: USUAL_PACE,
  mixed: "(p7 / 7.0 * 0.5 + p14 / 14.0 * 0.3 + p30 / 30.0 * 0.2)",
};
/** Days for which goods take to come where nobody says it. */
const USUAL_LEAD = 30;

/** What of a row calls for somebody, by the names of the declaration (figures.md D.5). */
const ALARMS: Readonly<Record<string, string>> = {
  stockOut: `cover_days < coalesce(lead, ${USUAL_LEAD})`,
  loss: "net < 0",
  conversion: "s7 >= 30 and s14 >= 60 and c7 * 1.0 / nullif(s7, 0) < c14 * 0.7 / nullif(s14, 0)",
  buyBox: "boxes7 / nullif(box_views7, 0) < 80",
  returns: "units >= 10 and refund_units * 10 >= units",
  reason: "reason_risen",
  fee: "fee_moved",
  unsold: "available > 0 and u7 = 0",
  blocked: "available > 0 and blocked",
  aged: "aged > 0",
};

const SINGLE = `min(title) as title, min(price) as price, min(coalesce(price_currency, sold_currency)) as currency,
  min(state) as state, min(channel) as channel, min(sales_rank) as sales_rank, round(min(local_sales), 2) as local_sales`;
const changed = (now: string, then: string) =>
  `case when round(${then}, 2) <> 0 then round((${now} - ${then}) * 100.0 / abs(${then}), 2) end`;

/** What figures were then and by how much they changed; nothing is known where the facts do not reach back. */
const thenColumns = (compared: boolean) =>
  [
    ["units", "units_then", "units", "int"],
    ["sales", "sales_then", "sales", "numeric"],
    ["sessions", "sessions_then", "sessions", "int"],
    ["net", "net_then", "net", "numeric"],
  ]
    .map(([name, was, now = "", type]) =>
      compared
        ? `${was}::${type} as ${was}, ${changed(now, `${was}::numeric`)} as ${name}_change`
        : `null::${type} as ${was}, null::numeric as ${name}_change`,
    )
    .join(", ");

/** What a level's list is read from. @throws Refusal 400 for a span that is none; 409 where a rate lacks */
export function performanceRows(level: PerformanceRows, query: ListQuery, bind: ProfitBind, caller: Caller): string {
  const { first, last } = performanceDays(query);
  const then = comparedDays(query, { first, last });
  const early = dayjs(last)
    .subtract(USUAL_DAYS - 1, "day")
    .format("YYYY-MM-DD");
  const since = early < first ? early : first;
  const goods = level.whole && namesGoods(query);
  const days = { from: bind(first), till: bind(last), since: bind(since), goods };
  const tenant = bind(caller.tenantId);
  const compared = then && { from: bind(then.first), till: bind(then.last) };
  const pace = PACES[String(query.pace ?? "")] ?? USUAL_PACE;
  const summed = [...SUMS, ...(compared ? THEN : [])];
  const known = compared ? `case when ${reachesBack(compared.from, tenant)} then` : "";
  const thens = new Set(THEN);
  const parts = [
    monthRates({ bind }, caller.tenantId, then && then.first < since ? then.first : since, last),
    listingsOf(query, bind, caller, level.whole),
    seenDays(days.since, days.till),
    soldIn(days),
    ...(compared ? [soldThen(compared.from, compared.till, goods)] : []),
    drawnIn(days),
    advertisedIn(days),
    stockAt(days),
    measuredAnew(days),
    reasonsRisen(days),
    knownOf(days),
  ];
  return `(with ${parts.join(", ")}
    select ${idOf("k")} as id, ${tenant}::bigint as tenant_id, ${VIEW_COLUMNS}, ${level.columns}, members,
      ${days.till}::date as day, ${days.from}::date as first_day, ${days.till}::date as last_day,
      null::text as pace, null::text as versus,
      ${bind(idsIn(query.storeId).join())}::text as asked_stores, ${bind(idsIn(query.groupId).join())}::text as asked_groups,
      ${level.single ? "title, price, currency, state, channel, sales_rank, local_sales," : ""}
      ${COUNTED.map((c) => `${c}::int as ${c}`).join(", ")}, return_units::int as return_units,
      sales, income, net as net_profit, ad_spend, ad_sales, ${thenColumns(!!compared)},
      ${percent("seen_units", "sessions")} as conversion, round(boxes / nullif(box_views, 0), 2) as buy_box,
      ${percent("ad_spend", "ad_sales")} as acos, ${percent("ad_spend", "sales")} as tacos,
      (units - ad_units)::int as organic_units, ${percent("ad_units", "units")} as ad_share,
      case when income > 0 then ${percent("net", "income")} end as net_percent,
      ${percent("refund_units", "units")} as refund_rate, ${percent("return_units", "units")} as return_rate,
      available::int as available_qty, reserved::int as reserved_qty, working::int as working_qty, shipped::int as shipped_qty,
      receiving::int as receiving_qty, (working + shipped + receiving)::int as inbound_qty,
      unsellable::int as unsellable_qty, book::int as book_qty, stock_day, cover_days, lead::int as lead_days,
      (coalesce(lead, ${USUAL_LEAD}) - cover_days)::int as short_days,
      array_remove(array[${Object.entries(ALARMS)
        .map(([name, sql]) => `case when ${sql} then '${name}' end`)
        .join(", ")}], null) as alarms
    from (
      select x.*, floor(available / nullif(${pace}, 0))::int as cover_days
      from (
        select k, array_agg(store_id || chr(9) || msku) as members, ${summed
          .map((c) =>
            thens.has(c) && c !== "sessions_then" ? `${known} coalesce(sum(${c}), 0) end as ${c}` : `sum(${c}) as ${c}`,
          )
          .join(", ")}, max(stock_day) as stock_day, max(lead) as lead,
          bool_or(measured or abs(settled_fee - fulfill_fee) > fulfill_fee * ${FEE_MOVES}) as fee_moved,
          bool_or(risen) as reason_risen,
          bool_or(state in ('inactive', 'incomplete', 'gone')) as blocked${level.single ? `, ${SINGLE}` : ""}
        from (select ${level.key} as k, l.*, ${[7, 14, 30].map((n) => `case when l.available is not null then l.u${n} end as p${n}`).join(", ")}
          from (${each(!!compared)}) l) l where k is not null group by 1) x) x)`;
}

/** The levels by what their declarations are called. */
export const LEVELS = {
  msku: {
    key: joined(
      "l.store_id",
      "coalesce(l.group_id, 0)",
      "coalesce(l.sku_code, '')",
      "coalesce(l.asin, '')",
      "coalesce(l.parent_asin, '')",
      "l.msku",
    ),
    columns: `${part(1)}::bigint as store_id, nullif(${part(2)}, '0')::bigint as group_id, nullif(${part(3)}, '') as sku_code,
      nullif(${part(4)}, '') as asin, nullif(${part(5)}, '') as parent_asin, ${part(6)} as msku`,
    single: true,
  },
  asin: {
    key: `case when l.asin is not null then ${joined("l.store_id", "l.asin", "coalesce(l.parent_asin, '')")} end`,
    columns: `${part(1)}::bigint as store_id, ${part(2)} as asin, nullif(${part(3)}, '') as parent_asin, null::bigint as group_id`,
  },
  parent: {
    key: `case when l.parent_asin is not null then ${joined("l.store_id", "l.parent_asin")} end`,
    columns: `${part(1)}::bigint as store_id, ${part(2)} as parent_asin, null::bigint as group_id`,
  },
  sku: { key: "l.sku_code", columns: "k as sku_code, null::bigint as store_id, null::bigint as group_id" },
  store: {
    key: "l.store_id::text",
    columns: `k as row_store_id, (select w.store_name from store w where w.id = k::bigint) as store_text,
      null::bigint as store_id, null::bigint as group_id`,
  },
} satisfies Record<string, PerformanceRows>;
