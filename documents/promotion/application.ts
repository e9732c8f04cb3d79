import { defineDocument, field, flowStatus, reason, voidAction } from "../kit";
import { applicationLine } from "./application-lines";
import { purposes } from "./words";

const own = (label: string) => field.money({ label, computed: true, currency: "currency" });

/** 测评申请 (market.md 1): what is to be tried, and the budget for it. */
export const evaluationApplication = defineDocument({
  name: "evaluation_application",
  label: "测评申请",
  module: "evaluation",
  api: "/evaluation/application",
  permission: "promo_application",
  menu: {
    ...{ group: "promotion", icon: "clipboard", sort: 20, label: "测评申请" },
    words: { print: false },
  },
  number: "CPSQ",
  many: true,
  flow: { amount: "budgetCny" },
  scopeBy: { dept: "deptId", group: "groupId", user: "ownerId" },
  keyword: ["no", "asins", "items.skuId"],
  foundBy: ["storeId", "ownerId"],
  formColumns: 3,
  exportLines: "items",
  statusTabs: true,
  status: flowStatus({
    approved: { label: "执行中", tone: "blue" },
    completed: { label: "已完成", tone: "green" },
    closed: { label: "已关闭", tone: "grey" },
  }),
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
      ...{ label: "待安排测评任务", where: { status: "approved", unplanned: "true" } },
      ...{ permission: "promo_evaluation_add", about: "storeId", due: "expectEnd" },
    },
  ],
  fields: {
    storeId: field.ref({
      ...{ label: "店铺", to: "store", required: true, column: { width: 140 }, filter: "in" },
      only: { state: ["enabled"] },
    }),
    siteId: field.ref({
      ...{
        label: "站点",
        to: "site",
        computed: true,
        column: { width: 80, hide: true },
        filter: "in",
      },
    }),
    purpose: field.enum({
      ...{ label: "申请目的", required: true, default: "userResearch", options: purposes },
      filter: "in",
    }),
    expectStart: field.date({
      ...{ label: "期望开始", required: true, filter: "range" },
      column: { width: 110, hide: true },
    }),
    expectEnd: field.date({
      ...{ label: "期望结束", required: true, column: { width: 110 }, filter: "range" },
    }),
    ownerId: field.ref({
      ...{ label: "负责人", to: "user", help: "不填则为当前用户", filter: "in" },
    }),
    groupId: field.ref({
      ...{
        label: "小组",
        to: "group",
        computed: true,
        column: { width: 100, hide: true },
        filter: "in",
      },
    }),
    currency: field.dict({ label: "币种", type: "currency", computed: true }),
    asins: field.text({
      ...{ label: "ASIN", computed: true, max: 2000, hiddenIn: ["view"], filter: "like" },
      column: { width: 130, hide: true },
    }),
    totalQty: field.int({
      ...{ label: "申请总数", computed: true, column: { width: 90, summary: "sum" } },
    }),
    estRefund: own("预计返款"),
    estService: own("预计服务费"),
    budgetAmount: field.money({
      ...{ label: "预算金额", computed: true, currency: "currency", column: { width: 120 } },
    }),
    usedAmount: field.money({
      ...{ label: "已请款", computed: true, currency: "currency", default: 0 },
      column: { width: 120 },
    }),
    remainAmount: field.money({
      ...{ label: "剩余预算", computed: true, virtual: true, currency: "currency" },
      ...{ hiddenIn: ["add", "edit"], column: { width: 120 } },
    }),
    budgetCny: field.money({
      ...{ label: "预算人民币", unit: "CNY", computed: true, hiddenIn: ["add", "edit"] },
      column: { width: 120, summary: "sum" },
      help: "按提交当日汇率折算",
    }),
    orderCost: field.money({
      ...{ label: "单均费用", computed: true, virtual: true, currency: "currency" },
      ...{ hiddenIn: ["add", "edit"], help: "已请款 ÷ 已核对的测评订单" },
    }),
    exchangeRate: field.decimal({
      ...{ label: "提交日汇率", scale: 8, computed: true, hiddenIn: ["add", "edit"] },
    }),
    overLimit: field.bool({
      ...{ label: "超部门月预算", computed: true, hiddenIn: ["add", "edit"] },
      help: "本部门当月申请预算合计超过系统参数时，由总监审批",
    }),
    unplanned: field.bool({
      ...{ label: "有未安排的数量", computed: true, virtual: true, hiddenIn: ["view"] },
      filter: "in",
    }),
    complianceConfirmed: field.bool({
      ...{ label: "已阅读并确认平台合规要求", section: "合规" },
    }),
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
      ...{ label: "新建测评任务", permission: "promo_evaluation_add", from: ["approved"] },
      next: true,
      opens: { document: "evaluation", param: "applicationId" },
    },
    complete: {
      ...{ label: "完成", permission: "edit", from: ["approved"], to: "completed" },
      confirm: "完成后释放剩余预算，不能再安排测评任务。",
    },
    close: {
      ...{ label: "提前关闭", permission: "approve", from: ["approved"], to: "closed" },
      ...{ danger: true, confirm: "未结束的测评任务一并终止，其中未核对的测评订单取消。" },
      input: reason("关闭原因", "请填写关闭原因"),
    },
    void: voidAction(["draft", "rejected"]),
  },
  related: {
    tasks: { label: "测评任务", document: "evaluation", by: { applicationId: "id" } },
  },
  screens: {
    list: "/evaluation/application/index",
    create: "/evaluation/openTag/applicationCreate",
    edit: "/evaluation/openTag/applicationCreate",
    detail: "/evaluation/openTag/applicationDetail",
    titles: { list: "测评申请", create: "新建申请", edit: "编辑申请", detail: "申请详情" },
  },
});
