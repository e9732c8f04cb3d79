import { defineDocument, field } from "../kit";

/** States of what the advertising account has. */
export const adStates = {
  ENABLED: { label: "投放中", tone: "green" },
  PAUSED: { label: "已暂停", tone: "orange" },
  ARCHIVED: { label: "已归档", tone: "grey" },
} as const;

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
  glance: {
    queues: [
      {
        label: "下月预算待编制",
        where: { state: "ENABLED", nextBudget: "due" },
        about: "storeId",
        due: "budgetDue",
        permission: "add",
        opens: "plan",
      },
    ],
  },
  formColumns: 1,
  fields: {
    portfolioId: field.text("组合编号", { max: 30, unique: "组合编号已存在", column: { fixed: "left" } }),
    name: field.text("广告组合", { max: 100, unique: "广告组合名称已存在", column: { minWidth: 200 } }),
    storeId: field.ref("店铺", { to: "store", column: { width: 160 }, filter: "in" }),
    groupId: field.ref("小组", { to: "group", computed: true, column: true, filter: "in", help: "广告活动最多的小组" }),
    deptId: field.ref("部门", { to: "dept", tree: true, computed: true }),
    state: field.enum("状态", { default: "ENABLED", options: adStates, column: true, filter: "in" }),
    nextBudget: field.enum("下月预算", {
      virtual: true,
      computed: true,
      options: {
        open: { label: "未编制", tone: "grey" },
        due: { label: "待编制", tone: "orange" },
        draft: { label: "草稿", tone: "grey" },
        auditing: { label: "待审核", tone: "orange" },
        approved: { label: "已批准", tone: "green" },
        rejected: { label: "已驳回", tone: "red" },
      },
      column: { tooltip: "每月20日起待编制" },
      filter: "in",
    }),
    budgetDue: field.date("编制截止", { virtual: true, computed: true }),
  },
  actions: {
    plan: {
      label: "编制下月预算",
      next: true,
      permission: "add",
      opens: { document: "target_portfolio", param: "portfolioId" },
    },
  },
  screens: {
    list: "/advertisement/budgetManage/portfolio/index",
    tabs: ["target_portfolio", "ad_portfolio"],
    titles: { list: "广告组合" },
  },
});
