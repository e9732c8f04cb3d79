import type { Compared } from "../sums/compare";
import { completion } from "../sums/groups";
import { ORDERED, sortedRows } from "../sums/order";
import { rowOf } from "../sums/row";
import { money, percent, rowColumns, text } from "./columns";
import { comparedGroups } from "./group-rows";
import { groupRow, groupSummary } from "./shapes";
import { type TableReport, table } from "./table";

/** 交易报表 by operating group. */
export const byGroup: TableReport = {
  name: "getCocAmazonTradeReportByGroup",
  title: "小组交易报表",
  size: 20,
  record: groupRow,
  summary: groupSummary,
  columns: [
    text("groupName", "小组"),
    text("deptName", "部门"),
    text("leaderName", "组长", 12),
    ...rowColumns,
    money("incomeTarget", "收入目标"),
    percent("completion", "完成率"),
  ],
  async read(ask) {
    const { query } = ask;
    const { rows, all, groups } = await comparedGroups(ask);
    const named = (row: Compared) => {
      const groupId = row.keys[0] ?? "";
      const group = groups.get(groupId);
      return {
        groupId,
        groupName: group?.groupName ?? groupId,
        deptId: group?.deptId ?? null,
        deptName: group?.deptName ?? null,
        leaderName: group?.leaderName ?? null,
        ...rowOf(row),
        ...completion(query, [group], row.now.mainBusinessIncome),
      };
    };
    const ofRows = rows.map((row) => groups.get(row.keys[0] ?? ""));
    return table({
      rows: sortedRows(rows, ORDERED[query.orderBy], query.order),
      summary: { ...rowOf(all), ...completion(query, ofRows, all.now.mainBusinessIncome) },
      show: (shown) => shown.map(named),
    });
  },
};
