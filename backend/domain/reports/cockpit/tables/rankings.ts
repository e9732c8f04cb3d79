import { invalid } from "#backend/platform/http";
import type { OrderBy } from "../asked/query";
import { labelsOf } from "../dimensions/dimensions";
import { type Compared, compare, ORDERED, sortedRows } from "../sums/compare";
import { amount, figure, isRatio, ratio } from "../sums/figures";
import type { MeasureKey } from "../sums/measures";
import { changes, rowOf } from "../sums/row";
import type { SumDimension, Sums } from "../sums/sums";
import { rankColumns } from "./by-group";
import { rank, row } from "./shapes";
import { comparedGroups, type TableReport, table } from "./table";

/** Value as shown → dense position, the highest is 1. */
const places = (values: number[]) =>
  new Map([...new Set(values)].sort((a, b) => b - a).map((value, i) => [value, i + 1]));

/**
 * RANK rows of market.md 7.2. The rank is the dense position by the measure in descending order, in
 * whatever order they are listed; lastRank that of the span before; share, yoy and chain are those of
 * the measure.
 */
function ranking(rows: Compared[], before: Map<string, Sums>, whole: Sums, by: MeasureKey, order?: "asc" | "desc") {
  const value = (sums: Sums) => amount(sums[by]);
  const now = places(rows.map((row) => value(row.now)));
  const then = places([...before.values()].map(value));
  const last = (code: string) => {
    const sums = before.get(code);
    return sums ? (then.get(value(sums)) ?? null) : null;
  };
  return sortedRows(rows, by, order).map((row) => ({
    rank: now.get(value(row.now)) ?? 0,
    code: row.keys.at(-1) ?? "",
    mainBusinessIncome: amount(row.now.mainBusinessIncome),
    netProfit: amount(row.now.netProfit),
    grossProfitPercent: figure(row.now, "grossProfitPercent"),
    share: Number(whole[by]) > 0 ? ratio(row.now[by], whole[by]) : null,
    ...changes(row, by),
    missing: row.now.missing,
    lastRank: last(row.keys.at(-1) ?? ""),
  }));
}

/** A ranking of one dimension; `by` fixes what it ranks, else the caller chooses. */
function rankingOf(
  name: string,
  title: string,
  dimension: SumDimension,
  { size, by }: { size?: number; by?: OrderBy } = {},
): TableReport {
  return {
    name,
    title,
    size,
    record: rank,
    summary: row,
    columns: rankColumns,
    async read(ask) {
      const { db, caller, query } = ask;
      const measure = ORDERED[by ?? query.orderBy];
      // A place has a share of the whole, which a quotient has not.
      if (isRatio(measure)) throw invalid("排序字段不正确");
      const { rows, before, all } =
        dimension === "group" ? await comparedGroups(ask) : await compare(db, caller, query, [dimension]);
      return table({
        rows: ranking(rows, before, all.now, measure, query.order),
        summary: rowOf(all),
        async show(shown) {
          const codes = shown.map((r) => r.code);
          const labels = await labelsOf(db, caller.tenantId, dimension, codes);
          return shown.map((r) => ({ ...r, name: labels(r.code).name }));
        },
      });
    },
  };
}

const SIZE = 10;

export const rankings: TableReport[] = [
  rankingOf("divisionRanking", "事业部排名", "division"),
  rankingOf("regionRanking", "大区排名", "region"),
  rankingOf("sitRanking", "站点排名", "site"),
  rankingOf("groupIncomeRankingPage", "小组收入排名", "group", { size: SIZE, by: "income" }),
  rankingOf("groupNetProfitRankingPage", "小组净利润排名", "group", { size: SIZE, by: "netProfit" }),
];
