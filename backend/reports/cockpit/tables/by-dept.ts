import { labelsOf } from "../dimensions/labels";
import { type Compared, compare } from "../sums/compare";
import { groupsOf } from "../sums/groups";
import { ORDERED, sortedRows } from "../sums/order";
import { rowOf } from "../sums/row";
import { rowColumns, text } from "./columns";
import { deptRow, row } from "./shapes";
import { type TableReport, table } from "./table";

/** 交易报表 by department, with its operating groups below it as they were when they sold. */
export const byDept: TableReport = {
  name: "getCocAmazonTradeReportByDept",
  title: "部门交易报表",
  record: deptRow,
  summary: row,
  columns: [
    text("divisionName", "事业部"),
    text("deptName", "部门"),
    text("groupName", "小组"),
    text("leaderName", "组长", 12),
    ...rowColumns,
  ],
  async read({ db, caller, query }) {
    const [{ rows, all }, groups] = await Promise.all([
      compare(db, caller, query, ["dept", "group"]),
      groupsOf(db, caller, query),
    ]);
    const depts = rows.filter((r) => r.keys.length === 1);
    const keys = depts.map((r) => r.keys[0] ?? "");
    const labels = await labelsOf(db, caller.tenantId, "dept", keys);
    const ordered = (of: Compared[]) => sortedRows(of, ORDERED[query.orderBy], query.order);
    const child = (r: Compared) => {
      const [, groupId = ""] = r.keys;
      const { groupName = groupId, leaderName = null } = groups.get(groupId) ?? {};
      return { groupId, groupName, leaderName, ...rowOf(r) };
    };
    const tree = (dept: Compared) => {
      const [deptId = ""] = dept.keys;
      const { name, divisionName = null } = labels(deptId);
      const below = rows.filter((r) => r.keys.length === 2 && r.keys[0] === deptId);
      return {
        ...{ deptId, deptName: name, divisionName, ...rowOf(dept) },
        groups: ordered(below).map(child),
      };
    };
    return table({
      rows: ordered(depts),
      summary: rowOf(all),
      show: (shown) => shown.map(tree),
      sheet: (all) =>
        all.map(tree).flatMap(({ groups, ...dept }) => {
          const { divisionName, deptName } = dept;
          return [dept, ...groups.map((group) => ({ divisionName, deptName, ...group }))];
        }),
    });
  },
};
