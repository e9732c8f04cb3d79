import type { RuleContext } from "#backend/engine/documents";
import { BASE_DAYS } from "./reckon";
import { type TermRow, termRows, termsOf } from "./terms";

type DemandWhere = Pick<RuleContext, "sql" | "tenantId">;

/** What a row sold, and what of it says how it usually sells. */
export interface DemandSold {
  skuId: string;
  storeId: string;
  /** Of 7, 30 and 90 days: everything, and what is demand on days that are looked at. */
  sales: [number, number, number];
  counted: [number, number, number];
  /** Pieces of participants of evaluations. */
  given: number;
  /** Days ago: without stock; promoted. */
  empty: number[];
  promoted: number[];
  /** Promotions that touch these days or come after them, the first ones first. */
  deals: DemandDeal[];
}

/** A promotion of a row: what was sold in its days that are over, what it is to bring. */
export interface DemandDeal {
  no: string;
  name: string;
  first: string;
  last: string;
  plan: number;
  long: boolean;
  sold: number;
}

const days = { since: `$3::date - ${BASE_DAYS}`, till: "$3::date" };
const sums = (of: string, where = "") =>
  `array[${[7, 30, BASE_DAYS].map((n) => `coalesce(sum(${of}) filter (where d.day >= $3::date - ${n}${where}), 0)::int`)}]`;

/** What these rows sold in the days before one, which of the days are left out, and promotions. */
export const demandOf = (
  { sql, tenantId }: DemandWhere,
  rows: readonly TermRow[],
  today: string,
): Promise<DemandSold[]> =>
  sql.query<DemandSold>(
    `with ${termsOf("$1", "$2", days)},
     sums as (
       select d.sku_id, d.store_id, ${sums("d.units + d.given")} as sales, ${sums("d.units", " and o.day is null")} as counted,
         sum(d.given)::int as given
       from demand d left join left_out o using (sku_id, store_id, day) group by 1, 2),
     days as (
       select sku_id, store_id, coalesce(array_agg($3::date - day order by day) filter (where empty), '{}') as empty,
         coalesce(array_agg($3::date - day order by day) filter (where not empty), '{}') as promoted
       from left_out group by 1, 2),
     promoted as (
       select sku_id, store_id, json_agg(json_build_object('no', no, 'name', name, 'first', first, 'last', last,
         'plan', plan, 'long', long, 'sold', sold) order by first, no) as deals
       from (
         select p.*, coalesce(sum(d.units), 0)::int as sold
         from deals p left join demand d on d.sku_id = p.sku_id and d.store_id = p.store_id and d.day between p.first and p.last
         group by p.id, p.no, p.name, p.sku_id, p.store_id, p.first, p.last, p.plan, p.long) x
       group by 1, 2)
     select sku_id as "skuId", store_id as "storeId", coalesce(s.sales, array[0, 0, 0]) as sales,
       coalesce(s.counted, array[0, 0, 0]) as counted, coalesce(s.given, 0) as given,
       coalesce(d.empty, '{}') as empty, coalesce(d.promoted, '{}') as promoted, coalesce(p.deals, '[]') as deals
     from sums s full join days d using (sku_id, store_id) full join promoted p using (sku_id, store_id)`,
    [tenantId, termRows(rows), today],
  );

/** How strong the weeks of a year were, each against that year's average. */
export interface DemandYear {
  skuId: string;
  storeId: string;
  weeks: number[];
}

/** Weeks that are a year before those that a base looks at, and those that are ahead. */
export const YEAR_DAYS = 364;
/** Weeks around one that its strength is taken of, on either side. */
export const AROUND = 2;
/** Pieces a year from which on weeks say something. */
export const YEAR_LEAST = 260;
/** How weak and how strong a week can be. */
export const STRENGTH = [0.5, 2] as const;
/** How a week's strength is bounded: SQL of the pieces around it and of those of an average week. */
export const bounded = (week: string, average: string): string =>
  `round(least(${STRENGTH[1]}, greatest(${STRENGTH[0]}, ${week} / ${average})), 4)`;

const FIRST_DAY = `($3::date - ${BASE_DAYS + 1 + YEAR_DAYS + 7 * AROUND})`;
const WEEKS = YEAR_DAYS / 7;

/**
 * Of rows that sold for a year before the days that a base looks at, how strong its weeks were. The first week is the
 * one a year before the first day that a base looks at: what it says of the season is not what the base itself sold.
 */
export const yearsOf = (
  { sql, tenantId }: DemandWhere,
  rows: readonly TermRow[],
  today: string,
): Promise<DemandYear[]> => {
  const span = { since: FIRST_DAY, till: `${FIRST_DAY} + ${YEAR_DAYS + 14 * AROUND}` };
  return sql.query<DemandYear>(
    `with ${termsOf("$1", "$2", span, { since: "$3::date", till: "$3::date" })},
     sums as (select sku_id, store_id, (day - ${FIRST_DAY}) / 7 as week, sum(units) as units from demand group by 1, 2, 3),
     known as (select sku_id, store_id from sums group by 1, 2
       having sum(units) filter (where week < ${2 * AROUND}) > 0
         and sum(units) filter (where week between ${AROUND} and ${AROUND + WEEKS - 1}) >= ${YEAR_LEAST}),
     weeks as (
       select k.sku_id, k.store_id, w.week,
         avg(coalesce(s.units, 0)) over (partition by k.sku_id, k.store_id order by w.week
           rows between ${AROUND} preceding and ${AROUND} following) as around,
         sum(s.units) filter (where w.week between ${AROUND} and ${AROUND + WEEKS - 1})
           over (partition by k.sku_id, k.store_id) / ${WEEKS}.0 as average
       from known k cross join generate_series(0, ${WEEKS + 2 * AROUND - 1}) w(week)
         left join sums s on s.sku_id = k.sku_id and s.store_id = k.store_id and s.week = w.week)
     select sku_id as "skuId", store_id as "storeId",
       array_agg(${bounded("around", "average")}::float8 order by week) as weeks
     from weeks where week between ${AROUND} and ${AROUND + WEEKS - 1} group by 1, 2`,
    [tenantId, termRows(rows), today],
  );
};
