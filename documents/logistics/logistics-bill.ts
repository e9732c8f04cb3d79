import { defineDocument, field, flowStatus, labelled, lineRemark, onePage, voidAction, worked } from "../kit";

/** What a line of 物流账单 is about: names of declarations. */
export const billSources = labelled({
  transfer: "调拨单",
  cabinet_combination: "组柜单",
  customs_declaration: "报关单",
  delivery: "送货单",
});

export type BillSource = keyof typeof billSources;

/** One fee of one document, as the forwarder bills it. */
export const billLine = {
  sourceType: field.enum("来源", { required: true, default: "transfer", options: billSources }),
  sourceNo: field.text("单号", {
    required: true,
    max: 30,
    numbersOf: ["transfer", "cabinet_combination", "customs_declaration", "delivery"],
  }),
  feeType: field.dict("费用", { type: "logistics_fee", required: true }),
  amount: field.money("金额", { required: true, min: 0.01, currency: "currency", sum: true, help: "不含税" }),
  taxAmount: field.money("税额", { min: 0, currency: "currency", sum: true }),
  total: field.money("价税合计", { computed: true, currency: "currency", sum: true, works: "amount + taxAmount" }),
  estimate: field.money("预估", { unit: "CNY", ...worked }),
  cost: field.money("计入成本", { unit: "CNY", mask: "stock_cost_view", ...worked }),
  remark: lineRemark(),
  sourceId: field.text("来源单编号", { computed: true, hidden: true }),
} as const;

const figure = (label: string, width = 110) =>
  field.money(label, { currency: "currency", computed: true, column: { width, summary: "currency" } });

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
  lookup: { foundBy: ["supplierId"] },
  exports: { lines: "items" },
  start: { prefill: { transferIds: "transfer", deliveryIds: "delivery" }, copy: false },
  list: { tabs: true },
  status: flowStatus({ approved: { label: "已入账", tone: "green" } }),
  glance: {
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
        label: "待请款物流账单",
        where: { askState: "open" },
        about: "supplierId",
        due: "dueDate",
        permission: "finance_request_add",
      },
    ],
  },
  fields: {
    supplierId: field.ref("收款方", {
      to: "supplier",
      required: true,
      only: { supplierType: ["logistics", "customs"] },
      help: "物流商或报关行",
      column: { width: 160 },
      filter: "in",
    }),
    totalAmount: figure("价税合计", 130),
    baseAmount: field.money("价税合计", { unit: "CNY", computed: true, column: { summary: "sum", hide: true } }),
    requestedAmount: figure("已请款"),
    paidAmount: figure("已付"),
    openAmount: field.money("未请款", { currency: "currency", computed: true, virtual: true, column: true }),
    companyId: field.ref("付款主体", { to: "company", help: "不填则为默认付款主体" }),
    billNo: field.text("对方账单号", { required: true, max: 50, column: true, filter: "prefix" }),
    billDate: field.date("账单日期", { required: true, column: { sortable: true }, filter: "range" }),
    period: field.text("账期", {
      input: "month",
      placeholder: "2026-06",
      column: { width: 80, hide: true },
      pattern: [/^\d{4}(0[1-9]|1[0-2])$/, "月份要像2026-06这样填写"],
      filter: "prefix",
    }),
    currency: field.dict("币种", {
      type: "currency",
      required: true,
      default: "CNY",
      column: { phone: false, hide: true },
      filter: "in",
    }),
    invoiceNo: field.text("发票号", { max: 100 }),
    invoiceFiles: field.files("账单与发票", { max: 9, wide: true }),
    rate: field.decimal("汇率", { scale: 8, computed: true }),
    amount: { ...figure("金额"), column: { width: 110, hide: true } },
    taxAmount: { ...figure("税额", 90), column: { width: 90, hide: true } },
    dueDate: field.date("到期日", { computed: true, column: { sortable: true }, filter: "range" }),
    askState: field.enum("请款", {
      computed: true,
      virtual: true,
      hiddenIn: ["view"],
      filter: "in",
      options: { open: { label: "可请款", tone: "orange" }, asked: { label: "已请完" } },
    }),
    sourceNos: field.text("来源单号", { computed: true, hiddenIn: ["view"], max: 4000 }),
  },
  lines: {
    items: { label: "费用明细", table: "logistics_bill_line", required: "请至少添加一条明细", fields: billLine },
  },
  actions: {
    toRequest: {
      label: "请款",
      next: true,
      permission: "finance_request_add",
      from: ["approved"],
      opens: { document: "payment_request", param: "billIds" },
    },
    void: voidAction(["approved"]),
  },
  screens: {
    list: "/logistics/bill/index",
    ...onePage("/logistics/bill/edit"),
    titles: { list: "物流账单", create: "新建物流账单", detail: "物流账单详情" },
  },
});
