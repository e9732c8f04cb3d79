import { defineDocument, field, flowStatus, reason, skuLine, voidAction } from "../kit";
import { monthSends, purposes } from "./words";

/** A line of 测评申请: how many of one SKU, at what price and fee. */
const applicationLine = {
  ...skuLine(),
  asin: field.text("ASIN", { computed: true, max: 20 }),
  unitPrice: field.decimal("单价", { required: true, min: 0.01, currency: "currency" }),
  estTax: field.money("预计税费", { min: 0, default: 0, currency: "currency" }),
  applyQty: field.int("申请数量", { required: true, min: 1, max: 100, sum: true }),
  serviceFee: field.money("单均服务费", { min: 0, default: 0, currency: "currency" }),
  plannedQty: field.int("已安排", { computed: true, virtual: true, hiddenIn: ["add", "edit"], sum: true }),
  executedQty: field.int("已执行", { computed: true, default: 0, hiddenIn: ["add", "edit"], sum: true }),
  reason: field.text("申请说明", { max: 200 }),
} as const;

const own = (label: string) => field.money(label, { computed: true, currency: "currency" });

/** 测评申请 (market.md 1): what is to be tried, and the budget for it. */
export const evaluationApplication = defineDocument({
  name: "evaluation_application",
  label: "测评申请",
  module: "evaluation",
  api: "/evaluation/application",
  permission: "promo_application",
  calls: { sends: monthSends },
  menu: { group: "promotion", icon: "clipboard", sort: 20, label: "测评申请", words: { print: false } },
  number: "CPSQ",
  many: true,
  flow: { amount: "budgetCny" },
  scopeBy: { dept: "deptId", group: "groupId", user: "ownerId" },
  keyword: ["no", "asins", "items.skuId"],
  lookup: { foundBy: ["storeId", "ownerId"] },
  exports: { lines: "items" },
  list: { tabs: true },
  status: flowStatus({
    approved: { label: "执行中", tone: "blue" },
    completed: { label: "已完成", tone: "green" },
    closed: { label: "已关闭", tone: "grey" },
  }),
  glance: {
    figures: [
      { field: "budgetAmount" },
      { field: "usedAmount", label: "已请款 / 预算", of: "budgetAmount" },
      { field: "remainAmount" },
      { field: "totalQty" },
      { field: "orderCost" },
    ],
    brief: { amount: "budgetAmount", qty: "totalQty", date: "expectEnd" },
    queues: [
      {
        label: "待安排测评任务",
        where: { status: "approved", unplanned: "true" },
        permission: "promo_evaluation_add",
        about: "storeId",
        due: "expectEnd",
      },
    ],
  },
  fields: {
    storeId: field.ref("店铺", {
      to: "store",
      required: true,
      column: true,
      filter: "in",
      only: { state: ["enabled"] },
    }),
    siteId: field.ref("站点", { to: "site", computed: true, column: { width: 80, hide: true }, filter: "in" }),
    purpose: field.enum("申请目的", { required: true, default: "userResearch", options: purposes, filter: "in" }),
    expectStart: field.date("期望开始", { required: true, filter: "range", column: { hide: true } }),
    expectEnd: field.date("期望结束", { required: true, column: true, filter: "range" }),
    ownerId: field.ref("负责人", { to: "user", help: "不填则为当前用户", filter: "in" }),
    groupId: field.ref("小组", { to: "group", computed: true, column: { width: 100, hide: true }, filter: "in" }),
    currency: field.dict("币种", { type: "currency", computed: true }),
    asins: field.text("ASIN", {
      computed: true,
      max: 2000,
      hiddenIn: ["view"],
      filter: "like",
      column: { hide: true },
    }),
    totalQty: field.int("申请总数", { computed: true, column: { summary: "sum" } }),
    estRefund: own("预计返款"),
    estService: own("预计服务费"),
    budgetAmount: field.money("预算金额", { computed: true, currency: "currency", column: true }),
    usedAmount: field.money("已请款", { computed: true, currency: "currency", default: 0, column: true }),
    remainAmount: field.money("剩余预算", {
      computed: true,
      virtual: true,
      currency: "currency",
      hiddenIn: ["add", "edit"],
      column: true,
    }),
    budgetCny: field.money("预算人民币", {
      unit: "CNY",
      computed: true,
      hiddenIn: ["add", "edit"],
      column: { summary: "sum" },
      help: "按提交当日汇率折算",
    }),
    orderCost: field.money("单均费用", {
      computed: true,
      virtual: true,
      currency: "currency",
      hiddenIn: ["add", "edit"],
      help: "已请款 ÷ 已核对的测评订单",
    }),
    exchangeRate: field.decimal("提交日汇率", { scale: 8, computed: true, hiddenIn: ["add", "edit"] }),
    overLimit: field.bool("超部门月预算", {
      computed: true,
      hiddenIn: ["add", "edit"],
      help: "本部门当月申请预算合计超过系统参数时，由总监审批",
    }),
    unplanned: field.bool("有未安排的数量", { computed: true, virtual: true, hiddenIn: ["view"], filter: "in" }),
    complianceConfirmed: field.bool("已阅读并确认平台合规要求", { section: "合规" }),
  },
  lines: {
    items: {
      label: "申请明细",
      table: "evaluation_application_line",
      required: "请至少添加一条明细",
      fields: applicationLine,
    },
  },
  actions: {
    plan: {
      label: "新建测评任务",
      permission: "promo_evaluation_add",
      from: ["approved"],
      next: true,
      opens: { document: "evaluation", param: "applicationId" },
    },
    complete: {
      label: "完成",
      permission: "edit",
      from: ["approved"],
      to: "completed",
      confirm: "完成后释放剩余预算，不能再安排测评任务。",
    },
    close: {
      label: "提前关闭",
      permission: "approve",
      from: ["approved"],
      to: "closed",
      danger: true,
      confirm: "未结束的测评任务一并终止，其中未核对的测评订单取消。",
      input: reason("关闭原因", "请填写关闭原因"),
    },
    void: voidAction(["draft", "rejected"]),
  },
  related: { tasks: { label: "测评任务", document: "evaluation", by: { applicationId: "id" } } },
  screens: {
    list: "/evaluation/application/index",
    create: "/evaluation/openTag/applicationCreate",
    edit: "/evaluation/openTag/applicationCreate",
    detail: "/evaluation/openTag/applicationDetail",
    titles: { list: "测评申请", create: "新建申请", edit: "编辑申请", detail: "申请详情" },
  },
});
