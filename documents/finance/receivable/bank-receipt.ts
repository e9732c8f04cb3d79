import { defineDocument, field, ownStatus, unshown } from "../../kit";

/** 银行收款 (figures.md D.2): money that arrived on an account of ours, typed or from the bank's file. */
export const bankReceipt = defineDocument({
  name: "bank_receipt",
  label: "银行收款",
  module: "finance",
  menu: {
    group: "finance",
    icon: "bank",
    sort: 64,
    words: { submit: false, approve: false, void: false, print: false },
  },
  permissions: { import: "import" },
  number: "SK",
  many: true,
  start: { copy: false },
  keyword: ["no", "serialNo", "payer"],
  lookup: { finds: ["no", "serialNo", "payer"], facts: { words: ["payer"], figures: ["leftAmount", "currency"] } },
  formColumns: 2,
  import: { key: ["companyAccountId", "serialNo"] },
  list: {
    tabs: true,
    sort: [
      { by: "receivedTime", desc: true },
      { by: "id", desc: true },
    ],
  },
  status: ownStatus(
    {
      open: { label: "待匹配", tone: "orange" },
      part: { label: "部分匹配", tone: "blue" },
      matched: { label: "已匹配", tone: "green" },
    },
    { initial: "open", editable: ["open"], locked: "已匹配回款单的收款不能修改，请先取消匹配" },
  ),
  glance: {
    figures: [{ field: "amount" }, { field: "matchedAmount", of: "amount" }, { field: "leftAmount" }],
    brief: { amount: "amount", date: "receivedTime" },
  },
  fields: {
    companyAccountId: field.ref("收款账户", {
      to: "company_account",
      required: true,
      column: { width: 200 },
      filter: "in",
    }),
    serialNo: field.text("银行流水号", { required: true, max: 64, column: true, filter: "prefix" }),
    receivedTime: field.datetime("到账时间", { required: true, column: { sortable: true }, filter: "range" }),
    currency: field.dict("币种", { type: "currency", computed: true, column: { phone: false }, filter: "in" }),
    amount: field.money("到账金额", {
      required: true,
      min: 0.01,
      currency: "currency",
      help: "按收款账户的币种，扣除手续费后的金额",
      column: { width: 130, sortable: true, summary: "currency" },
    }),
    fee: field.money("手续费", {
      min: 0,
      currency: "currency",
      help: "银行另外扣下的手续费",
      column: { phone: false },
    }),
    matchedAmount: field.money("已匹配", {
      currency: "currency",
      computed: true,
      column: { width: 130, summary: "currency", phone: false },
    }),
    leftAmount: field.money("未匹配", {
      currency: "currency",
      computed: true,
      column: { width: 130, summary: "currency", phone: "fact" },
    }),
    payer: field.text("付款方", { max: 100, column: true, filter: "like" }),
    memo: field.text("附言", { max: 200, wide: true, column: { hide: true } }),
    serialKey: field.text("账户与流水号", { ...unshown, max: 90, unique: "银行流水号已存在" }),
  },
  related: { matches: { label: "匹配记录", document: "payout_match", by: { receiptId: "id" } } },
  screens: { list: "/finance/bankReceipt/index", titles: { list: "银行收款" } },
});
