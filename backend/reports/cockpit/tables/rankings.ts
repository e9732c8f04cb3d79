import type { OrderBy } from "../asked/query";
import { labelsOf } from "../dimensions/labels";
import { compare } from "../sums/compare";
import { ORDERED } from "../sums/order";
import { rowOf } from "../sums/row";
import type { Dimension } from "../sums/where";
import { rankColumns } from "./columns";
import { comparedGroups } from "./group-rows";
import { ranking } from "./rank";
import { rank, row } from "./shapes";
import { type TableReport, table } from "./table";

/** A ranking of one dimension; `by` fixes what it ranks, else the caller chooses. */
function rankingOf(
  name: string,
  title: string,
  dimension: Dimension,
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
      const { rows, before, all } =
        dimension === "group"
          ? await comparedGroups(ask)
          : await compare(db, caller, query, [dimension]);
      const measure = ORDERED[by ?? query.orderBy];
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
  rankingOf("groupNetProfitRankingPage", "小组净利润排名", "group", {
    size: SIZE,
    by: "netProfit",
  }),
];
