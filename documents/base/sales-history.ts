import { defineDocument, field, pagesAt } from "../kit";

/** Years before the first day of work of which sales are taken, and rows that one file has at most. */
export const HISTORY_YEARS = 2;
const MOST = 5000;

/** 历史销量 (company.md 2.2): what stores sold before a company's first day here, for its forecasts. */
export const salesHistory = defineDocument({
  name: "sales_history",
  label: "历史销量",
  module: "base",
  inSetup: true,
  permission: "setup_history",
  number: "LX",
  menu: { group: "base", icon: "history", sort: 5 },
  keyword: ["no", "title"],
  start: { copy: false },
  can: { edit: false, del: false },
  formColumns: 2,
  import: { whole: true, lines: "rows" },
  exports: { lines: "rows" },
  glance: { figures: [{ field: "rowCount" }, { field: "units" }, { field: "span" }] },
  fields: {
    title: field.text("标题", { max: 60, help: "不填则为今天的日期", column: { width: 200 }, filter: "like" }),
    rowCount: field.int("行数", { computed: true, column: true }),
    units: field.int("销量", { computed: true, column: true }),
    span: field.text("月份", { computed: true, max: 40, column: { width: 160 } }),
    stores: field.text("店铺", { computed: true, max: 400, column: { width: 260 } }),
    replaced: field.text("替换的月份", { computed: true, max: 400, column: { width: 200, hide: true } }),
  },
  lines: {
    rows: {
      label: "销量明细",
      table: "sales_history_row",
      required: "请至少添加一条明细",
      max: MOST,
      fields: {
        storeId: field.ref("店铺", { to: "store", required: true }),
        msku: field.text("MSKU", { required: true, max: 60 }),
        saleDate: field.date("日期", { required: true }),
        qty: field.int("销量", { required: true, min: 0, sum: true }),
        amount: field.money("金额", { required: true, min: 0, help: "站点币种", sum: true }),
      },
    },
  },
  screens: {
    list: "/baseSetup/setup/history",
    ...pagesAt("/baseSetup/setup/history"),
    titles: { list: "历史销量", create: "新建历史销量" },
  },
});
