import { defineDocument, field, voidAction } from "../../kit";
import { payableTypes } from "../payable-words";
import { statementActions } from "./statement-actions";

const secret = "purchase_price_view";
const figure = (label: string) =>
  field.money({ label, computed: true, currency: "currency", mask: secret });

/** 供应商对账单: what the ledger says of a supplier in one currency and period, as it was sent to him. */
export const supplierStatement = defineDocument({
  name: "supplier_statement",
  label: "对账单",
  module: "finance",
  permission: "finance_statement",
  api: "/finance/statement",
  menu: { group: "finance", icon: "file", sort: 11, label: "供应商对账单" },
  number: "DZ",
  scopeBy: { dept: "deptId", user: "buyerId" },
  keyword: ["no", "supplierText"],
  foundBy: ["supplierId"],
  formColumns: 3,
  copy: false,
  drawn: ["opening", "added", "returned", "paid", "refunded", "closing", "entryCount", "balance"],
  prefill: { supplierId: "supplier", accountId: "ap_supplier" },
  statusTabs: true,
  status: {
    field: "status",
    initial: "draft",
    editable: ["draft"],
    values: {
      draft: { label: "草稿", tone: "grey" },
      sent: { label: "待对方确认", tone: "orange" },
      confirmed: { label: "已确认", tone: "green" },
      void: { label: "已作废", tone: "red" },
    },
  },
  figures: [
    { field: "opening" },
    { field: "closing" },
    { field: "laterAmount", label: "期内后补" },
    { field: "difference" },
  ],
  brief: { amount: "closing", date: "toDate" },
  queues: [
    {
      ...{ label: "待供应商确认对账", where: { status: "sent" }, about: "supplierId" },
      permission: "confirm",
    },
  ],
  fields: {
    supplierId: field.ref({
      ...{ label: "供应商", to: "supplier", required: true },
      column: { width: 170 },
      filter: "in",
    }),
    currency: field.dict({
      ...{ label: "币种", type: "currency", required: true, default: "CNY" },
      column: { width: 80, phone: false, hide: true },
      filter: "in",
    }),
    fromDate: field.date({
      ...{ label: "开始日期", required: true, column: { width: 110, sortable: true } },
    }),
    toDate: field.date({
      ...{ label: "结束日期", required: true, column: { width: 110, sortable: true } },
      filter: "range",
    }),
    opening: figure("期初余额"),
    added: figure("本期新增"),
    returned: figure("退货扣款"),
    paid: figure("付款"),
    refunded: figure("退款与抵扣"),
    closing: field.money({
      ...{ label: "期末余额", computed: true, currency: "currency", mask: secret },
      column: { width: 140, summary: "currency" },
    }),
    laterAmount: field.money({
      ...{ label: "后补", computed: true, virtual: true, currency: "currency", mask: secret },
      column: { width: 120, tooltip: "发出之后又记入这个期间的流水：期末现在的余额与发出时的差" },
    }),
    entryCount: field.int({ label: "流水笔数", computed: true }),
    sentTime: field.datetime({ label: "发出时间", computed: true }),
    confirmDate: field.date({ label: "确认日期", computed: true, column: { width: 110 } }),
    supplierAmount: figure("对方余额"),
    difference: field.money({
      ...{ label: "差异", computed: true, currency: "currency", mask: secret },
      column: { width: 110, tooltip: "对方余额减我方期末余额" },
    }),
    differenceNote: field.longtext({ label: "差异说明", computed: true, wide: true }),
    signedFiles: field.files({ label: "盖章对账单", computed: true, max: 9, wide: true }),
    lastEntry: field.text({ label: "最后流水", computed: true, hiddenIn: ["view"] }),
    supplierText: field.text({ label: "供应商名称", computed: true, hiddenIn: ["view"] }),
    buyerId: field.ref({ label: "采购员", to: "user", computed: true }),
  },
  lines: {
    items: {
      label: "往来明细",
      table: "supplier_statement_line",
      computed: true,
      fields: {
        bizDate: field.date({ label: "业务日期", computed: true }),
        bizType: field.enum({ label: "类型", computed: true, options: payableTypes }),
        poId: field.ref({ label: "采购单", to: "purchase_order", computed: true }),
        bizDocument: field.text({ label: "来源单类型", computed: true }),
        bizId: field.text({ label: "来源单编号", computed: true }),
        bizNo: field.text({ label: "来源单", computed: true }),
        dueDate: field.date({ label: "到期日", computed: true }),
        amount: field.money({
          ...{ label: "金额", computed: true, currency: "currency", mask: secret },
        }),
        balance: field.money({
          ...{ label: "余额", computed: true, currency: "currency", mask: secret },
        }),
        entryId: field.text({ label: "流水编号", computed: true }),
      },
    },
  },
  actions: { ...statementActions, void: voidAction(["sent", "confirmed"]) },
  downloads: {
    sheet: {
      ...{ label: "导出对账单", path: "/finance/statement/sheet", param: "id" },
      permission: "export",
    },
  },
  screens: {
    list: "/finance/statement/index",
    create: "/finance/statement/detail",
    edit: "/finance/statement/detail",
    detail: "/finance/statement/detail",
    print: "/finance/statement/print",
    titles: {
      list: "供应商对账单",
      create: "新建供应商对账单",
      edit: "编辑供应商对账单",
      detail: "供应商对账单",
      print: "打印供应商对账单",
    },
  },
});
