import { defineDocument, field, flowStatus, voidAction } from "../kit";
import { billLine } from "./bill-lines";

const figure = (label: string, width = 110) =>
  field.money({
    ...{ label, currency: "currency", computed: true },
    column: { width, summary: "currency" },
  });

/** 物流账单 (supply.md F.3): what a forwarder or broker bills; the truth about logistics money. */
export const logisticsBill = defineDocument({
  name: "logistics_bill",
  label: "物流账单",
  module: "logistics",
  api: "/logistics/bill",
  permission: "logistics_bill",
  menu: { group: "logistics", icon: "receipt", sort: 50, label: "物流账单" },
  number: "LB",
  flow: { amount: "baseAmount" },
  scopeBy: { dept: "deptId" },
  keyword: ["no", "billNo", "sourceNos"],
  foundBy: ["supplierId"],
  formColumns: 3,
  exportLines: "items",
  prefill: { transferIds: "transfer", deliveryIds: "delivery" },
  copy: false,
  statusTabs: true,
  status: flowStatus({ approved: { label: "已入账", tone: "green" } }),
  drawn: ["amount", "taxAmount", "totalAmount", "baseAmount"],
  figures: [
    { field: "totalAmount" },
    { field: "requestedAmount", label: "已请款 / 账单", of: "totalAmount" },
    { field: "paidAmount", label: "已付 / 账单", of: "totalAmount" },
    { field: "dueDate" },
  ],
  brief: { amount: "totalAmount", date: "dueDate" },
  queues: [
    {
      ...{ label: "待请款物流账单", where: { askState: "open" }, about: "supplierId" },
      ...{ due: "dueDate", permission: "finance_request_add" },
    },
  ],
  fields: {
    supplierId: field.ref({
      ...{ label: "收款方", to: "supplier", required: true },
      only: { supplierType: ["logistics", "customs"] },
      help: "物流商或报关行",
      column: { width: 160 },
      filter: "in",
    }),
    totalAmount: figure("价税合计", 130),
    baseAmount: field.money({
      ...{ label: "价税合计", unit: "CNY", computed: true },
      column: { width: 120, summary: "sum", hide: true },
    }),
    requestedAmount: figure("已请款"),
    paidAmount: figure("已付"),
    openAmount: field.money({
      ...{ label: "未请款", currency: "currency", computed: true, virtual: true },
      column: { width: 110 },
    }),
    companyId: field.ref({ label: "付款主体", to: "company", help: "不填则为默认付款主体" }),
    billNo: field.text({
      ...{ label: "对方账单号", required: true, max: 50, column: { width: 130 } },
      filter: "prefix",
    }),
    billDate: field.date({
      ...{ label: "账单日期", required: true, column: { width: 110, sortable: true } },
      filter: "range",
    }),
    period: field.text({
      ...{
        label: "账期",
        input: "month",
        placeholder: "2026-06",
        column: { width: 80, hide: true },
      },
      pattern: [/^\d{4}(0[1-9]|1[0-2])$/, "月份要像2026-06这样填写"],
      filter: "prefix",
    }),
    currency: field.dict({
      ...{ label: "币种", type: "currency", required: true, default: "CNY" },
      column: { width: 70, phone: false, hide: true },
      filter: "in",
    }),
    invoiceNo: field.text({ label: "发票号", max: 100 }),
    invoiceFiles: field.files({ label: "账单与发票", max: 9, wide: true }),
    rate: field.decimal({ label: "汇率", scale: 8, computed: true }),
    amount: { ...figure("金额"), column: { width: 110, hide: true } },
    taxAmount: { ...figure("税额", 90), column: { width: 90, hide: true } },
    dueDate: field.date({
      ...{ label: "到期日", computed: true, column: { width: 110, sortable: true } },
      filter: "range",
    }),
    askState: field.enum({
      ...{ label: "请款", computed: true, virtual: true, hiddenIn: ["view"], filter: "in" },
      options: { open: { label: "可请款", tone: "orange" }, asked: { label: "已请完" } },
    }),
    sourceNos: field.text({ label: "来源单号", computed: true, hiddenIn: ["view"], max: 4000 }),
  },
  lines: {
    items: {
      label: "费用明细",
      table: "logistics_bill_line",
      required: "请至少添加一条明细",
      fields: billLine,
    },
  },
  actions: {
    toRequest: {
      ...{ label: "请款", next: true, permission: "finance_request_add", from: ["approved"] },
      opens: { document: "payment_request", param: "billIds" },
    },
    void: voidAction(["approved"]),
  },
  screens: {
    list: "/logistics/bill/index",
    create: "/logistics/bill/edit",
    edit: "/logistics/bill/edit",
    detail: "/logistics/bill/edit",
    titles: { list: "物流账单", create: "新建物流账单", detail: "物流账单详情" },
  },
});
