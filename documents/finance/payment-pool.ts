import { defineDocument, field } from "../kit";
import { payableOrder } from "./payables/payable-fields";
import { requestTypes } from "./request-words";

const amount = (label: string) =>
  field.money({
    ...{ label, currency: "currency", computed: true, mask: "purchase_price_view" },
    column: { width: 115 },
  });

/** 请款池 (supply.md 6): orders of which something is left to be asked for. */
export const paymentPool = defineDocument({
  name: "payment_pool",
  label: "请款池",
  module: "finance",
  api: "/finance/requestpool",
  permission: "finance_request",
  scopeBy: { dept: "deptId", user: "buyerId" },
  rowsOf: "purchase_order",
  display: "poNo",
  many: true,
  keyword: ["poNo", "supplierText", "contractNo"],
  can: { add: false, edit: false, del: false },
  sort: [{ by: "dueDate" }, { by: "id" }],
  queues: [
    {
      ...{ label: "待请款", where: { reason: "ready" }, permission: "add" },
      ...{ due: "dueDate", about: "supplierId" },
    },
  ],
  fields: {
    ...payableOrder,
    supplierId: field.ref({
      ...{ label: "供应商", to: "supplier", computed: true, column: { width: 150 }, filter: "in" },
    }),
    companyId: field.ref({
      ...{ label: "付款主体", to: "company", computed: true, column: { width: 120, hide: true } },
      filter: "in",
    }),
    buyerId: field.ref({
      ...{ label: "采购员", to: "user", computed: true, column: { width: 90, hide: true } },
      filter: "in",
    }),
    nextType: field.enum({
      ...{ label: "可请类型", computed: true, options: requestTypes, column: { width: 90 } },
      filter: "in",
    }),
    reason: field.enum({
      ...{ label: "请款条件", computed: true, column: { width: 120 }, filter: "in" },
      options: {
        ready: { label: "已满足", tone: "green" },
        contract: { label: "合同未签署", tone: "orange" },
        receipt: { label: "未到货", tone: "orange" },
        inspection: { label: "未质检", tone: "orange" },
        month: { label: "本月到货未到期", tone: "orange" },
      },
    }),
    currency: field.dict({
      ...{ label: "币种", type: "currency", computed: true, filter: "in" },
      column: { width: 70, phone: false },
    }),
    askAmount: field.money({
      ...{ label: "可请金额", currency: "currency", computed: true, mask: "purchase_price_view" },
      column: { width: 140, sortable: true, summary: "currency" },
    }),
    leftAmount: field.money({
      ...{ label: "未请余额", currency: "currency", computed: true, mask: "purchase_price_view" },
      column: { width: 140, sortable: true, summary: "currency" },
    }),
    orderAmount: amount("订单总额"),
    payableAmount: amount("应付金额"),
    requestedAmount: amount("已请款"),
    paidAmount: amount("已付"),
    dueDate: field.date({
      ...{ label: "应付到期日", computed: true, column: { width: 110, sortable: true } },
      filter: "range",
    }),
    contractNo: field.text({
      ...{ label: "合同", computed: true, names: ["contractDocument", "contractId"] },
      column: { width: 140, hide: true },
    }),
    supplierText: field.text({ label: "供应商名称", computed: true, hiddenIn: ["view"] }),
    deptId: field.ref({ label: "所属部门", to: "dept", computed: true, hiddenIn: ["view"] }),
    purchaseOrder: field.text({ label: "来源单类型", computed: true, hiddenIn: ["view"] }),
    poId: field.text({ label: "采购单编号", computed: true, hiddenIn: ["view"] }),
    contractDocument: field.text({ label: "合同类型", computed: true, hiddenIn: ["view"] }),
    contractId: field.text({ label: "合同编号", computed: true, hiddenIn: ["view"] }),
  },
  actions: {
    toRequest: {
      ...{ label: "请款", permission: "add", batch: true },
      opens: { document: "payment_request", param: "poIds" },
    },
  },
  screens: {
    list: "/finance/request/pool",
    tabs: ["payment_request", "payment_pool"],
    titles: { list: "请款池" },
  },
});
