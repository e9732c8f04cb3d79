import { z } from "zod";
import type { Sql } from "#backend/platform/db";
import { type Caller, type Endpoint, endpoint, invalid, missing } from "#backend/platform/http";
import { type Asked, asking, lastMonths, type Month, monthsOf, optional, shift } from "../asked/query";
import { at } from "../at";
import { HIDDEN } from "../names";
import { historyOf } from "../sums/compare";
import { amount, change, completion, type FigureKey, figure, groupsOf, total } from "../sums/figures";
import type { MeasureKey } from "../sums/measures";
import { missingOf, NOTHING, type SumCell, sumsOf } from "../sums/sums";
import * as shapes from "./shapes";

/** The asked month and the 12 before it. */
export const thirteen = (asked: Asked): Month[] => lastMonths(asked.month, 13);

/**
 * Sums of the 13 months and of the 12 before them, by month; one without facts is missing. Always as
 * many, so that curves which stand side by side are one statement.
 */
export async function byMonth(sql: Sql, caller: Caller, asked: Asked) {
  const spans = Object.fromEntries(lastMonths(asked.month, 25).map((month) => [month, [month]]));
  const cells = await sumsOf(sql, caller, asked, spans);
  return new Map<Month, SumCell>(cells.map((cell) => [cell.span, cell]));
}

/**
 * SERIES13 of market.md 7.2: the measure in 13 months beside the same months of the year before (null
 * without facts), with 同比 and 环比 of each.
 */
export async function series13(sql: Sql, caller: Caller, asked: Asked, key: FigureKey) {
  const months = thirteen(asked);
  const found = await byMonth(sql, caller, asked);
  const at = (month: Month) => (found.has(month) ? figure(found.get(month), key) : null);
  const current = months.map((month) => figure(found.get(month), key));
  const last = months.map((month) => at(shift(month, -12)));
  return {
    months,
    current,
    last,
    yoy: months.map((_, i) => change(current[i] ?? null, last[i])),
    chain: months.map((month, i) => change(current[i] ?? null, at(shift(month, -1)))),
    missing: found.get(asked.month)?.missing ?? [],
    unit: key.endsWith("Percent") ? "%" : "CNY",
  };
}

/**
 * A year up to the asked month, beside the same months of the year before and the target of these months.
 * 同比 is null when the facts do not reach back over all of them.
 * @param year YYYY; none: the year of the asked month
 * @throws 400 该年份还没有已结束的月份
 */
async function currentYear(sql: Sql, caller: Caller, asked: Asked, year?: string) {
  const of = year ?? asked.month.slice(0, 4);
  const december = `${of}12`;
  const through = december < asked.month ? december : asked.month;
  const months = monthsOf(`${of}01`, through);
  if (!months.length) throw invalid("该年份还没有已结束的月份", { year: "该年份还没有已结束的月份" });
  const lastYear = months.map((month) => shift(month, -12));
  const [cells, groups, reaches] = await Promise.all([
    sumsOf(sql, caller, asked, {
      ...Object.fromEntries(months.map((month) => [month, [month]])),
      year: months,
      last: lastYear,
    }),
    groupsOf(sql, caller, asked),
    historyOf(sql),
  ]);
  const found = new Map(cells.map((cell) => [cell.span, cell]));
  const now = found.get("year") ?? NOTHING;
  const last = found.get("last") ?? NOTHING;
  const yoy = (key: MeasureKey) => (reaches(lastYear) ? change(now[key], last[key]) : null);
  return {
    year: of,
    throughMonth: through,
    income: amount(now.mainBusinessIncome),
    netProfit: amount(now.netProfit),
    netProfitPercent: figure(now, "netProfitPercent"),
    lastIncome: amount(last.mainBusinessIncome),
    lastNetProfit: amount(last.netProfit),
    incomeYoy: yoy("mainBusinessIncome"),
    netProfitYoy: yoy("netProfit"),
    missing: now.missing,
    ...completion({ ...asked, months }, [...groups.values()], now.mainBusinessIncome),
    months: months.map((month) => ({
      month,
      income: figure(found.get(month), "mainBusinessIncome"),
      netProfit: figure(found.get(month), "netProfit"),
    })),
  };
}

/** 13 months and a reader of one measure over them. */
async function curves(sql: Sql, caller: Caller, asked: Asked) {
  const months = thirteen(asked);
  const found = await byMonth(sql, caller, asked);
  const line = (key: FigureKey) => months.map((month) => figure(found.get(month), key));
  return { months, cells: months.flatMap((month) => found.get(month) ?? []), line };
}

/** Income and net profit of 13 months; the summary is over all of them. */
async function incomeAndNetProfit(sql: Sql, caller: Caller, asked: Asked) {
  const { months, cells, line } = await curves(sql, caller, asked);
  return {
    months,
    income: line("mainBusinessIncome"),
    netProfit: line("netProfit"),
    netProfitPercent: line("netProfitPercent"),
    summary: {
      income: total(cells, "mainBusinessIncome"),
      netProfit: total(cells, "netProfit"),
      missing: missingOf(cells),
    },
  };
}

/**
 * One operating group in 13 months.
 * @throws 404 小组不存在, when it is unknown or outside the caller's data scope
 */
async function groupCurves(sql: Sql, caller: Caller, asked: Asked, groupId: string) {
  const [groups, { months, cells, line }] = await Promise.all([
    groupsOf(sql, caller, { ...asked, groupId: [groupId] }),
    curves(sql, caller, { ...asked, groupId: [groupId] }),
  ]);
  const group = groups.get(groupId);
  if (!group || (!group.counted && cells.length === 0)) throw missing("小组不存在");
  return {
    groupId,
    groupName: group.groupName,
    months,
    income: line("mainBusinessIncome"),
    netProfit: line("netProfit"),
    grossProfitPercent: line("grossProfitPercent"),
    adSpendPercent: line("adSpendPercent"),
    refundPercent: line("refundPercent"),
    missing: cells.find((cell) => cell.span === asked.month)?.missing ?? [],
  };
}

const query = asking({});

const series = (name: string, title: string, key: FigureKey) =>
  endpoint({
    ...at(name, title),
    query,
    response: shapes.series,
    handle: ({ db, caller, query: asked }) => series13(db, caller, asked, key),
  });

const group = z.string("请选择小组").regex(/^\d{1,18}$/, "请选择小组");
const year = optional(z.string().regex(/^20\d\d$/, "年份不正确"));

/** 13 months and the year. */
export const curveEndpoints: Endpoint[] = [
  series("nearest13MonthIncome", "近13月收入", "mainBusinessIncome"),
  series("nearest13MonthNetProfit", "近13月净利润", "netProfit"),
  series(HIDDEN.grossProfitPercent, "近13月毛利率", "grossProfitPercent"),
  endpoint({
    ...at(HIDDEN.incomeAndNetProfit, "近13月收入与净利润"),
    query,
    response: shapes.incomeAndNetProfit,
    handle: ({ db, caller, query: asked }) => incomeAndNetProfit(db, caller, asked),
  }),
  endpoint({
    ...at("nearest13MonthGroupData", "小组近13月"),
    query: asking({ groupId: group }),
    response: shapes.groupData,
    handle({ db, caller, query: asked }) {
      const { groupId, ...rest } = asked;
      return groupCurves(db, caller, rest, groupId);
    },
  }),
  endpoint({
    ...at("currentYearIncomeAndNetProfit", "本年收入与净利润"),
    query: asking({ year }),
    response: shapes.currentYear,
    handle({ db, caller, query: asked }) {
      const { year, ...rest } = asked;
      return currentYear(db, caller, rest, year);
    },
  }),
];
