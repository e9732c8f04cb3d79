import { defineDocument, field, flowStatus, pagesAt, voidAction } from "../kit";
import { refundStates, refundTypes } from "./words";

const summed = (label: string) => field.money(label, { currency: "currency", computed: true });

const refundFields = {
  platformOrderId: field.ref("平台订单", {
    to: "platform_order",
    required: true,
    readonlyIn: ["edit"],
    column: { width: 170 },
    filter: "in",
  }),
  storeId: field.ref("店铺", { to: "store", computed: true, column: true, filter: "in" }),
  siteId: field.ref("站点", { to: "site", computed: true, column: { width: 70, hide: true }, filter: "in" }),
  buyerKey: field.text("买家编号", { computed: true, max: 80, hiddenIn: ["view"], filter: "in", linked: true }),
  reason: field.dict("退款原因", { type: "refund_reason", required: true, filter: "in", column: true }),
  refundType: field.enum("退款类型", {
    required: true,
    default: "partial",
    options: refundTypes,
    column: { hide: true },
    filter: "in",
    help: "全额退还剩余全部；补偿不退件，最多为订单金额的20%",
  }),
  needReturn: field.bool("需退货", { default: false }),
  vocId: field.ref("客户之声", { to: "voc", filter: "in", linked: true }),
  evidence: field.images("凭证", { max: 9, wide: true, help: "破损、发错必填" }),
  currency: field.dict("币种", { type: "currency", computed: true, filter: "in" }),
  principalAmount: summed("本金"),
  shippingAmount: summed("运费"),
  taxAmount: summed("税"),
  amount: field.money("退款金额", {
    currency: "currency",
    computed: true,
    column: { sortable: true, summary: "currency" },
  }),
  exchangeRate: field.decimal("提交日汇率", { scale: 8, computed: true }),
  amountCny: field.money("人民币", { unit: "CNY", computed: true, column: { summary: "sum" } }),
  registerOnly: field.bool("仅登记", { computed: true, help: "平台或店铺后台已退款，这里只登记" }),
  platformRefundId: field.text("平台退款号", { computed: true, max: 80, column: { hide: true } }),
  executedTime: field.datetime("执行时间", { computed: true, column: true, filter: "range" }),
  doubtful: field.bool("平台可能已退款", {
    computed: true,
    default: false,
    hiddenIn: ["add", "edit"],
    help: "发出后没有收到平台的回答",
  }),
  sendMessage: field.text("执行说明", { computed: true, max: 300 }),
  ownerId: field.ref("负责人", { to: "user", computed: true, column: { hide: true }, filter: "in" }),
} as const;

const share = (label: string) =>
  field.money(label, { currency: "currency", min: 0, sum: true, help: "不填则按数量计算" });

/** What is paid back of one line of the order. */
const refundLine = {
  /** The platform's number of the line, which stays when the order is told anew. */
  orderLineId: field.text("订单行", { max: 40, hidden: true, required: true }),
  sellerSku: field.text("平台SKU", { computed: true, max: 60 }),
  skuId: field.ref("SKU", { to: "sku", computed: true }),
  leftQty: field.int("可退数量", { computed: true, virtual: true, whenFilled: true }),
  leftPrincipal: field.money("可退本金", { currency: "currency", computed: true, virtual: true, whenFilled: true }),
  qty: field.int("退款数量", { required: true, min: 0, default: 0, sum: true }),
  principal: share("本金"),
  tax: share("税"),
  shipping: share("运费"),
};

/** 客户退款 (market.md 3): what a buyer gets back of an order. */
export const csRefund = defineDocument({
  name: "cs_refund",
  label: "客户退款",
  module: "customerservice",
  api: "/customerservice/refund",
  permission: "cs_refund",
  menu: {
    group: "service",
    icon: "undo",
    sort: 30,
    label: "退款",
    words: { edit: false, del: false, print: false, execute: "执行退款" },
  },
  number: "KFTK",
  many: true,
  start: { copy: false, sourced: true, prefill: { platformOrderId: "platform_order", vocId: "voc" } },
  permissions: { edit: "add", del: "add" },
  flow: { amount: "amountCny" },
  scopeBy: { dept: "deptId", user: "ownerId" },
  keyword: ["no", "platformRefundId"],
  lookup: { foundBy: ["platformOrderId"] },
  exports: { lines: "items" },
  list: { tabs: true },
  status: { ...flowStatus(refundStates), path: ["draft", "auditing", "approved", "executing", "done"] },
  glance: {
    figures: [{ field: "amount" }, { field: "amountCny" }, { field: "executedTime" }],
    brief: { amount: "amount", date: "executedTime" },
    queues: [
      { label: "待执行退款", where: { status: "approved,failed" }, about: "platformOrderId", permission: "execute" },
    ],
  },
  fields: refundFields,
  lines: {
    items: {
      label: "退款明细",
      table: "cs_refund_line",
      max: 500,
      sourced: "whole",
      required: "请至少填写一条退款明细",
      fields: refundLine,
    },
  },
  actions: {
    execute: {
      label: "执行退款",
      next: true,
      batch: true,
      from: ["approved", "failed"],
      to: "executing",
      repeats: ["platformOrderId", "amount", "amountCny"],
      confirm: "向平台发出退款，买家会收到款项。",
    },
    register: {
      label: "登记退款",
      permission: "execute",
      from: ["approved", "failed"],
      to: "done",
      repeats: ["platformOrderId", "amount", "amountCny"],
      input: {
        platformRefundId: field.text("平台退款号", { required: true, max: 80, asked: true }),
        executedTime: field.datetime("退款时间", { asked: true, presently: true, help: "不填则为现在" }),
      },
    },
    void: voidAction(["draft", "rejected", "approved", "failed"]),
  },
  screens: {
    list: "/customerservice/refund/index",
    ...pagesAt("/customerservice/refund/openTag"),
    titles: { list: "客户退款" },
  },
});
