import { defineDocument, type Field, field, onePage, ownStatus, reason, voidAction } from "../kit";
import { spreadByDays } from "./weeks";

const usd = (label: string) =>
  field.money(label, { help: "按当月汇率折算", computed: true, column: { sortable: true, summary: "sum" } });
/** In the currency of the store. */
const own = { computed: true, currency: "currency" } as const;

/** Unknown as long as nothing was sold or no day has passed; a computed number would be 0 then. */
const worked = { hiddenIn: ["add", "edit"] satisfies Field["hiddenIn"] };

/** What became of a budget beside what it aims at (market.md 6.4), in the order of the list. */
const budgetFigures = {
  usageRate: field.percent("使用率", {
    section: "目标与实际",
    unit: "%",
    computed: true,
    later: true,
    column: { sortable: true, bar: true, tooltip: "已花费 ÷ 月预算" },
  }),
  warnState: field.enum("预警", {
    computed: true,
    default: "normal",
    options: {
      normal: { label: "正常", tone: "green" },
      warn: { label: "预警", tone: "orange" },
      over: { label: "超支", tone: "red" },
    },
    column: { phone: "fact" },
    filter: "in",
  }),
  budgetAmount: field.money("月预算", {
    help: "店铺币种",
    required: true,
    min: 0.01,
    currency: "currency",
    column: { sortable: true },
  }),
  actualSpend: field.money("已花费", { ...own, column: { sortable: true } }),
  targetAcos: field.percent("目标ACOS", { unit: "%", required: true, min: 1, max: 100, inline: true, column: true }),
  actualAcos: field.percent("实际ACOS", { unit: "%", ...worked, column: { sortable: true } }),
  forecastSpend: field.money("预测花费", {
    currency: "currency",
    ...worked,
    column: { tooltip: "已花费 ÷ 已过天数 × 当月天数" },
  }),
  targetSales: field.money("目标销售额", { ...own }),
  actualSales: field.money("实际销售额", { ...own }),
  targetRoas: field.decimal("目标RoAS", { computed: true }),
  warnRate: field.percent("预警线", { unit: "%", default: 80, min: 1, max: 100, inline: true, column: { hide: true } }),
  storeId: field.ref("店铺", { to: "store", computed: true, section: "归属", column: true, filter: "in" }),
  groupId: field.ref("小组", { to: "group", computed: true, column: { width: 90 }, filter: "in" }),
  ownerId: field.ref("负责人", { to: "user", help: "不填则为当前用户", filter: "in" }),
  currency: field.dict("币种", { type: "currency", computed: true, column: true }),
  budgetUsd: usd("预算(USD)"),
  actualSpendUsd: usd("已花费(USD)"),
  exchangeRate: field.decimal("提交日汇率", { scale: 8, ...worked, help: "1单位店铺币种折人民币" }),
  revision: field.int("版次", { computed: true }),
  priorBudget: field.money("调整前预算", { ...own, when: ["status", "auditing"] }),
  adjustReason: field.longtext("调整原因", { wide: true, ...worked }),
  prior: field.json("调整前", { computed: true, hiddenIn: ["view"] }),
  warnedFor: field.text("已提醒的预警", { computed: true, hiddenIn: ["view"] }),
  liveKey: field.text("组合与月份", { computed: true, hiddenIn: ["view"], unique: "该组合本月已有预算" }),
};

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
  lookup: { foundBy: ["portfolioId", "ownerId"] },
  start: { prefill: { portfolioId: "ad_portfolio" } },
  can: { del: false },
  glance: {
    brief: { amount: "budgetAmount" },
    queues: [
      {
        label: "超支广告预算",
        where: { status: "approved", warnState: "over", ownerId: "$me" },
        about: "portfolioId",
        permission: "submit",
      },
    ],
    alerts: [
      {
        name: "spent",
        label: "广告花费超目标",
        where: { status: "approved" },
        measure: { field: "usageRate" },
        unit: "%",
        threshold: 100,
      },
    ],
  },
  list: {
    sort: [
      { by: "yearMonth", desc: true },
      { by: "usageRate", desc: true },
    ],
  },
  status: ownStatus(
    {
      draft: { label: "草稿", tone: "grey" },
      auditing: { label: "待审核", tone: "orange" },
      approved: { label: "执行中", tone: "blue" },
      closed: { label: "已结束", tone: "green" },
      rejected: { label: "已驳回", tone: "red" },
      void: { label: "已作废", tone: "red" },
    },
    { editable: ["draft", "rejected"] },
  ),
  fields: {
    yearMonth: field.text("月份", {
      required: true,
      input: "month",
      pattern: [/^\d{4}(0[1-9]|1[0-2])$/, "月份要像2026-06这样填写"],
      placeholder: "2026-06",
      column: { width: 80, sortable: true, phone: false },
      filter: "prefix",
    }),
    portfolioId: field.ref("广告组合", {
      to: "ad_portfolio",
      required: true,
      help: "填写名称",
      column: true,
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
        weekNo: field.int("周", { computed: true }),
        startDate: field.date("开始", { required: true }),
        endDate: field.date("结束", { required: true }),
        amount: field.money("预算", { required: true, min: 0, sum: true }),
        actual: field.money("实际花费", { currency: "currency", computed: true, virtual: true }),
      },
      fill: { label: "按天均分", rows: (head) => [...spreadByDays(head.yearMonth, head.budgetAmount)] },
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
        budgetAmount: field.money("新月预算", { required: true, min: 0.01 }),
        targetAcos: field.percent("新目标ACOS", { min: 1, max: 100, help: "不填则不变" }),
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
    ...onePage("/advertisement/budgetManage/targetportfolio/openTag/create"),
    viewBy: "view",
    tabs: ["target_portfolio", "ad_portfolio"],
    titles: { list: "预算管理", create: "新建广告组合目标", edit: "编辑广告组合目标", detail: "广告组合目标详情" },
  },
});
