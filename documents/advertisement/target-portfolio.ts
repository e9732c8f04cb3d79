import { defineDocument, field, reason, voidAction } from "../kit";
import { budgetFigures } from "./target-figures";
import { spreadByDays } from "./weeks";

/** 目标组合 (market.md 6.4): the budget of one portfolio in one month, and what became of it. */
export const targetPortfolio = defineDocument({
  name: "target_portfolio",
  label: "目标组合",
  module: "advertisement",
  permission: "ads_targetportfolio",
  menu: { group: "advertisement", icon: "target", sort: 20, words: { del: false, print: false } },
  number: "GGYS",
  flow: {},
  many: true,
  scopeBy: { dept: "deptId", group: "groupId", user: "ownerId" },
  keyword: ["no"],
  foundBy: ["portfolioId", "ownerId"],
  can: { del: false },
  formColumns: 3,
  alerts: [
    {
      ...{ name: "spent", label: "广告花费超目标", where: { status: "approved" } },
      ...{ measure: { field: "usageRate" }, unit: "%", threshold: 100 },
    },
  ],
  sort: [
    { by: "yearMonth", desc: true },
    { by: "usageRate", desc: true },
  ],
  status: {
    field: "status",
    initial: "draft",
    editable: ["draft", "rejected"],
    values: {
      draft: { label: "草稿", tone: "grey" },
      auditing: { label: "待审核", tone: "orange" },
      approved: { label: "执行中", tone: "blue" },
      closed: { label: "已结束", tone: "green" },
      rejected: { label: "已驳回", tone: "red" },
      void: { label: "已作废", tone: "red" },
    },
  },
  fields: {
    yearMonth: field.text({
      label: "月份",
      required: true,
      input: "month",
      pattern: [/^\d{4}(0[1-9]|1[0-2])$/, "月份要像2026-06这样填写"],
      placeholder: "2026-06",
      column: { width: 80, sortable: true, phone: false },
      filter: "prefix",
    }),
    portfolioId: field.ref({
      label: "广告组合",
      to: "ad_portfolio",
      required: true,
      help: "填写名称",
      column: { width: 130 },
      filter: "in",
    }),
    ...budgetFigures,
  },
  lines: {
    weeks: {
      label: "周预算",
      table: "target_portfolio_week",
      max: 31,
      fields: {
        weekNo: field.int({ label: "周", computed: true }),
        startDate: field.date({ label: "开始", required: true }),
        endDate: field.date({ label: "结束", required: true }),
        amount: field.money({ label: "预算", required: true, min: 0, sum: true }),
        actual: field.money({
          ...{ label: "实际花费", currency: "currency", computed: true, virtual: true },
        }),
      },
      fill: {
        label: "按天均分",
        rows: (head) => [...spreadByDays(head.yearMonth, head.budgetAmount)],
      },
    },
  },
  actions: {
    void: voidAction(["draft", "rejected"]),
    adjust: {
      label: "调整",
      amends: true,
      permission: "submit",
      from: ["approved"],
      to: "auditing",
      confirm: "调整后重新审批；审批通过前仍按原预算执行。周预算按原比例分摊。",
      input: {
        budgetAmount: field.money({ label: "新月预算", required: true, min: 0.01 }),
        targetAcos: field.percent({ label: "新目标ACOS", min: 1, max: 100, help: "不填则不变" }),
        ...reason("调整原因", "请填写调整原因"),
      },
    },
    copyNext: {
      label: "复制到下月",
      permission: "add",
      from: ["auditing", "approved", "closed"],
      confirm: "为下个月建立相同预算的草稿。",
      batch: true,
    },
  },
  screens: {
    list: "/advertisement/budgetManage/targetportfolio/index",
    create: "/advertisement/budgetManage/targetportfolio/openTag/create",
    edit: "/advertisement/budgetManage/targetportfolio/openTag/create",
    detail: "/advertisement/budgetManage/targetportfolio/openTag/create",
    viewBy: "view",
    tabs: ["target_portfolio", "ad_portfolio"],
    titles: {
      list: "预算管理",
      create: "新建广告组合目标",
      edit: "编辑广告组合目标",
      detail: "广告组合目标详情",
    },
  },
});
