import { defineDocument, field, ownStatus, reason } from "../../kit";
import { payableTabs } from "./ap-ageing";

/** 供应商退款 (supply.md 6.0, finance_ap_refund): money that a supplier paid back. Saving it enters it. */
export const supplierRefund = defineDocument({
  name: "supplier_refund",
  label: "供应商退款",
  module: "finance",
  permission: "finance_ap",
  permissions: { add: "refund" },
  api: "/finance/aprefund",
  number: "TK",
  scopeBy: { dept: "deptId", user: "buyerId" },
  keyword: ["no", "supplierText", "serialNo"],
  lookup: { foundBy: ["supplierId"] },
  start: { prefill: { poId: "purchase_order", supplierId: "supplier" }, copy: false, saveLabel: "登记退款" },
  can: { edit: false, del: false },
  list: { tabs: true },
  status: ownStatus(
    { done: { label: "已登记", tone: "green" }, reversed: { label: "已撤销", tone: "red" } },
    { initial: "done", editable: [] },
  ),
  glance: { brief: { amount: "amount", date: "bizDate" } },
  fields: {
    supplierId: field.ref("供应商", { to: "supplier", required: true, column: { width: 170 }, filter: "in" }),
    poId: field.ref("采购单", {
      to: "purchase_order",
      help: "不填则退回没有采购单的多付款",
      column: true,
      filter: "in",
    }),
    currency: field.dict("币种", {
      type: "currency",
      required: true,
      default: "CNY",
      column: { phone: false },
      filter: "in",
    }),
    amount: field.money("退款金额", {
      required: true,
      min: 0.01,
      currency: "currency",
      mask: "purchase_price_view",
      column: { width: 130, summary: "currency" },
    }),
    bizDate: field.date("到账日期", { required: true, column: { sortable: true }, filter: "range" }),
    accountId: field.ref("收款账户", {
      to: "company_account",
      required: true,
      help: "我方收到退款的银行账户",
      filter: "in",
      column: { width: 190, phone: false },
    }),
    serialNo: field.text("银行流水号", { required: true, max: 50, column: true, filter: "prefix" }),
    receiptFiles: field.files("到账回单", { max: 9, required: true, requiredMessage: "请上传到账回单", wide: true }),
    supplierText: field.text("供应商名称", { computed: true, hiddenIn: ["view"] }),
    buyerId: field.ref("采购员", { to: "user", computed: true }),
  },
  actions: {
    reverse: {
      label: "撤销退款",
      permission: "refund",
      from: ["done"],
      to: "reversed",
      danger: true,
      confirm: "应付流水中冲回这笔退款，撤销后不能恢复。",
      input: reason("撤销原因", "请填写撤销原因"),
    },
  },
  screens: {
    list: "/finance/aprefund/index",
    create: "/finance/aprefund/detail",
    detail: "/finance/aprefund/detail",
    tabs: payableTabs,
    titles: { list: "供应商退款", create: "登记供应商退款" },
  },
});
