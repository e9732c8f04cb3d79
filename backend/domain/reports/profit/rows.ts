import dayjs from "dayjs";
import { periodOf } from "#backend/domain/finance/payables";
import type { Rules } from "#backend/engine/documents/rules";
import { VIEW_COLUMNS } from "#backend/engine/documents/tables/views";
import { STORE_ROW } from "#backend/ledgers/facts/apply";
import { monthRates, rateJoin, rateOf } from "#backend/ledgers/facts/rates";
import { factScopeSql } from "#backend/ledgers/facts/scope";
import { type Caller, invalid } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import type { ListQuery } from "#documents/kit";
import { LACKS, profitsOf } from "../cockpit/sums/measures";
import { besideThen, comparedDays, reachesBack, thenColumns, wasThen } from "./compare";
import { askedFacts, type FactDays, factsOf } from "./facts";

export type ProfitBind = (value: unknown) => string;

/** Columns of the trade facts in store currency, and those that are in CNY. */
export const FOREIGN = [
  "item_sales",
  "shipping_income",
  "promo_amt",
  "refund_amt",
  "vat_amt",
  "platform_fee",
  "fulfill_fee",
  "ad_spend",
  "storage_fee",
  "other_fee",
  "reimburse_amt",
  "estimated_fee",
];
export const CNY = ["product_cost", "first_leg_cost", "stock_loss", "promo_fee"];
const COUNTS = ["units", "orders", "refund_units", "return_units"];
/** Column of each cost that some pieces have none of, with its name. */
const LACKED = Object.values(LACKS).map(({ name, sql }) => ({ name, column: sql.replace("f.", "") }));
const lacking = LACKED.map(({ column }) => column);
/** Those that entries are shown of. */
export const PARTS = [...FOREIGN.filter((c) => c !== "estimated_fee"), ...CNY];
const SUMMED = [...FOREIGN, ...CNY, ...COUNTS, ...lacking];

/** Months that are shown by month unless others are asked for, this one included. */
const MONTHS = 13;
/** The longest span of one question. */
const MOST_DAYS = 800;

/** Days of a question: the month of yesterday, up to which there are figures, unless it says others; by month the last thirteen. */
export function profitDays(
  { dayFrom, dayTo }: Readonly<Record<string, unknown>>,
  byMonth = false,
): { first: string; last: string } {
  const asked = dayFrom || dayTo;
  const { first: begun, last } = periodOf(asked ? dayFrom : `${today(-1).slice(0, 8)}01`, dayTo);
  const year = dayjs(last)
    .startOf("month")
    .subtract(MONTHS - 1, "month");
  const first = byMonth && !dayFrom ? year.format("YYYY-MM-DD") : begun;
  if (dayjs(last).diff(first, "day") > MOST_DAYS) throw invalid(`一次最多查询${MOST_DAYS}天`);
  return { first, last };
}

/** Ids that a filter names. */
export const idsIn = (value: unknown): string[] =>
  String(value ?? "")
    .split(",")
    .filter((id) => /^\d{1,18}$/.test(id));

const RATED = " * d.rate";
const plain = profitsOf("");
const { INCOME, NET } = plain;
/** Of one row of the facts by order, in CNY. */
const rated = profitsOf("f.", RATED);

/** A number of a row that is the same whenever its key is. */
export const idOf = (key: string) => `(hashtextextended(${key}, 0) & 576460752303423487)`;

const missing = LACKED.map(({ name, column }) => `case when ${column} > 0 then '${name}' end`).join(", ");

const share = (part: string, whole: string) => `round((${part}) * 100 / nullif(${whole}, 0), 2)`;

/** Figures of rows that are summed in CNY, as the lists call them: amounts are exact, rounded where they are shown. */
const figuresOf = (
  { INCOME, GROSS, NET }: Pick<typeof plain, "INCOME" | "GROSS" | "NET">,
  counted = (count: string) => `${count}::int`,
) => `
  ${COUNTS.map((c) => `${counted(c === "return_units" ? "nullif(return_units, 0)" : c)} as ${c}`).join(", ")}, ${INCOME} as income, ${GROSS} as gross_profit,
  case when (${INCOME}) > 0 then ${share(GROSS, INCOME)} end as gross_percent, ${NET} as net_profit,
  case when (${INCOME}) > 0 then ${share(NET, INCOME)} end as net_percent,
  case when units > 0 then round((${NET}) / units, 2) end as unit_profit,
  ${[...FOREIGN, ...CNY].join(", ")},
  case when round(estimated_fee, 2) > 0 then 'estimated' when concat(${missing}) <> '' then 'partial'
    else 'settled' end as basis,
  nullif(concat_ws('、', ${missing}), '') as missing`;

const FIGURES = figuresOf(plain);

/** What a list was asked for, for what its figures lead to. */
const asked = (query: ListQuery, bind: ProfitBind): string =>
  `${bind(idsIn(query.storeId).join())}::text as asked_stores, ${bind(idsIn(query.groupId).join())}::text as asked_groups`;

export const filtered = (query: ListQuery, alias: string, bind: ProfitBind): string => {
  const [stores, groups] = [idsIn(query.storeId), idsIn(query.groupId)];
  return [
    ...(stores.length ? [`and ${alias}.store_id = any(${bind(stores)}::bigint[])`] : []),
    ...(groups.length ? [`and ${alias}.group_id = any(${bind(groups)}::bigint[])`] : []),
  ].join(" ");
};

/** A level of the report: what its rows are told apart by, and what is said of them. */
export interface ProfitRows {
  /** Fields that are looked for where a row is shown, as SQL over `t`. */
  shown?: Readonly<Record<string, string>>;
  /** SQL of the key over facts `f`, as text. */
  key: string;
  /** Columns over the key `k`, whose parts are told apart by tabs, and the tenant `own`. */
  columns: string;
  /** What the facts are joined with. */
  join?: string;
  byMonth?: boolean;
  /** Which of its rows are drawn: the first ones in this order of `t`. */
  drawn?: string;
  /** Rows are of a store and an MSKU: what the store pays besides may be shared over them. */
  spreads?: { store: string; msku: string };
}

/** Facts of the span that the caller may see, summed by key in CNY. */
const summed = (key: string, source: string, rate: string) => `
  select ${key} as k, ${FOREIGN.map((c) => `sum(f.${c} * ${rate}) as ${c}`).join(", ")},
    ${[...CNY, ...COUNTS, ...lacking].map((c) => `sum(f.${c}) as ${c}`).join(", ")}
  from ${source} group by 1`;

export const part = (n: number) => `split_part(k, chr(9), ${n})`;
export const joined = (...parts: string[]) => `concat_ws(chr(9), ${parts.join(", ")})`;

/** Of a store and month, each MSKU's part of what the store pays besides: rounded, the last takes the rest. */
const PARTED = `case when back = 1 then net - (sum(part) over at - part) else part end`;

/**
 * 分摊 (figures.md C.4), asked for by `spread`: the net of a store's row of each month by income over its MSKUs,
 * all of them whichever are listed; where none earned, it stays. Who does not see that row gets none of it.
 */
function spread({ spreads }: ProfitRows, query: ListQuery, bind: ProfitBind, caller: Caller, days: FactDays) {
  if (!spreads) return { columns: "", join: "" };
  if (!query.spread) return { columns: "null::text as spread, null::numeric as spread_profit,", join: "" };
  const month = "date_trunc('month', f.biz_date)::date";
  const facts = `${factsOf(query, days)} ${rateJoin(month, "f.currency")}
    where f.biz_date between ${days.from}::date and ${days.till}::date and f.store_id in (select id from store where tenant_id = ${bind(caller.tenantId)})
    and (f.seller_sku <> '${STORE_ROW}' or ${factScopeSql(caller, "f", bind)})`;
  const key = joined("f.store_id", month, "f.seller_sku");
  return {
    columns: `'yes' as spread, ${NET} + coalesce(shared.amount, 0) as spread_profit,`,
    join: `left join (
      with each as (select ${part(1)} as store_id, ${part(2)} as month, ${part(3)} as msku, ${INCOME} as income, ${NET} as net
        from (${summed(key, facts, rateOf(month, "f.currency"))}) m),
      weighed as (select e.store_id, e.month, e.msku, round(p.net, 2) as net,
          round(round(p.net, 2) * e.income / sum(e.income) over at, 2) as part,
          row_number() over (partition by e.store_id, e.month order by e.msku collate "C" desc) as back
        from each e join each p on p.store_id = e.store_id and p.month = e.month and p.msku = '${STORE_ROW}'
        where e.msku <> '${STORE_ROW}' and e.income > 0 window at as (partition by e.store_id, e.month)),
      parted as (select store_id, msku, ${PARTED} as amount from weighed window at as (partition by store_id, month))
      select store_id, msku, sum(amount) as amount from (
        select * from parted union all select store_id, '${STORE_ROW}', -amount from parted) both_ways group by 1, 2
    ) shared on shared.store_id = ${spreads.store} and shared.msku = ${spreads.msku}`,
  };
}

/** A month's own days, of those that were asked for. */
const monthDays = (from: string, till: string) => `greatest((k || '-01')::date, ${from}::date) as first_day,
  least(((k || '-01')::date + interval '1 month - 1 day')::date, ${till}::date) as last_day`;

/** What a level's list is read from. @throws Refusal 400 for a span that is none; 409 where a rate lacks */
export function profitRows(level: ProfitRows, query: ListQuery, bind: ProfitBind, caller: Caller): string {
  const { first, last } = profitDays(query, level.byMonth);
  const [from, till] = [bind(first), bind(last)];
  const month = "date_trunc('month', f.biz_date)::date";
  const sums = (days: FactDays, key: string, more = "") =>
    summed(
      key,
      `${factsOf(query, days)} ${level.join ?? ""} ${rateJoin(month, "f.currency")}
       where f.biz_date between ${days.from}::date and ${days.till}::date and ${factScopeSql(caller, "f", bind)}
         ${filtered(query, "f", bind)} ${more}`,
      rateOf(month, "f.currency"),
    );
  const then = comparedDays(query, { first, last }, level.byMonth);
  const earlier = (): string => {
    if (!then) return sums({ from, till }, level.key);
    const days = { from: bind(then.first), till: bind(then.last) };
    // A month that there are no facts of is no row: only a span can be one in part.
    const key = level.byMonth ? `to_char(f.biz_date + interval '${then.months} months', 'YYYY-MM')` : level.key;
    const known = level.byMonth ? "" : `and ${reachesBack(days.from, bind(caller.tenantId))}`;
    return besideThen(sums({ from, till }, level.key), sums(days, key, known), SUMMED);
  };
  const shared = spread(level, query, bind, caller, { from, till });
  return `(with ${monthRates({ bind }, caller.tenantId, then?.first ?? first, last)}
    select ${idOf("k")} as id, own.id as tenant_id, ${VIEW_COLUMNS}, ${level.columns}, ${shared.columns}
      ${till}::date as day, ${level.byMonth ? monthDays(from, till) : `${from}::date as first_day, ${till}::date as last_day`},
      ${asked(query, bind)}, ${askedFacts(query)}, ${thenColumns(!!then)}, ${FIGURES}
    from (${earlier()}) x
      cross join (select ${bind(caller.tenantId)}::bigint as id) own ${shared.join}
    where ${SUMMED.map((c) => `x.${c} <> 0`).join(" or ")}${then ? ` or ${wasThen}` : ""})`;
}

const ORDER_ID = `(select o.id from platform_order o join store w on w.id = t.store_id and w.tenant_id = o.tenant_id
  where o.store_id = w.id and lower(o.platform_order_no) = lower(t.order_no) and o.del_flag = 0 limit 1)`;
/** The order of a row, looked for where it is shown. */
export const ORDER_LINK = {
  orderDocument: `case when ${ORDER_ID} is not null then 'platform_order' end`,
  orderId: `${ORDER_ID}::text`,
};

/** The keys of orders that are asked for alone. */
type OrderKeys = Parameters<NonNullable<Rules["from"]>>[3];

/**
 * Facts by order of the span, each at the rate of the month in which it counts. The rate is looked for once for all
 * orders of a row of the facts (`offset 0` keeps it there).
 * @param of what is made of an amount or a number of the rows of an order
 */
function orderRows(
  [query, bind, caller, only]: [query: ListQuery, bind: ProfitBind, caller: Caller, only?: OrderKeys],
  { of, counted, grouped = "" }: { of: (sql: string) => string; counted?: (sql: string) => string; grouped?: string },
): string {
  const { first, last } = profitDays(query);
  const [from, till] = [bind(first), bind(last)];
  const month = "date_trunc('month', f.biz_date)::date";
  const keys = (key: string, type: string) => `${bind(only?.map((row) => row[key]))}::${type}[]`;
  const chosen = only
    ? `and (f.store_id, f.order_no) in (select * from unnest(${keys("store_id", "bigint")}, ${keys("order_no", "text")}))`
    : "";
  return `(select ${idOf("k")} as id, ${bind(caller.tenantId)}::bigint as tenant_id, ${VIEW_COLUMNS}, order_no,
      store_id, null::bigint as group_id,
      ${till}::date as day, ${from}::date as first_day, ${till}::date as last_day,
      ${asked(query, bind)}, ${figuresOf({ INCOME: "its_income", GROSS: "its_gross", NET: "its_net" }, counted)}
    from (
      with ${monthRates({ bind }, caller.tenantId, first, last)}
      select ${joined("f.order_no", "f.store_id")} as k, f.order_no, f.store_id,
        ${of(rated.INCOME)} as its_income, ${of(rated.GROSS)} as its_gross, ${of(rated.NET)} as its_net,
        ${SUMMED.map((c) => `${of(`f.${c}${FOREIGN.includes(c) ? RATED : ""}`)} as ${c}`).join(", ")}
      from fact_order f join (
        select f.biz_date, f.store_id, f.seller_sku, ${rateOf(month, "f.currency")} as rate
        from fact_trade_daily f ${rateJoin(month, "f.currency")}
        where f.biz_date between ${from}::date and ${till}::date and ${factScopeSql(caller, "f", bind)}
          ${filtered(query, "f", bind)}
        offset 0) d using (biz_date, store_id, seller_sku)
      where f.biz_date between ${from}::date and ${till}::date and (${SUMMED.map((c) => `f.${c} <> 0`).join(" or ")})
        ${chosen} ${grouped}) x)`;
}

/** By order. */
export const profitOrders = (...asked: Parameters<typeof orderRows>[0]): string =>
  orderRows(asked, { of: (amount) => `sum(${amount})`, grouped: "group by f.order_no, f.store_id" });

/** The same before it is summed by order: their sums are the same. */
export const profitOrderParts = (...asked: Parameters<typeof orderRows>[0]): string =>
  orderRows(asked, { of: (amount) => `(${amount})`, counted: (count) => `trim_scale(${count})` });
