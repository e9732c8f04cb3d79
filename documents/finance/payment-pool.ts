import { defineDocument, field, labelled, type Option } from "../kit";
import { payableOrder } from "./payables/ap-ageing";

/** What a request asks money for (supply.md 6). */
export const requestTypes = labelled({
  deposit: "预付款",
  balance: "尾款",
  full: "全款",
  monthly: "月结",
  freight: "物流款",
  tariff: "税金",
  other: "其他",
});

export type RequestType = keyof typeof requestTypes;

/** What a line of a request stands for. */
export const requestSources = {
  po: { label: "采购单" },
  bill: { label: "物流账单" },
  opening: { label: "期初应付" },
  offset: { label: "抵扣", tone: "orange" },
  evaRequest: { label: "测评请款" },
  kolAdsFee: { label: "红人广告费" },
  other: { label: "其他" },
} as const satisfies Record<string, Option>;

export const payRateTypes = { request: { label: "请款指定" }, pay: { label: "付款指定" } } as const satisfies Record<
  string,
  Option
>;

export const invoiceStates = {
  none: { label: "未收", tone: "grey" },
  part: { label: "部分", tone: "orange" },
  all: { label: "已收齐", tone: "green" },
} as const satisfies Record<string, Option>;

/** States after approval. */
export const payingStates = {
  approved: { label: "待付款", tone: "blue" },
  partPaid: { label: "部分付款", tone: "orange" },
  paid: { label: "已付清", tone: "green" },
} as const satisfies Record<string, Option>;

const amount = (label: string) =>
  field.money(label, { currency: "currency", computed: true, mask: "purchase_price_view", column: true });

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
  list: { sort: [{ by: "dueDate" }, { by: "id" }] },
  glance: {
    queues: [{ label: "待请款", where: { reason: "ready" }, permission: "add", due: "dueDate", about: "supplierId" }],
  },
  formColumns: 1,
  fields: {
    ...payableOrder,
    supplierId: field.ref("供应商", { to: "supplier", computed: true, column: { width: 150 }, filter: "in" }),
    companyId: field.ref("付款主体", { to: "company", computed: true, column: { hide: true }, filter: "in" }),
    buyerId: field.ref("采购员", { to: "user", computed: true, column: { hide: true }, filter: "in" }),
    nextType: field.enum("可请类型", { computed: true, options: requestTypes, column: true, filter: "in" }),
    reason: field.enum("请款条件", {
      computed: true,
      column: { width: 120 },
      filter: "in",
      options: {
        ready: { label: "已满足", tone: "green" },
        contract: { label: "合同未签署", tone: "orange" },
        receipt: { label: "未到货", tone: "orange" },
        inspection: { label: "未质检", tone: "orange" },
        month: { label: "本月到货未到期", tone: "orange" },
      },
    }),
    currency: field.dict("币种", { type: "currency", computed: true, filter: "in", column: { phone: false } }),
    askAmount: field.money("可请金额", {
      currency: "currency",
      computed: true,
      mask: "purchase_price_view",
      column: { width: 140, sortable: true, summary: "currency" },
    }),
    leftAmount: field.money("未请余额", {
      currency: "currency",
      computed: true,
      mask: "purchase_price_view",
      column: { width: 140, sortable: true, summary: "currency" },
    }),
    orderAmount: amount("订单总额"),
    payableAmount: amount("应付金额"),
    requestedAmount: amount("已请款"),
    paidAmount: amount("已付"),
    dueDate: field.date("应付到期日", { computed: true, column: { sortable: true }, filter: "range" }),
    contractNo: field.text("合同", {
      computed: true,
      names: ["contractDocument", "contractId"],
      column: { hide: true },
    }),
    supplierText: field.text("供应商名称", { computed: true, hiddenIn: ["view"] }),
    deptId: field.ref("所属部门", { to: "dept", computed: true, hiddenIn: ["view"] }),
    purchaseOrder: field.text("来源单类型", { computed: true, hiddenIn: ["view"] }),
    poId: field.text("采购单编号", { computed: true, hiddenIn: ["view"] }),
    contractDocument: field.text("合同类型", { computed: true, hiddenIn: ["view"] }),
    contractId: field.text("合同编号", { computed: true, hiddenIn: ["view"] }),
  },
  actions: {
    toRequest: {
      label: "请款",
      permission: "add",
      batch: true,
      opens: { document: "payment_request", param: "poIds" },
    },
  },
  screens: {
    list: "/finance/request/pool",
    tabs: ["payment_request", "payment_pool", "opening_payable", "opening_promo"],
    titles: { list: "请款池" },
  },
});
