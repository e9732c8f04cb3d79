import { defineDocument, field, ownStatus, worked } from "../kit";
import { openingPromoKinds } from "./opening-lines";

const money = (label: string, more: { unit?: "CNY"; currency?: "currency" } = { currency: "currency" }) =>
  field.money(label, { computed: true, ...more, column: { width: 120, summary: more.unit ? "sum" : "currency" } });

/** 期初红人测评 (company.md 2): what a star or a participant was still to get when the company began to work here. */
export const openingPromo = defineDocument({
  name: "opening_promo",
  label: "期初红人测评",
  module: "finance",
  permission: "finance_request",
  permissions: { edit: "add" },
  number: "QY",
  keyword: ["no", "oldNo", "target", "openingNo", "financeNo"],
  can: { add: false, del: false },
  status: ownStatus(
    {
      open: { label: "待请款", tone: "orange" },
      asked: { label: "已请款", tone: "blue" },
      paid: { label: "已付清", tone: "green" },
      rejected: { label: "请款未通过", tone: "red" },
      void: { label: "已撤销", tone: "grey" },
    },
    { initial: "open", editable: ["open", "rejected"], path: ["open", "asked", "paid"] },
  ),
  glance: {
    brief: { amount: "amount", date: "expectPayDate" },
    queues: [{ label: "待请款的期初红人测评", where: { status: "open,rejected" }, permission: "add", about: "target" }],
  },
  formColumns: 2,
  fields: {
    promoKind: field.enum("性质", { ...worked, options: openingPromoKinds, column: true, filter: "in" }),
    oldNo: field.text("旧单号", { ...worked, max: 60, column: true }),
    target: field.text("对象", { ...worked, max: 100, column: { width: 140 } }),
    currency: field.dict("币种", { ...worked, type: "currency", filter: "in" }),
    amount: { ...money("未付金额"), hiddenIn: ["add", "edit"] },
    amountCny: { ...money("折人民币", { unit: "CNY" }), hiddenIn: ["add", "edit"] },
    note: field.text("说明", { ...worked, max: 200 }),
    storeId: field.ref("店铺", { ...worked, to: "store", whenFilled: true }),
    msku: field.text("MSKU", { ...worked, max: 60, whenFilled: true }),
    openingNo: field.text("期初单", { ...worked, numbersOf: ["opening"], column: true }),
    payeeName: field.text("收款人", { max: 100, personal: true, section: "付款" }),
    payeeBank: field.text("开户行", { max: 100, help: "或收款方式，如PayPal" }),
    payeeAccount: field.secret("收款账号", { max: 100 }),
    expectPayDate: field.date("期望付款日", { help: "不填则为请款当天", filter: "range" }),
    financeNo: field.text("请款单", { ...worked, max: 30, numbersOf: ["payment_request"], column: true }),
    paidTime: field.datetime("付款时间", { ...worked, column: true }),
    paidAmount: field.money("付款金额", { ...worked, currency: "currency" }),
    voucher: field.files("付款凭证", { ...worked, max: 20, wide: true }),
  },
  actions: {
    ask: {
      label: "请款",
      permission: "add",
      next: true,
      batch: true,
      from: ["open", "rejected"],
      to: "asked",
      confirm: "生成请款单并提交财务审批。",
    },
  },
  screens: {
    list: "/finance/opening/promo",
    tabs: ["payment_request", "payment_pool", "opening_payable", "opening_promo"],
    titles: { list: "期初红人测评" },
  },
});
