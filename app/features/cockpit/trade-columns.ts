import type { DeptSums, GroupSums, ModelSums, TradeSums } from "~/erp/cockpit.server";
import { type Column, defineTable, type TableModel } from "~/ui";

/** One row of a trade report, whichever it is; a sum over all rows has the key Σ. */
export interface TradeRow
  extends TradeSums,
    Partial<Omit<GroupSums, keyof TradeSums>>,
    Partial<Omit<ModelSums, keyof TradeSums>>,
    Partial<Omit<DeptSums, keyof TradeSums | "groups">> {
  key: string;
  name: string;
  /** One level down. */
  href?: string;
  /** Depth in the tree of departments. */
  depth?: number;
}
export type By = "group" | "dept" | "model";

const wan = (key: keyof TradeSums, label: string, more: Partial<Column<TradeRow>> = {}): Column<TradeRow> => ({
  key,
  label,
  kind: "wan",
  width: 124,
  phone: false,
  ...more,
});
const percent = (key: keyof TradeRow, label: string, more: Partial<Column<TradeRow>> = {}): Column<TradeRow> => ({
  key,
  label,
  kind: "percent",
  width: 88,
  phone: false,
  ...more,
});
const change = (key: "yoy" | "chain", label: string): Column<TradeRow> => ({
  key,
  label,
  kind: "change",
  width: 104,
  tooltip: key === "yoy" ? "主营业务收入与去年同期相比" : "主营业务收入与上一期相比",
  phone: false,
});
const label = (key: keyof TradeRow, text: string, width: number, hide?: boolean): Column<TradeRow> => ({
  key,
  label: text,
  width,
  phone: false,
  hide,
});

const name = (text: string, width = 140): Column<TradeRow> => ({
  key: "name",
  label: text,
  kind: "link",
  width,
  fixed: "left",
  phone: "title",
  showColumn: false,
  href: (row) => row.href,
});

/** The key of a sortable measure is the name that the calls sort by. */
const measures: Column<TradeRow>[] = [
  wan("mainBusinessIncome", "主营业务收入", {
    key: "income",
    value: (r) => r.mainBusinessIncome,
    sortable: true,
    phone: "fact",
  }),
  wan("grossProfit", "毛利", { sortable: true }),
  percent("grossProfitPercent", "毛利率", { sortable: true, phone: "fact" }),
  wan("netProfit", "净利润", { sortable: true, phone: "fact" }),
  percent("netProfitPercent", "净利率", { sortable: true }),
  {
    key: "missing",
    label: "利润未含",
    width: 120,
    phone: false,
    value: (r) => r.missing.join("、") || null,
    tooltip: "部分销量还没有来源的费用，不按0计算",
  },
  change("yoy", "同比"),
  change("chain", "环比"),
  { key: "units", label: "销量", kind: "number", width: 100, sortable: true, phone: false },
  { key: "orders", label: "订单数", kind: "number", width: 100, phone: false },
  wan("refundAmt", "退款额", { width: 110, hide: true }),
  percent("refundPercent", "退款率", { sortable: true }),
  wan("adSpend", "广告费", { width: 110, hide: true }),
  percent("adSpendPercent", "广告费率", { sortable: true }),
];

const target: Column<TradeRow>[] = [
  { key: "completion", label: "完成率", kind: "percent", width: 110, phone: false, part: (row) => row.completion },
  { ...wan("incomeTarget", "收入目标"), hide: true },
];

/** Three reports are one table: what a row is differs, the measures do not. */
export const tradeTables: Record<By, TableModel<TradeRow>> = {
  group: defineTable([
    name("小组"),
    label("deptName", "部门", 120),
    label("leaderName", "负责人", 90),
    ...measures.slice(0, 1),
    ...target,
    ...measures.slice(1),
  ]),
  dept: defineTable([name("部门 / 小组", 180), label("divisionName", "事业部", 120), ...measures]),
  model: defineTable([
    { key: "imageUrl", label: "图片", kind: "image", width: 60, hide: true, phone: false },
    name("型号"),
    label("modelName", "名称", 180),
    label("skuCount", "SKU数", 80, true),
    ...measures.slice(0, 1),
    percent("cumShare", "累计占比"),
    ...measures.slice(1),
  ]),
};
