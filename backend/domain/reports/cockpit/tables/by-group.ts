import type { SheetColumn } from "#backend/platform/http/spreadsheet";
import { dec } from "#backend/platform/values";
import { labelsOf } from "../dimensions/dimensions";
import { type Compared, compare, ORDERED, sortedRows } from "../sums/compare";
import { amount, completion, groupsOf, ratio } from "../sums/figures";
import { MEASURES, RATIOS } from "../sums/measures";
import { rowOf } from "../sums/row";
import { deptRow, groupRow, groupSummary, modelRow, row } from "./shapes";
import { comparedGroups, type TableReport, table } from "./table";

const MONEY = "#,##0.00";
const PERCENT = "0.00%";

const column = (key: string, header: string, numFmt?: string, width = 14): SheetColumn => ({
  key,
  header,
  numFmt,
  width,
});

export const text = (key: string, header: string, width = 16) => column(key, header, undefined, width);
export const money = (key: string, header: string) => column(key, `${header}(CNY)`, MONEY, 18);
export const count = (key: string, header: string) => column(key, header, "#,##0", 10);
export const percent = (key: string, header: string) => column(key, header, PERCENT, 10);

/** Columns of a ROW, in the order of the screen. */
export const rowColumns: SheetColumn[] = [
  ...(["mainBusinessIncome", "grossProfit", "netProfit"] as const).map((key) => money(key, MEASURES[key].name)),
  ...(["grossProfitPercent", "netProfitPercent"] as const).map((key) => percent(key, RATIOS[key].name)),
  text("missing", "利润未含"),
  count("units", MEASURES.units.name),
  count("orders", MEASURES.orders.name),
  money("refundAmt", MEASURES.refundAmt.name),
  percent("refundPercent", RATIOS.refundPercent.name),
  money("adSpend", MEASURES.adSpend.name),
  percent("adSpendPercent", RATIOS.adSpendPercent.name),
  percent("yoy", "同比"),
  percent("chain", "环比"),
];

/** Columns of a RANK. */
export const rankColumns: SheetColumn[] = [
  count("rank", "名次"),
  text("name", "名称"),
  money("mainBusinessIncome", "主营业务收入"),
  money("netProfit", "净利润"),
  percent("grossProfitPercent", "毛利率"),
  text("missing", "利润未含"),
  percent("share", "占比"),
  percent("yoy", "同比"),
  percent("chain", "环比"),
  count("lastRank", "上期名次"),
];

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
      return { deptId, deptName: name, divisionName, ...rowOf(dept), groups: ordered(below).map(child) };
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

/** 交易报表 by product model, with what a Pareto figure needs. */
export const byModel: TableReport = {
  name: "getCocAmazonTradeReportByModel",
  title: "型号交易报表",
  size: 20,
  record: modelRow,
  summary: row,
  columns: [
    count("rank", "收入名次"),
    text("modelCode", "型号"),
    text("modelName", "名称", 24),
    count("skuCount", "SKU数"),
    ...rowColumns,
    percent("cumShare", "累计占比"),
  ],
  async read({ db, caller, query }) {
    const { rows, all } = await compare(db, caller, query, ["model"]);
    const whole = all.now.mainBusinessIncome;
    let sum = dec(0);
    let rank = 0;
    let before = Number.NaN;
    const pareto = new Map(
      sortedRows(rows, "mainBusinessIncome").map((r) => {
        const income = amount(r.now.mainBusinessIncome);
        if (income !== before) rank++;
        before = income;
        sum = sum.plus(r.now.mainBusinessIncome);
        const cumShare = Number(whole) > 0 ? ratio(sum.toFixed(), whole) : null;
        return [r, { rank, cumShare }] as const;
      }),
    );
    return table({
      rows: sortedRows(rows, ORDERED[query.orderBy], query.order),
      summary: rowOf(all),
      async show(shown) {
        const codes = shown.map((r) => r.keys[0] ?? "");
        const labels = await labelsOf(db, caller.tenantId, "model", codes);
        return shown.map((r) => {
          const [modelCode = ""] = r.keys;
          const { name: modelName, skuCount = 0, imageUrl = null } = labels(modelCode);
          return { modelCode, modelName, skuCount, imageUrl, ...rowOf(r), ...pareto.get(r) };
        });
      },
    });
  },
};
