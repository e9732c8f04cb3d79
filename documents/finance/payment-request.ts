import { defineDocument, field, flowStatus, lineRemark, onePage, voidAction } from "../kit";
import { approvalSteps } from "./pay-fields";
import { invoiceStates, payingStates, payRateTypes, requestSources, requestTypes } from "./payment-pool";

const told = (label: string) =>
  field.money(label, { computed: true, currency: "currency", mask: "purchase_price_view" });

/** A line of 请款单: what is asked for one order, credit or cost. */
const requestLine = {
  bizType: field.enum("来源类型", { required: true, default: "po", options: requestSources }),
  poId: field.ref("采购单", { to: "purchase_order" }),
  billId: field.ref("物流账单", { to: "logistics_bill" }),
  openingId: field.ref("期初应付", { to: "opening_payable", whenFilled: true }),
  costDesc: field.text("费用说明", { max: 200 }),
  orderAmount: told("订单金额"),
  payableAmount: told("应付"),
  requestedBefore: told("已请"),
  paidBefore: told("已付"),
  amount: field.money("本次请款", { currency: "currency", sum: true, help: "采购单不填则为可请的余额；抵扣填负数" }),
  payAmount: field.money("折付款币", { currency: "payCurrency", computed: true, sum: true }),
  settledAmount: field.money("已核销", { currency: "currency", computed: true, sum: true, hiddenIn: ["add", "edit"] }),
  closedAmount: field.money("结束未付", { currency: "currency", computed: true, hidden: true }),
  rate: field.decimal("汇率", { scale: 8, computed: true, hidden: true }),
  bizId: field.text("来源单编号", { computed: true, hidden: true }),
  bizNo: field.text("来源单号", { computed: true, hidden: true }),
  remark: lineRemark(),
} as const;

const paid = (label: string) => field.money(label, { currency: "currency", computed: true });
const cny = (label: string) =>
  field.money(label, { unit: "CNY", computed: true, hiddenIn: ["view"], column: { summary: "sum" } });
/** Neither paid nor held by payments: read where it is offered. */
const free = { virtual: true, computed: true, hiddenIn: ["view"] } as const;
const account = { when: ["payeeType", "other"] } as const;

/** 请款单 (supply.md 6): why and how much, in the currency of what is owed. */
export const paymentRequest = defineDocument({
  name: "payment_request",
  label: "请款单",
  module: "finance",
  api: "/finance/request",
  permission: "finance_request",
  menu: { group: "finance", icon: "receipt", sort: 20, label: "请款单" },
  number: "QK",
  many: true,
  start: {
    copy: false,
    prefill: { poIds: "purchase_order", billIds: "logistics_bill", openingIds: "opening_payable" },
    prefillBy: ["requestType"],
  },
  maker: { document: "makerDocument", id: "makerId", text: "makerText" },
  flow: { amount: "baseAmount" },
  keyword: ["no", "payeeName", "sourceNos"],
  lookup: { foundBy: ["payeeSupplierId"] },
  exports: { lines: "items", each: ["requestType", "不同请款类型不能一起导出"] },
  list: { tabs: true, remark: true },
  calls: { sends: { trail: approvalSteps } },
  status: flowStatus(payingStates),
  glance: {
    figures: [
      { field: "amount" },
      { field: "paidAmount", label: "已付 / 请款", of: "amount" },
      { field: "payAmount" },
      { field: "expectPayDate", late: "overdue" },
    ],
    brief: { amount: "amount", date: "expectPayDate" },
    queues: [
      {
        label: "待生成付款",
        where: { status: "approved,partPaid", payable: "yes" },
        about: "payeeName",
        due: "expectPayDate",
        permission: "finance_payment_add",
      },
    ],
    alerts: [
      {
        name: "late",
        label: "逾期未付请款",
        where: { overdue: "yes" },
        measure: { daysSince: "expectPayDate" },
        unit: "天",
        threshold: 1,
      },
    ],
  },
  fields: {
    requestType: field.enum("请款类型", { required: true, options: requestTypes, column: true, filter: "in" }),
    payeeType: field.enum("收款方类型", {
      required: true,
      default: "supplier",
      options: { supplier: { label: "供应商" }, other: { label: "其他" } },
    }),
    payeeSupplierId: field.ref("收款供应商", { to: "supplier", when: ["payeeType", "supplier"], filter: "in" }),
    payeeName: field.text("收款方", { max: 100, ...account, column: true, filter: "like" }),
    payeeAccountId: field.ref("收款账户", {
      to: "supplier_account",
      when: ["payeeType", "supplier"],
      help: "不填则为供应商该币种的默认账户",
      wide: true,
    }),
    accountName: field.text("户名", { max: 100, personal: true, ...account }),
    bankName: field.text("开户行", { max: 100, ...account }),
    accountNo: field.text("账号", {
      max: 40,
      tail: "supplier_bank_view",
      ...account,
      // What other documents pay to may be an e-mail: PayPal, Alipay.
      pattern: [
        /^([0-9A-Z-]{6,34}|\*{4} .{4}|[^\s@*]+@[^\s@]+\.[^\s@]+)$/,
        "账号为6到34位数字、大写字母或横线，或邮箱",
      ],
    }),
    swiftCode: field.text("SWIFT", { max: 11, ...account }),
    companyId: field.ref("付款主体", { to: "company", required: true }),
    currency: field.dict("币种", {
      type: "currency",
      required: true,
      default: "CNY",
      help: "与采购单一致",
      column: { phone: false },
      filter: "in",
    }),
    amount: field.money("请款金额", {
      currency: "currency",
      computed: true,
      column: { width: 130, sortable: true, summary: "currency" },
    }),
    amountCn: field.text("大写", { computed: true, max: 100 }),
    expectPayDate: field.date("期望付款日", {
      required: true,
      inline: true,
      column: { sortable: true },
      filter: "range",
    }),
    urgent: field.bool("加急"),
    payCurrency: field.dict("付款币种", {
      type: "currency",
      help: "不填则与币种相同",
      section: "付款与发票",
      column: true,
      filter: "in",
    }),
    payRateType: field.enum("汇率取值", { options: payRateTypes, help: "付款币种与币种不同时必填" }),
    payRate: field.decimal("付款汇率", {
      scale: 8,
      min: 0,
      when: ["payRateType", "request"],
      help: "1单位付款币种折请款币种",
      rate: { of: "payCurrency", into: "currency", why: "payRateReason" },
    }),
    payRateReason: field.text("汇率说明", {
      max: 200,
      when: ["payRateType", "request"],
      help: "与当日汇率相差较大时必填",
    }),
    payAmount: field.money("折付款币金额", { currency: "payCurrency", computed: true, column: true }),
    invoiceStatus: field.enum("发票", { default: "none", options: invoiceStates }),
    invoiceNos: field.text("发票号", { max: 200 }),
    invoiceReason: field.text("缺票说明", { max: 200, help: "含税尾款、月结未收齐发票时必填" }),
    paidAmount: { ...paid("已付"), column: { width: 110 } },
    payingAmount: paid("付款中"),
    unpaidAmount: { ...paid("未付"), column: { width: 110 } },
    baseAmount: cny("请款金额"),
    baseUnpaid: cny("未付"),
    createBy: field.ref("申请人", { to: "user", computed: true, column: true, filter: "in" }),
    dueDate: field.date("应付到期日", { computed: true }),
    sourceNos: field.text("来源单号", { computed: true, hiddenIn: ["view"], max: 4000 }),
    overdue: field.enum("逾期", {
      virtual: true,
      computed: true,
      filter: "in",
      linked: true,
      options: { yes: { label: "已逾期", tone: "red" } },
    }),
    // What payments under way take whole waits for nobody.
    payable: field.enum("可付", {
      virtual: true,
      computed: true,
      filter: "in",
      linked: true,
      hiddenIn: ["view"],
      options: { yes: { label: "有余额可付" } },
    }),
    createTime: field.datetime("创建时间", { computed: true, column: { hide: true }, filter: "range" }),
    makerText: field.text("来源", { computed: true, names: ["makerDocument", "makerId"] }),
    makerDocument: field.text("来源单据类型", { computed: true, hiddenIn: ["view"] }),
    makerId: field.text("来源单据编号", { computed: true, hiddenIn: ["view"] }),
    freeAmount: field.money("可付", { currency: "currency", ...free }),
    baseFree: field.money("可付", { unit: "CNY", ...free }),
  },
  lines: {
    items: { label: "请款明细", table: "payment_request_line", required: "请至少添加一条明细", fields: requestLine },
  },
  actions: {
    toPayment: {
      label: "生成付款单",
      next: true,
      permission: "finance_payment_add",
      from: ["approved", "partPaid"],
      opens: { document: "payment", param: "requestId" },
    },
    payRest: {
      label: "按余额生成付款单",
      permission: "finance_payment_add",
      batch: true,
      from: ["approved", "partPaid"],
      repeats: ["payeeName", "freeAmount", "baseFree", "bankName", "accountNo", "expectPayDate"],
      confirm: "以可付金额（未付减去付款中）和默认付款账户各生成一张付款单。",
    },
    close: {
      label: "结束付款",
      from: ["partPaid"],
      to: "paid",
      repeats: ["payeeName", "amount", "paidAmount", "unpaidAmount"],
      danger: true,
      confirm: "未付部分不再支付，结束后不能恢复。",
    },
    void: voidAction(["approved"]),
  },
  screens: {
    list: "/finance/request/index",
    tabs: ["payment_request", "payment_pool", "opening_payable", "opening_promo"],
    ...onePage("/requestDetail/index"),
    prints: {
      slip: {
        path: "/print/index",
        title: "请款单打印",
        sheet: "a5",
        log: true,
        from: ["approved", "partPaid", "paid"],
      },
    },
    titles: { list: "请款单", create: "新建请款单", detail: "请款单详情" },
  },
});
