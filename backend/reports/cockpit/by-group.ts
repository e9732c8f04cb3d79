import { money, percent, rowColumns, text } from "./columns";
import { type Compared, compare, NOTHING, rowOf } from "./compare";
import { completion, groupsOf, hasTarget } from "./groups";
import { ORDERED, sortedRows } from "./rank";
import { groupRow, groupSummary } from "./shapes";
import { type Ask, type TableReport, table } from "./table";

/**
 * Operating groups with facts in the asked months, and those that have a target but sold nothing: they
 * are the ones to find.
 */
export async function comparedGroups({ db, caller, query }: Ask) {
  const [groups, compared] = await Promise.all([
    groupsOf(db, caller, query),
    compare(db, caller, query, ["group"]),
  ]);
  const { rows, before } = compared;
  const known = new Set(rows.map((row) => row.keys[0]));
  for (const { groupId, counted, target } of groups.values()) {
    if (!counted || !Number(target) || !hasTarget(query)) continue;
    if (!known.has(groupId)) rows.push({ keys: [groupId], now: NOTHING });
    if (!before.has(groupId)) before.set(groupId, NOTHING);
  }
  return { ...compared, groups };
}

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
