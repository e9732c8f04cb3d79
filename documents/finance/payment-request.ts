import { defineDocument, field, flowStatus, voidAction } from "../kit";
import { requestLine } from "./request-lines";
import { invoiceStates, payingStates, payRateTypes, requestTypes } from "./request-words";

const paid = (label: string) => field.money({ label, currency: "currency", computed: true });
const cny = (label: string) =>
  field.money({
    ...{ label, unit: "CNY", computed: true, hiddenIn: ["view"] },
    column: { width: 120, summary: "sum" },
  });
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
  copy: false,
  maker: { document: "makerDocument", id: "makerId", text: "makerText" },
  flow: { amount: "baseAmount" },
  keyword: ["no", "payeeName", "sourceNos"],
  foundBy: ["payeeSupplierId"],
  formColumns: 3,
  exportLines: "items",
  exportEach: ["requestType", "不同请款类型不能一起导出"],
  prefill: { poIds: "purchase_order", billIds: "logistics_bill" },
  prefillBy: ["requestType"],
  statusTabs: true,
  status: flowStatus(payingStates),
  figures: [
    { field: "amount" },
    { field: "paidAmount", label: "已付 / 请款", of: "amount" },
    { field: "payAmount" },
    { field: "expectPayDate", late: "overdue" },
  ],
  brief: { amount: "amount", date: "expectPayDate" },
  queues: [
    {
      ...{ label: "待生成付款", where: { status: "approved,partPaid" }, about: "payeeName" },
      ...{ due: "expectPayDate", permission: "finance_payment_add" },
    },
  ],
  alerts: [
    {
      ...{ name: "late", label: "逾期未付请款", where: { overdue: "yes" } },
      ...{ measure: { daysSince: "expectPayDate" }, unit: "天", threshold: 1 },
    },
  ],
  fields: {
    requestType: field.enum({
      ...{ label: "请款类型", required: true, options: requestTypes },
      column: { width: 90 },
      filter: "in",
    }),
    payeeType: field.enum({
      ...{ label: "收款方类型", required: true, default: "supplier" },
      options: { supplier: { label: "供应商" }, other: { label: "其他" } },
    }),
    payeeSupplierId: field.ref({
      ...{ label: "收款供应商", to: "supplier", when: ["payeeType", "supplier"] },
      filter: "in",
    }),
    payeeName: field.text({
      ...{ label: "收款方", max: 100, ...account },
      column: { width: 160 },
      filter: "like",
    }),
    payeeAccountId: field.ref({
      ...{ label: "收款账户", to: "supplier_account", when: ["payeeType", "supplier"] },
      ...{ help: "不填则为供应商该币种的默认账户", wide: true },
    }),
    accountName: field.text({ label: "户名", max: 100, personal: true, ...account }),
    bankName: field.text({ label: "开户行", max: 100, ...account }),
    accountNo: field.text({
      ...{ label: "账号", max: 40, tail: "supplier_bank_view", ...account },
      // What other documents pay to may be an e-mail: PayPal, Alipay.
      pattern: [
        /^([0-9A-Z-]{6,34}|\*{4} .{4}|[^\s@*]+@[^\s@]+\.[^\s@]+)$/,
        "账号为6到34位数字、大写字母或横线，或邮箱",
      ],
    }),
    swiftCode: field.text({ label: "SWIFT", max: 11, ...account }),
    companyId: field.ref({ label: "付款主体", to: "company", required: true }),
    currency: field.dict({
      ...{ label: "币种", type: "currency", required: true, default: "CNY" },
      ...{ help: "与采购单一致", column: { width: 70, phone: false }, filter: "in" },
    }),
    amount: field.money({
      ...{ label: "请款金额", currency: "currency", computed: true },
      column: { width: 130, sortable: true, summary: "currency" },
    }),
    amountCn: field.text({ label: "大写", computed: true, max: 100 }),
    expectPayDate: field.date({
      ...{ label: "期望付款日", required: true },
      column: { width: 110, sortable: true },
      filter: "range",
    }),
    urgent: field.bool({ label: "加急" }),
    payCurrency: field.dict({
      ...{ label: "付款币种", type: "currency", help: "不填则与币种相同" },
      ...{ section: "付款与发票", column: { width: 80 }, filter: "in" },
    }),
    payRateType: field.enum({
      ...{ label: "汇率取值", options: payRateTypes },
      help: "付款币种与币种不同时必填",
    }),
    payRate: field.decimal({
      ...{ label: "付款汇率", scale: 8, min: 0, when: ["payRateType", "request"] },
      help: "1单位付款币种折请款币种",
      rate: { of: "payCurrency", into: "currency", why: "payRateReason" },
    }),
    payRateReason: field.text({
      ...{ label: "汇率说明", max: 200, when: ["payRateType", "request"] },
      help: "与当日汇率相差较大时必填",
    }),
    payAmount: field.money({
      ...{ label: "折付款币金额", currency: "payCurrency", computed: true },
      column: { width: 120 },
    }),
    invoiceStatus: field.enum({
      ...{ label: "发票", default: "none", options: invoiceStates },
    }),
    invoiceNos: field.text({ label: "发票号", max: 200 }),
    invoiceReason: field.text({
      label: "缺票说明",
      max: 200,
      help: "含税尾款、月结未收齐发票时必填",
    }),
    paidAmount: { ...paid("已付"), column: { width: 110 } },
    payingAmount: paid("付款中"),
    unpaidAmount: { ...paid("未付"), column: { width: 110 } },
    baseAmount: cny("请款金额"),
    baseUnpaid: cny("未付"),
    createBy: field.ref({
      ...{ label: "申请人", to: "user", computed: true, column: { width: 90 }, filter: "in" },
    }),
    dueDate: field.date({ label: "应付到期日", computed: true }),
    sourceNos: field.text({ label: "来源单号", computed: true, hiddenIn: ["view"], max: 4000 }),
    overdue: field.enum({
      ...{ label: "逾期", virtual: true, computed: true, filter: "in", linked: true },
      options: { yes: { label: "已逾期", tone: "red" } },
    }),
    createTime: field.datetime({
      ...{ label: "创建时间", computed: true, column: { width: 160, hide: true }, filter: "range" },
    }),
    makerText: field.text({ label: "来源", computed: true, names: ["makerDocument", "makerId"] }),
    makerDocument: field.text({ label: "来源单据类型", computed: true, hiddenIn: ["view"] }),
    makerId: field.text({ label: "来源单据编号", computed: true, hiddenIn: ["view"] }),
  },
  lines: {
    items: {
      label: "请款明细",
      table: "payment_request_line",
      required: "请至少添加一条明细",
      fields: requestLine,
    },
  },
  actions: {
    toPayment: {
      ...{ label: "生成付款单", next: true, permission: "finance_payment_add" },
      from: ["approved", "partPaid"],
      opens: { document: "payment", param: "requestId" },
    },
    payRest: {
      ...{ label: "按余额生成付款单", permission: "finance_payment_add", batch: true },
      from: ["approved", "partPaid"],
      confirm: "以未付余额和默认付款账户各生成一张付款单。",
    },
    close: {
      ...{ label: "结束付款", permission: "close", from: ["partPaid"], to: "paid", danger: true },
      confirm: "未付部分不再支付，结束后不能恢复。",
    },
    void: voidAction(["approved"]),
  },
  screens: {
    list: "/finance/request/index",
    tabs: ["payment_request", "payment_pool"],
    create: "/requestDetail/index",
    edit: "/requestDetail/index",
    detail: "/requestDetail/index",
    prints: {
      slip: {
        ...{ path: "/print/index", title: "请款单打印", sheet: "a5", log: true },
        from: ["approved", "partPaid", "paid"],
      },
    },
    titles: { list: "请款单", create: "新建请款单", detail: "请款单详情" },
  },
});
