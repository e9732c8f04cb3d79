import { defineDocument, field, onePage, ownStatus, reason, voidAction, worked } from "../kit";
import { deductAction } from "./deducted";
import { payMethods, rebateDirections, rebateSources } from "./words";

const own = (label: string) => field.money(label, { computed: true, currency: "currency", hiddenIn: ["add", "edit"] });
/** The sum of the list is split by direction. */
const split = (label: string) =>
  field.money(label, {
    unit: "CNY",
    computed: true,
    virtual: true,
    hiddenIn: ["add", "edit", "view"],
    column: { summary: "sum" },
  });

const rebateFields = {
  direction: field.enum("方向", {
    required: true,
    default: "pay",
    options: rebateDirections,
    readonlyIn: ["edit"],
    column: true,
    filter: "in",
  }),
  resourceId: field.ref("测评资源", {
    to: "evaluation_resource",
    required: true,
    filter: "in",
    readonlyIn: ["edit"],
    column: true,
  }),
  currency: field.dict("币种", {
    type: "currency",
    help: "不填则为来源单据的币种",
    readonlyIn: ["edit"],
    column: { phone: false, hide: true },
    filter: "in",
  }),
  payableAmount: {
    ...own("应结金额"),
    column: { width: 120, sortable: true, summary: "currency" },
    help: "返利金额 + 调整",
  },
  periodStart: field.date("结算开始", { required: true, column: true, filter: "range" }),
  periodEnd: field.date("结算结束", {
    required: true,
    help: "与开始同月；没有选来源单据时，保存即带入期间内的全部",
    column: true,
    filter: "range",
  }),
  ownerId: field.ref("负责人", { to: "user", help: "不填则为当前用户", filter: "in" }),
  adjustAmount: field.money("调整", { currency: "currency", default: 0, help: "不超过返利金额的10%，可为负数" }),
  adjustReason: field.text("调整原因", { max: 200, help: "有调整时必填" }),
  baseAmount: { ...own("结算基数"), column: { width: 120, summary: "currency" } },
  amount: own("返利金额"),
  exchangeRate: field.decimal("提交日汇率", { scale: 8, ...worked }),
  payableCny: field.money("应结人民币", { unit: "CNY", ...worked }),
  payCny: split("应付服务费"),
  receiveCny: split("应收返点"),
  payMethod: field.enum("资源收款方式", { ...worked, virtual: true, options: payMethods }),
  confirmBy: field.ref("确认人", { to: "user", ...worked, section: "确认与结算" }),
  confirmTime: field.datetime("确认时间", { ...worked }),
  confirmNote: field.text("确认说明", { ...worked, max: 500 }),
  requestNo: field.text("请款单", { ...worked, max: 30, filter: "prefix", column: true, numbersOf: ["eva_request"] }),
  settleDate: field.date("结算日期", { ...worked, filter: "range" }),
  settledAmount: own("实收/实付"),
  settlementNo: field.text("平台结算单号", { ...worked, max: 60, filter: "prefix" }),
  voucher: field.files("凭证", { ...worked, max: 9, wide: true }),
} as const;

/** A line of 返利单: one order, promotion or refund, and what is owed for it. */
const rebateLine = {
  orderId: field.ref("测评订单", { to: "evaluation_order", hidden: true }),
  promotionId: field.ref("平台推广", { to: "platform_promotion", hidden: true }),
  refundId: field.ref("返款单", { to: "eva_refund", hidden: true }),
  sourceType: field.enum("来源类型", { computed: true, options: rebateSources }),
  sourceNo: field.text("来源单号", {
    computed: true,
    max: 30,
    numbersOf: ["evaluation_order", "platform_promotion", "eva_refund"],
  }),
  says: field.text("说明", { computed: true, max: 100 }),
  qty: field.int("数量", { min: 1, max: 100_000, sum: true, whenFilled: true }),
  unitFee: field.decimal("单价", { min: 0, currency: "currency", whenFilled: true }),
  base: field.money("基数", { currency: "currency", sum: true, whenFilled: true, readonlyIn: ["add", "edit"] }),
  rate: field.percent("返点率", { unit: "%", whenFilled: true, readonlyIn: ["add", "edit"] }),
  amount: field.money("金额", { computed: true, currency: "currency", sum: true }),
} as const;

/** 返利单 (market.md 1): the fee that a resource gets for orders, or what it gives back of refunds. */
export const rebate = defineDocument({
  name: "rebate",
  label: "返利单",
  module: "evaluation",
  api: "/evaluation/rebate",
  permission: "promo_rebate",
  menu: {
    group: "promotion",
    icon: "coin",
    sort: 50,
    label: "返利管理",
    words: { edit: false, del: false, print: false, approve: "确认", settle: "登记收款" },
  },
  number: "FL",
  many: true,
  start: {
    copy: false,
    prefill: { orderIds: "evaluation_order", promotionIds: "platform_promotion", refundIds: "eva_refund" },
  },
  can: { del: false },
  permissions: { edit: "add" },
  scopeBy: { dept: "deptId", user: "ownerId" },
  keyword: ["no", "requestNo", "settlementNo"],
  lookup: { foundBy: ["resourceId", "ownerId"] },
  exports: { lines: "items" },
  list: { tabs: true, sort: [{ by: "periodEnd", desc: true }, { by: "id" }] },
  status: ownStatus(
    {
      draft: { label: "草稿", tone: "grey" },
      pending: { label: "待确认", tone: "orange" },
      confirmed: { label: "已确认", tone: "blue" },
      requested: { label: "已请款", tone: "blue" },
      settled: { label: "已结算", tone: "green" },
      void: { label: "已作废", tone: "red" },
    },
    { path: ["draft", "pending", "confirmed", "requested", "settled"] },
  ),
  glance: {
    figures: [{ field: "payableAmount" }, { field: "baseAmount" }, { field: "adjustAmount" }, { field: "payableCny" }],
    brief: { amount: "payableAmount", date: "periodEnd" },
    queues: [
      { label: "待确认返利单", where: { status: "pending" }, permission: "approve", about: "resourceId" },
      {
        label: "待登记返点收款",
        where: { status: "confirmed", direction: "receive" },
        permission: "settle",
        about: "resourceId",
      },
    ],
  },
  fields: rebateFields,
  lines: { items: { label: "返利明细", table: "rebate_line", sourced: true, fields: rebateLine } },
  actions: {
    submit: { label: "提交", from: ["draft"], to: "pending", next: true, batch: true },
    confirm: {
      label: "确认",
      permission: "approve",
      from: ["pending"],
      to: "confirmed",
      next: true,
      batch: true,
      input: { note: field.text("确认说明", { max: 500, asked: true }) },
    },
    return: {
      label: "退回",
      permission: "approve",
      from: ["pending"],
      to: "draft",
      danger: true,
      input: reason("退回原因", "请填写退回原因"),
    },
    toRequest: {
      label: "生成请款单",
      next: true,
      permission: "promo_evarequest_add",
      batch: true,
      from: ["confirmed"],
      unless: ["direction", "receive", "应收返点请登记收款"],
      opens: { document: "eva_request", param: "rebateIds" },
    },
    settleReceive: {
      label: "登记收款",
      permission: "settle",
      from: ["confirmed"],
      to: "settled",
      next: true,
      unless: ["direction", "pay", "应付服务费由测评请款支付"],
      input: {
        received: field.money("收款金额", { required: true, asked: true, currency: "currency" }),
        day: field.date("收款日期", { asked: true, help: "不填则为今天" }),
        files: field.files("收款凭证", { max: 9, asked: true }),
      },
    },
    deduct: deductAction("settle", "confirmed", "settled"),
    void: voidAction(["draft", "pending", "confirmed"]),
  },
  screens: {
    list: "/evaluation/rebate/index",
    ...onePage("/evaluation/openTag/rebateDetail"),
    titles: { list: "返利管理", create: "新建返利", edit: "编辑返利", detail: "返利详情" },
  },
});
