import type { Sql } from "../../../db/sql";
import type { Caller } from "../../../http/caller";
import { missing } from "../../../http/refusal";
import type { Asked } from "../asked/query";
import { type FigureKey, figure, total } from "../sums/figures";
import { groupsOf } from "../sums/groups";
import { missingOf } from "../sums/sums";
import { byMonth, thirteen } from "./series";

/** 13 months and a reader of one measure over them. */
async function curves(sql: Sql, caller: Caller, asked: Asked) {
  const months = thirteen(asked);
  const found = await byMonth(sql, caller, asked);
  const line = (key: FigureKey) => months.map((month) => figure(found.get(month), key));
  return { months, cells: months.flatMap((month) => found.get(month) ?? []), line };
}

/** Income and net profit of 13 months; the summary is over all of them. */
export async function incomeAndNetProfit(sql: Sql, caller: Caller, asked: Asked) {
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
export async function groupCurves(sql: Sql, caller: Caller, asked: Asked, groupId: string) {
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
