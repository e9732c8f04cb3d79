import type { Sql } from "../../../db/sql";
import type { Caller } from "../../../http/caller";
import { invalid } from "../../../http/refusal";
import { monthsOf, shift } from "../asked/months";
import type { Asked } from "../asked/query";
import { amount, change, figure } from "../sums/figures";
import { completion, groupsOf } from "../sums/groups";
import { historyOf } from "../sums/history";
import type { MeasureKey } from "../sums/measures";
import { NOTHING, sumsOf } from "../sums/sums";

/**
 * A year up to the asked month, beside the same months of the year before and the target of these months.
 * 同比 is null when the facts do not reach back over all of them.
 * @param year YYYY; none: the year of the asked month
 * @throws 400 该年份还没有已结束的月份
 */
export async function currentYear(sql: Sql, caller: Caller, asked: Asked, year?: string) {
  const of = year ?? asked.month.slice(0, 4);
  const december = `${of}12`;
  const through = december < asked.month ? december : asked.month;
  const months = monthsOf(`${of}01`, through);
  if (!months.length)
    throw invalid("该年份还没有已结束的月份", { year: "该年份还没有已结束的月份" });
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
