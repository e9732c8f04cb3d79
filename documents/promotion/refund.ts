import { defineDocument, field, onePage, ownStatus, reason, unmaskSecret, voidAction, worked } from "../kit";
import { deductAction } from "./deducted";
import { printedLog } from "./request";
import { matchStates, payMethods, photoSends } from "./words";

const own = (label: string) => field.money(label, { currency: "currency", ...worked });

const refundFields = {
  resourceId: field.ref("测评资源", { to: "evaluation_resource", computed: true, filter: "in", column: true }),
  siteIds: field.refs("站点", { to: "site", ...worked, filter: "in", column: { width: 80, hide: true } }),
  currency: field.dict("币种", {
    type: "currency",
    computed: true,
    filter: "in",
    column: { phone: false, hide: true },
  }),
  ownerId: field.ref("负责人", { to: "user", help: "不填则为当前用户", filter: "in" }),
  orderCount: field.int("单数", { ...worked, column: { summary: "sum" } }),
  goodsAmount: { ...own("返款本金"), column: { width: 110, summary: "currency" } },
  handlingRate: field.percent("手续费率", { unit: "%", ...worked, later: true }),
  feeAmount: { ...own("手续费"), column: { width: 100, hide: true, summary: "currency" } },
  totalAmount: {
    ...own("返款总额"),
    column: { width: 120, sortable: true, summary: "currency" },
    help: "返款本金 + 手续费",
  },
  exchangeRate: field.decimal("提交日汇率", { scale: 8, ...worked }),
  amountCny: field.money("折合人民币", { unit: "CNY", ...worked, column: { summary: "sum" } }),
  payMethod: field.enum("收款方式", {
    ...worked,
    options: payMethods,
    filter: "in",
    section: "收款信息",
    help: "核对通过时取自测评资源",
  }),
  payeeName: field.text("收款人", { max: 100, personal: true, ...worked }),
  payeeBank: field.text("开户行", { max: 100, ...worked }),
  payeeAccount: field.secret("收款账号", { computed: true, hiddenIn: ["add", "edit", "view"] }),
  payeeTail: field.text("收款账号", { max: 20, ...worked, column: { width: 110, hide: true } }),
  payeeHash: field.text("账号摘要", { computed: true, max: 64, hiddenIn: ["view"] }),
  verifyBy: field.ref("核对人", { to: "user", ...worked, section: "核对与付款", column: true, filter: "in" }),
  verifyTime: field.datetime("核对时间", { ...worked }),
  verifyNote: field.text("核对说明", { ...worked, max: 500 }),
  requestNo: field.text("请款单", { ...worked, max: 30, numbersOf: ["eva_request"], filter: "prefix", column: true }),
  paidTime: field.datetime("付款时间", { ...worked, filter: "range", column: { hide: true } }),
  settlementNo: field.text("平台结算单号", { ...worked, max: 60, filter: "prefix" }),
  voucher: field.files("付款凭证", { ...worked, max: 20, wide: true }),
} as const;

/** A line of 返款单: what one participant gets back. */
const refundLine = {
  evaluationOrderId: field.ref("测评订单", { to: "evaluation_order", required: true, only: { status: ["checked"] } }),
  platformOrderNo: field.text("平台订单号", { computed: true, max: 30, from: "evaluationOrderId.platformOrderNo" }),
  participantAlias: field.text("代号", { computed: true, max: 30, hiddenIn: ["add", "edit"] }),
  matchState: field.enum("平台订单匹配", {
    computed: true,
    virtual: true,
    options: matchStates,
    hiddenIn: ["add", "edit"],
  }),
  paidAmount: field.money("实付", { computed: true, currency: "currency", from: "evaluationOrderId.paidAmount" }),
  refundAmount: field.money("返款金额", {
    min: 0.01,
    currency: "currency",
    sum: true,
    startsAs: "paidAmount",
    warns: [{ unless: "refundAmount <= paidAmount", says: "返款金额不能超过实付{paidAmount}" }],
  }),
  diffReason: field.text("差异原因", { max: 200, help: "返款金额少于实付时必填" }),
  hint: field.text("提示", { ...worked, max: 300, virtual: true, whenFilled: true, wide: true }),
} as const;

const REQUESTED = "已请款，不能作废";

/** 返款单 (market.md 1): what participants of one resource get back for checked orders. */
export const evaRefund = defineDocument({
  name: "eva_refund",
  label: "返款单",
  module: "evaluation",
  api: "/evaluation/refund",
  permission: "promo_refund",
  calls: { sends: photoSends },
  menu: { group: "promotion", icon: "undo", sort: 40, label: "返款管理", words: { del: false, approve: "核对" } },
  number: "CPFK",
  many: true,
  start: { copy: false, prefill: { orderIds: "evaluation_order", evaluationId: "evaluation" } },
  can: { del: false },
  scopeBy: { dept: "deptId", user: "ownerId" },
  keyword: ["no", "requestNo", "items.evaluationOrderId"],
  lookup: { finds: ["no"], foundBy: ["resourceId", "ownerId"] },
  exports: { lines: "items" },
  list: { tabs: true },
  status: ownStatus(
    {
      draft: { label: "草稿", tone: "grey" },
      pendingVerify: { label: "待核对", tone: "orange" },
      verified: { label: "已核对", tone: "blue" },
      requested: { label: "已请款", tone: "blue" },
      paid: { label: "已返款", tone: "green" },
      rejected: { label: "核对不通过", tone: "red" },
      void: { label: "已作废", tone: "red" },
    },
    { editable: ["draft", "rejected"], path: ["draft", "pendingVerify", "verified", "requested", "paid"] },
  ),
  glance: {
    figures: [
      { field: "totalAmount" },
      { field: "goodsAmount" },
      { field: "feeAmount" },
      { field: "orderCount" },
      { field: "amountCny" },
    ],
    brief: { amount: "totalAmount", qty: "orderCount", date: "paidTime" },
    queues: [
      { label: "返款单待核对", where: { status: "pendingVerify" }, permission: "approve", about: "resourceId" },
      {
        label: "返款单待请款",
        where: { status: "verified", payMethod: "bank,paypal,alipay" },
        permission: "promo_evarequest_add",
        about: "resourceId",
      },
    ],
  },
  fields: refundFields,
  lines: {
    items: {
      label: "返款明细",
      table: "eva_refund_line",
      fields: refundLine,
      max: 200,
      required: "请至少添加一条明细",
    },
  },
  actions: {
    submit: { label: "提交核对", next: true, from: ["draft", "rejected"], to: "pendingVerify", batch: true },
    verify: {
      label: "核对通过",
      next: true,
      permission: "approve",
      from: ["pendingVerify"],
      to: "verified",
      batch: true,
      confirm: "重新匹配平台订单，并记下测评资源的收款信息。",
      input: { note: field.text("核对说明", { max: 500, asked: true }) },
    },
    reject: {
      label: "核对不通过",
      permission: "approve",
      from: ["pendingVerify"],
      to: "rejected",
      danger: true,
      input: reason("不通过原因", "请填写不通过原因"),
    },
    toRequest: {
      label: "生成请款单",
      next: true,
      permission: "promo_evarequest_add",
      from: ["verified"],
      batch: true,
      unless: ["payMethod", "platform", "由平台扣款，不能请款"],
      opens: { document: "eva_request", param: "refundIds" },
    },
    deduct: deductAction("approve", "verified", "paid"),
    makeRebate: {
      label: "生成返利单",
      permission: "promo_rebate_add",
      from: ["paid"],
      batch: true,
      opens: { document: "rebate", param: "refundIds" },
    },
    void: {
      ...voidAction(["draft", "rejected", "verified"]),
      confirm: "测评订单回到已核对，作废后不能恢复。",
      refusals: { requested: REQUESTED, paid: REQUESTED },
    },
    unmask: { ...unmaskSecret("查看收款账号"), permission: "promo_resource_unmask" },
  },
  screens: {
    list: "/evaluation/refund/index",
    ...onePage("/evaluation/openTag/refundDetail"),
    prints: {
      slip: {
        path: "/evaluation/openTag/printRefund",
        title: "打印返款",
        label: "打印返款单",
        ...printedLog,
        from: ["pendingVerify", "verified", "requested", "paid", "rejected"],
      },
      verify: {
        path: "/evaluation/openTag/printrefundVerify",
        title: "打印返款核销",
        label: "打印返款核对表",
        together: true,
        most: 50,
        ...printedLog,
        from: ["pendingVerify", "verified", "requested", "paid", "rejected"],
      },
      photos: {
        path: "/evaluation/openTag/printPhoto",
        title: "打印图片",
        label: "打印图片",
        type: "refund",
        together: true,
        most: 50,
        ...printedLog,
        from: ["pendingVerify", "verified", "requested", "paid", "rejected"],
      },
    },
    titles: { list: "返款管理", create: "新建返款", edit: "编辑返款", detail: "返款详情" },
  },
});
