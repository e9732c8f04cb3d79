import { defineDocument, field } from "../kit";

const amount = (label: string) =>
  field.money(label, {
    currency: "currency",
    computed: true,
    mask: "purchase_price_view",
    column: { width: 130, sortable: true, summary: "currency" },
  });

/** 期初应付 (company.md 2): what was owed when the company began to work here, item by item, until it is paid. */
export const openingPayable = defineDocument({
  name: "opening_payable",
  label: "期初应付",
  module: "finance",
  permission: "finance_request",
  display: "oldNo",
  many: true,
  keyword: ["oldNo", "openingNo", "supplierId"],
  can: { add: false, edit: false, del: false },
  list: { sort: [{ by: "dueDate" }, { by: "id" }] },
  glance: {
    queues: [
      { label: "待请款的期初应付", where: { state: "open" }, permission: "add", due: "dueDate", about: "supplierId" },
    ],
  },
  formColumns: 1,
  fields: {
    oldNo: field.text("旧单号", { computed: true, column: { fixed: "left" } }),
    supplierId: field.ref("供应商", { to: "supplier", computed: true, column: { width: 150 }, filter: "in" }),
    companyId: field.ref("公司主体", { to: "company", computed: true, column: { hide: true }, filter: "in" }),
    state: field.enum("状态", {
      computed: true,
      options: {
        open: { label: "待请款", tone: "orange" },
        requested: { label: "已请款", tone: "blue" },
        paid: { label: "已付清", tone: "green" },
      },
      column: true,
      filter: "in",
    }),
    currency: field.dict("币种", { type: "currency", computed: true, filter: "in", column: { phone: false } }),
    amount: amount("金额"),
    requestedAmount: amount("已请款"),
    paidAmount: amount("已付"),
    billDate: field.date("单据日期", { computed: true, column: { hide: true } }),
    dueDate: field.date("到期日", { computed: true, column: { sortable: true }, filter: "range" }),
    openingNo: field.text("期初单", { computed: true, numbersOf: ["opening"], column: true }),
  },
  actions: {
    toRequest: {
      label: "请款",
      permission: "add",
      batch: true,
      unless: ["state", "paid", "已付清"],
      opens: { document: "payment_request", param: "openingIds" },
    },
  },
  screens: {
    list: "/finance/opening/payable",
    tabs: ["payment_request", "payment_pool", "opening_payable", "opening_promo"],
    titles: { list: "期初应付" },
  },
});
