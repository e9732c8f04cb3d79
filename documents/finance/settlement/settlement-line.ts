import { defineDocument, field, unshown } from "../../kit";
import { settlementCategories, settlementMeasures } from "./words";

/** 结算明细 (figures.md D.1): one line of the platform's report, as it says it and as it was understood. */
export const settlementLine = defineDocument({
  name: "settlement_line",
  label: "结算明细",
  module: "finance",
  permission: "finance_settlement",
  display: "orderNo",
  coded: true,
  many: true,
  // Hundreds of thousands come with one file: whoever looks for an order finds it by its beginning.
  lookup: { finds: [] },
  scopeBy: { store: "storeId" },
  can: { add: false, edit: false, del: false },
  list: { sort: [{ by: "id" }], indexed: ["settlementId", "landingDate"] },
  fields: {
    settlementId: field.ref("结算单", { to: "settlement", computed: true, column: { width: 140 }, filter: "in" }),
    postedTime: field.datetime("过账时间", { computed: true, column: { width: 150 } }),
    storeId: field.ref("店铺", { to: "store", computed: true, column: { width: 130 }, filter: "in" }),
    orderNo: field.text("平台订单号", { computed: true, max: 40, column: { width: 180 }, filter: "prefix" }),
    msku: field.text("MSKU", { computed: true, max: 60, column: { width: 130 }, filter: "prefix" }),
    feeName: field.text("费用", { computed: true, max: 60, column: { width: 140 }, filter: "like" }),
    category: field.enum("类别", {
      computed: true,
      options: settlementCategories,
      column: { width: 90 },
      filter: "in",
    }),
    amount: field.money("金额", { currency: "currency", computed: true, column: { width: 110, summary: "currency" } }),
    qty: field.int("数量", { computed: true, later: true, column: { phone: false } }),
    measure: field.enum("入账到", {
      computed: true,
      options: settlementMeasures,
      column: { phone: false },
      filter: "in",
    }),
    landingDate: field.date("入账日", {
      computed: true,
      column: { phone: false, tooltip: "所属月份已关账的，记在后面的日期" },
      filter: "range",
    }),
    naturalDate: field.date("归属日", { computed: true, column: { phone: false, hide: true } }),
    transactionType: field.text("transaction-type", {
      computed: true,
      max: 100,
      column: { hide: true, phone: false },
      filter: "like",
    }),
    amountType: field.text("amount-type", { computed: true, max: 100, column: { hide: true, phone: false } }),
    amountDescription: field.text("amount-description", {
      computed: true,
      max: 100,
      column: { hide: true, phone: false },
      filter: "like",
    }),
    postedDate: field.date("站点日期", { computed: true, hiddenIn: ["view"], filter: "range" }),
    currency: field.dict("币种", { type: "currency", computed: true }),
    lineNo: field.int("行号", { computed: true, column: { hide: true, phone: false } }),
    csRefundId: field.ref("退款单", { to: "cs_refund", ...unshown }),
    factSku: field.text("入账MSKU", { ...unshown, max: 60 }),
  },
  screens: { list: "/finance/settlement/lines", tabs: ["settlement", "settlement_line"], titles: { list: "结算明细" } },
});

const part = (label: string, help: string) =>
  field.text(label, { required: true, max: 100, default: "*", help, column: { width: 220 }, filter: "like" });

/** 费用归类 (figures.md D.1): which column of the figures takes a kind of line of a settlement. */
export const feeType = defineDocument({
  name: "fee_type",
  label: "费用归类",
  module: "finance",
  menu: { group: "finance", icon: "settings", sort: 67 },
  permissions: { add: "edit", del: "edit" },
  display: "name",
  derived: true,
  scopeBy: undefined,
  keyword: ["name", "transactionType", "amountType", "amountDescription"],
  list: { sort: [{ by: "category" }, { by: "id" }] },
  import: { key: ["transactionType", "amountType", "amountDescription"], update: true },
  formColumns: 2,
  fields: {
    name: field.text("费用", { required: true, max: 60, column: { width: 160, fixed: "left" }, filter: "like" }),
    transactionType: part("transaction-type", "结算报告中的原文；末尾的*代表任意内容"),
    amountType: part("amount-type", "结算报告中的原文；末尾的*代表任意内容"),
    amountDescription: part("amount-description", "结算报告中的原文；末尾的*代表任意内容"),
    category: field.enum("类别", { required: true, options: settlementCategories, column: true, filter: "in" }),
    measure: field.enum("入账到", {
      required: true,
      options: settlementMeasures,
      help: "经营数据的哪一列；改动对之后核对的结算单生效",
      column: true,
      filter: "in",
    }),
  },
  screens: { list: "/finance/feeType/index" },
});
