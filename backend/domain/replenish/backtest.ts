import { type RuleContext, rules } from "#backend/engine/documents";
import { now, today } from "#backend/platform/values";
import { type BacktestResult, backtestMethods, replenishBacktest } from "#documents/wms/replenish/backtest";
import { AROUND, bounded, YEAR_DAYS, YEAR_LEAST } from "./demand";
import { termRowsOf } from "./outlook";
import { BASE_DAYS, type Weights } from "./reckon";
import { type TermRow, termRows, termsOf } from "./terms";
import { outlookRows, weightsOf } from "./work-out";

type BacktestWhere = Pick<RuleContext, "sql" | "tenantId">;

/** Weeks that are forecast, each as if it and those behind it were not known. */
const TESTED = 52;
/** Whole weeks before a forecast in which the days of its base lie, and those of the year before them. */
const BASE_WEEKS = Math.ceil((BASE_DAYS + 1) / 7);
const YEAR_WEEKS = YEAR_DAYS / 7;
/** The first week that anything is asked of is number 0. */
const FIRST = BASE_WEEKS + YEAR_WEEKS + AROUND;
const WEEKS = FIRST + TESTED;
const START = `$3::date - ${7 * WEEKS}`;
/** Rows at most, those that sold most: they take some seconds. */
const MOST = 2000;
/** Lengths of what is forecast, in weeks. */
const LENGTHS = [1, 4] as const;
const METHODS = ["own", "last7", "last30", "lastYear"] as const satisfies readonly (keyof typeof backtestMethods)[];

/** Windows of a base: whole weeks before it, and the last days of the week before those. */
const WINDOWS = [
  { days: 7, weeks: 1, rest: "" },
  { days: 30, weeks: 4, rest: "2" },
  { days: BASE_DAYS, weeks: 12, rest: "6" },
];

/** SQL of what a window sums of `of`, over the weeks `k` before a forecast `o`; the end of a week has columns of its own. */
const inWindow = (of: (rest: string) => string, { weeks, rest }: (typeof WINDOWS)[number]) =>
  `sum(case when o.k <= ${weeks} then ${of("")}${rest && ` when o.k = ${weeks + 1} then ${of(rest)}`} end)`;

/** What a window says a day, and its weight by the days that are left of it; `$4` are the weights. */
const weight = (i: number, days: number) => `($4::numeric[])[${i}] * b.days${days} / ${days}`;
const BASE = `round(
    (${WINDOWS.map(({ days }, i) => `case when b.rate${days} > 0 then ${weight(i + 1, days)} * b.units${days} / b.rate${days} else 0 end`).join(" + ")})
    / nullif(${WINDOWS.map(({ days }, i) => weight(i + 1, days)).join(" + ")}, 0), 4)`;

/** Sums of the days of a week, and of its last two and six alone. */
const weekly = (name: string, of: string, where = "") =>
  [7, 6, 2]
    .map(
      (last) =>
        `coalesce(sum(${of}) filter (where c.ago <= ${last}${where}), 0)::int as ${name}${last < 7 ? last : ""}`,
    )
    .join(", ");
const rated = [7, 6, 2]
  .map(
    (last) =>
      `coalesce(sum(c.factor) filter (where c.ago <= ${last} and l.day is null), 0) as rate${last < 7 ? last : ""}`,
  )
  .join(", ");

/**
 * Every week of a year forecast from what was known before it. Weeks end yesterday. `days` are the weeks that bases look
 * at and that are forecast, `weeks` all weeks with what lies around them and the year that ends with them, `bases` what a
 * day sells before each forecast, `tried` what methods said and what was sold. `known` are those of rows that sold in the
 * 90 days before and a year before, `without` those in which goods lacked or were promoted.
 */
const TRIED = `
  ${termsOf("$1", "$2", { since: START, till: "$3::date" }, { since: `$3::date - ${7 * (TESTED + BASE_WEEKS)}`, till: "$3::date" })},
  alive as materialized (
    select row_number() over (order by a.sku_id, a.store_id) as n, a.* from asked a
    where (a.sku_id, a.store_id) in (
      select sku_id, store_id from demand group by 1, 2 order by sum(units) desc, sku_id, store_id limit ${MOST})),
  sums as materialized (
    select a.n, (d.day - (${START})) / 7 as week, sum(d.units) as units, sum(d.units + d.given) as sold
    from demand d join alive a using (sku_id, store_id) group by 1, 2),
  weeks as materialized (
    select a.n, w.week, coalesce(s.sold, 0) as sold,
      avg(coalesce(s.units, 0)) over (r rows between ${AROUND} preceding and ${AROUND} following) as around,
      sum(coalesce(s.units, 0)) over (r rows between ${YEAR_WEEKS - 1} preceding and current row) as year,
      sum(coalesce(s.units, 0)) over (r rows between ${2 * AROUND - 1} preceding and current row) as begin,
      sum(coalesce(s.sold, 0)) over (r rows unbounded preceding) as ever
    from alive a cross join generate_series(0, ${WEEKS - 1}) w(week) left join sums s on s.n = a.n and s.week = w.week
    window r as (partition by a.n order by w.week)),
  grid as materialized (
    select a.n, a.sku_id, a.store_id, $3::date - d.ago as day, ${WEEKS} - 1 - (d.ago - 1) / 7 as week, 1 + (d.ago - 1) % 7 as ago,
      coalesce(a.months[extract(month from $3::date - d.ago)::int], 1) as factor
    from alive a cross join generate_series(1, ${7 * (TESTED + BASE_WEEKS)}) d(ago)),
  days as materialized (
    select c.n, c.week, ${weekly("counted", "d.units", " and l.day is null")}, ${weekly("days", "1", " and l.day is null")},
      ${weekly("sold", "d.units + d.given")}, ${rated}, coalesce(sum(d.units), 0) as units, sum(c.factor) as whole,
      count(l.day) as left_out
    from grid c left join demand d using (sku_id, store_id, day) left join left_out l using (sku_id, store_id, day)
    group by 1, 2),
  origins as materialized (
    select a.n, o.week,
      case when a.months is null and y.year >= ${YEAR_LEAST} and g.begin > 0 then y.year / ${YEAR_WEEKS}.0 end as average
    from alive a cross join generate_series(${FIRST}, ${WEEKS - 1}) o(week)
      join weeks y on y.n = a.n and y.week = o.week - ${BASE_WEEKS + 1}
      join weeks g on g.n = a.n and g.week = o.week - ${BASE_WEEKS + 1 + YEAR_WEEKS - AROUND}),
  looked as materialized (
    select o.*, k.k, o.week - k.k as at, o.week - k.k - ${YEAR_WEEKS} as then
    from origins o cross join generate_series(1, ${BASE_WEEKS}) k(k)),
  bases as materialized (
    select b.n, b.week, b.average, ${BASE} as base, b.sold7, b.sold30, b.sold90
    from (
      select o.n, o.week, o.average, ${WINDOWS.flatMap((w) => [
        `${inWindow((rest) => `s.counted${rest}`, w)} as units${w.days}`,
        `${inWindow((rest) => `s.days${rest}`, w)} as days${w.days}`,
        `${inWindow((rest) => `coalesce(${bounded("w.around", "o.average")} * s.days${rest}, s.rate${rest})`, w)} as rate${w.days}`,
        `${inWindow((rest) => `s.sold${rest}`, w)} as sold${w.days}`,
      ]).join(", ")}
      from looked o join days s on s.n = o.n and s.week = o.at join weeks w on w.n = o.n and w.week = o.then
      group by 1, 2, 3) b),
  aimed as materialized (
    select b.*, h.weeks, b.week + i.i as at, b.week + i.i - ${YEAR_WEEKS} as then
    from bases b cross join unnest(array[${LENGTHS}]) h(weeks) cross join lateral generate_series(0, h.weeks - 1) i(i)
    where (b.week - ${FIRST}) % h.weeks = 0),
  tried as materialized (
    select b.n, b.week, b.weeks, sum(s.left_out) > 0 as without, b.base is not null and b.sold90 > 0 and min(w.ever) > 0 as known,
      sum(s.units) as sold, round(b.base * sum(coalesce(${bounded("w.around", "b.average")} * 7, s.whole)), 4) as own,
      b.sold7 * b.weeks as last7, round(b.sold30 * b.weeks * 7 / 30.0, 4) as last30, sum(w.sold) as last_year
    from aimed b join days s on s.n = b.n and s.week = b.at join weeks w on w.n = b.n and w.week = b.then
    group by b.n, b.week, b.weeks, b.base, b.average, b.sold7, b.sold30, b.sold90)`;

const column = (method: (typeof METHODS)[number]) => (method === "lastYear" ? "last_year" : method);

/** How far a method was off, as the declaration says it. */
const off = (method: (typeof METHODS)[number]) => {
  const of = `t.${column(method)}`;
  const share = (sum: string) => `round((${sum}) * 100 / nullif(sum(t.sold), 0), 2)::text`;
  return `json_build_object('forecast', round(sum(${of}), 1)::text, 'error', round(sum(abs(${of} - t.sold)), 1)::text,
    'wape', ${share(`sum(abs(${of} - t.sold))`)}, 'bias', ${share(`sum(${of} - t.sold)`)}) as "${method}"`;
};

/** What everything comes to, by length and class; classes by what rows sold in the weeks that are compared. */
const RESULTS = `
  with ${TRIED},
  compared as materialized (select * from tried where known and not without),
  ranked as (
    select n, sum(sold) over (order by sold desc, n) - sold as before, sum(sold) over () as total
    from (select n, sum(sold) as sold from compared where weeks = 1 group by 1) s),
  classed as (
    select c.*, case when r.before < r.total * 0.8 then 'A' when r.before < r.total * 0.95 then 'B' else 'C' end as class
    from compared c left join ranked r using (n)),
  results as (
    select t.weeks * 7 as days, coalesce(t.class, 'all') as goods, count(distinct t.n) as rows,
      count(*) as pairs, sum(t.sold)::text as sold, ${METHODS.map(off).join(", ")}
    from classed t group by grouping sets ((t.weeks, t.class), (t.weeks))
    order by t.weeks desc, grouping(t.class) desc, t.class)
  select coalesce((select json_agg(r) from results r), '[]') as results,
    (select count(*)::int from alive) as alive,
    count(*) filter (where weeks = 4 and known and without)::int as "leftOut"
  from tried`;

interface Backtested {
  results: BacktestResult[];
  /** Rows that sold anything in the time that is looked at. */
  alive: number;
  /** Stretches of 28 days in which goods lacked or were promoted. */
  leftOut: number;
}

/** Forecasts the year before a day once more, week by week, of these rows. */
export async function backtest(
  { sql, tenantId }: BacktestWhere,
  rows: readonly TermRow[],
  { today, weights }: { today: string; weights: Weights },
): Promise<Backtested> {
  // The planner cannot know how many weeks its own rows have, and must not loop over all of them for each.
  await sql.query("set local enable_nestloop = off; set local jit = off; set local work_mem = '64MB'");
  const found = await sql.one<Backtested>(RESULTS, [tenantId, termRows(rows), today, weights]);
  await sql.query("set local enable_nestloop to default; set local jit to default; set local work_mem to default");
  return found ?? { results: [], alive: 0, leftOut: 0 };
}

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/** The test in one sentence, or why there is none. */
function saidOf({ results, alive }: Backtested, whole: BacktestResult | undefined): string {
  if (!alive) return "没有可以回测的销量：在售的SKU还没有卖出过";
  if (!whole || !results.length) return "销量不满12个月，没有去年同期可比，或每一段都有断货或促销；满12个月后再回测";
  const ranked = [...METHODS].sort((a, b) => Number(whole[a].wape ?? Infinity) - Number(whole[b].wape ?? Infinity));
  const [best = "own", next = "own"] = ranked;
  if (whole.own.wape === null) return "比的这些天一件也没有卖出，算不出误差";
  const said = (name: (typeof METHODS)[number]) => `${backtestMethods[name].label}${whole[name].wape}%`;
  const most = alive < MOST ? "" : `；只比了卖得最多的${MOST}个`;
  return best === "own"
    ? `补货预测误差最小：${whole.own.wape}%，其次${said(next)}${most}`
    : `${said(best)}误差最小，补货预测${whole.own.wape}%${most}`;
}

/** 预测回测: saving one is the test. */
export const replenishBacktestRules = rules(replenishBacktest, {
  async beforeSave(c, next) {
    const day = today();
    const rows = await termRowsOf(c, await outlookRows(c));
    const found = await backtest(c, rows, { today: day, weights: await weightsOf(c) });
    const whole = found.results.find(({ days, goods }) => days === 28 && goods === "all");
    Object.assign(next, {
      testedTime: now(),
      fromDay: dayBefore(day, 7 * TESTED),
      tillDay: dayBefore(day, 1),
      rowCount: whole?.rows ?? 0,
      pairCount: whole?.pairs ?? 0,
      leftOut: found.leftOut,
      ...Object.fromEntries(METHODS.map((name) => [name, whole?.[name].wape ?? null])),
      said: saidOf(found, whole),
      results: found.results,
    });
  },
});
