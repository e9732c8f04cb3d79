import { defineDocument, field } from "../kit";

/** 广告组合 (market.md 6.1): a portfolio of one store's campaigns, as the advertising account has it. */
export const adPortfolio = defineDocument({
  name: "ad_portfolio",
  label: "广告组合",
  module: "advertisement",
  permission: "ads_targetportfolio",
  display: "name",
  derived: true,
  // More than a list of choices holds: typed by name.
  many: true,
  scopeBy: { dept: "deptId", group: "groupId" },
  keyword: ["portfolioId", "name"],
  lookup: { finds: ["name", "portfolioId"], pickedBy: ["ads_report_view"] },
  list: { sort: [{ by: "id" }] },
  can: { add: false, edit: false, del: false },
  formColumns: 1,
  fields: {
    portfolioId: field.text("组合编号", { max: 30, unique: "组合编号已存在", column: { fixed: "left" } }),
    name: field.text("广告组合", { max: 100, unique: "广告组合名称已存在", column: { minWidth: 200 } }),
    storeId: field.ref("店铺", { to: "store", column: { width: 160 }, filter: "in" }),
    groupId: field.ref("小组", { to: "group", computed: true, column: true, filter: "in", help: "广告活动最多的小组" }),
    deptId: field.ref("部门", { to: "dept", tree: true, computed: true }),
    state: field.enum("状态", {
      default: "ENABLED",
      options: {
        ENABLED: { label: "投放中", tone: "green" },
        PAUSED: { label: "已暂停", tone: "orange" },
        ARCHIVED: { label: "已归档", tone: "grey" },
      },
      column: true,
      filter: "in",
    }),
  },
  screens: {
    list: "/advertisement/budgetManage/portfolio/index",
    tabs: ["target_portfolio", "ad_portfolio"],
    titles: { list: "广告组合" },
  },
});
