import { receiving } from "../base/warehouse";
import { defineDocument, field, flowStatus, onePage, reason, voidAction } from "../kit";
import { sellers } from "../supplier/sellers";
import {
  balanceTriggers,
  contractStates,
  orderSends,
  payStates,
  receiveStates,
  settleMethods,
  taxTypes,
} from "./order-terms";
import { buyer, purchaseOrderLine } from "./purchase-order-lines";

const late = { label: "逾期采购单", where: { overdue: "yes" } };

/** What waits at orders, for whom. */
const orderQueues = [
  { label: "待签合同", where: { status: "approved" }, about: "supplierId", permission: "purchase_contract_add" },
  { ...late, due: "expectDate", late: true, permission: "edit", about: "supplierId" },
];

const orderAlerts = [{ ...late, name: "late", measure: { daysSince: "expectDate" }, unit: "天", threshold: 1 }];

/** What a supplier was paid too much comes back once the order has ended. */
const toRefund = {
  label: "登记供应商退款",
  permission: "finance_ap_refund",
  from: ["completed", "closed"],
  opens: { document: "supplier_refund", param: "poId" },
} as const;

/** The contracts of chosen orders, from where they are downloaded together. */
const exportContract = {
  label: "导出合同",
  permission: "purchase_contract_view",
  batch: true,
  opens: { document: "purchase_contract", param: "poId", path: "/purchaseContract/index" },
} as const;

const secret = "purchase_price_view";

const amount = (label: string) => field.money(label, { computed: true, currency: "currency", mask: secret });
/** Nothing is open of any line: 到货状态 says so (supply.md 3, invariant). */
const nothingOpen = ["receiveStatus", "all", "没有待到货数量"] as const;
const fee = (label: string) => field.money(label, { min: 0, default: "0", currency: "currency", mask: secret });

/** 采购单 (supply.md 3). */
export const purchaseOrder = defineDocument({
  name: "purchase_order",
  label: "采购单",
  module: "purchase",
  number: "CG",
  menu: { group: "purchase", icon: "cart", sort: 40, words: { purchase_price_view: "查看采购价" } },
  many: true,
  flow: { amount: "baseAmount" },
  scopeBy: { dept: "deptId", user: "buyerId" },
  keyword: ["no", "skuCodes", "supplierText"],
  lookup: { foundBy: ["supplierId", "buyerId"] },
  exports: { lines: "items" },
  list: { tabs: true, remark: true, bulk: ["buyerId", "expectDate", "remark"] },
  calls: { sends: orderSends },
  status: flowStatus({
    approved: { label: "待签合同", tone: "blue" },
    executing: { label: "执行中", tone: "blue" },
    completed: { label: "已完成", tone: "green" },
    closed: { label: "已关闭", tone: "grey" },
  }),
  glance: {
    figures: [
      { field: "orderAmount", label: "金额" },
      { field: "signedQty", label: "已收 / 订购", of: "totalQty" },
      { field: "paidAmount", label: "已付 / 应付", of: "payableAmount" },
      { field: "expectDate", label: "交期", late: "overdue" },
    ],
    brief: { amount: "orderAmount", qty: "totalQty", date: "expectDate" },
    queues: orderQueues,
    alerts: orderAlerts,
  },
  fields: {
    orderType: field.enum("类型", {
      required: true,
      options: {
        normal: { label: "普通" },
        urgent: { label: "加急", tone: "red" },
        sample: { label: "样品" },
        packing: { label: "包材" },
        replenish: { label: "补单" },
      },
      help: "手工新建选样品、包材或补单；普通与加急由转请购或询价生成",
      column: { hide: true },
      filter: "in",
    }),
    supplierId: field.ref("供应商", { to: "supplier", required: true, only: sellers, column: true, filter: "in" }),
    orderAmount: field.money("订单总额", {
      currency: "currency",
      computed: true,
      mask: secret,
      column: { sortable: true },
    }),
    totalQty: field.int("总数量", { computed: true, column: { summary: "sum" } }),
    signedQty: field.int("已签收", { computed: true, column: { summary: "sum" } }),
    receiveStatus: field.enum("到货状态", {
      computed: true,
      default: "none",
      options: receiveStates,
      column: true,
      filter: "in",
    }),
    companyId: field.ref("采购主体", { to: "company", required: true }),
    buyerId: buyer,
    warehouseId: field.ref("收货仓", {
      to: "warehouse",
      required: true,
      only: receiving,
      column: { width: 90 },
      filter: "in",
    }),
    taxType: field.enum("含税类型", { required: true, default: "tax", options: taxTypes, help: "不含税时每行税率为0" }),
    currency: field.dict("币种", { type: "currency", required: true, default: "CNY", column: true, filter: "in" }),
    rate: field.decimal("汇率", { scale: 8, computed: true }),
    tradeTerm: field.dict("贸易条款", { type: "trade_term", help: "外币提交前必填" }),
    expectDate: field.date("要求交期", { required: true, inline: true, column: { sortable: true }, filter: "range" }),
    settleMethod: field.enum("结算方式", {
      options: settleMethods,
      help: "结算四项不填则取供应商的",
      section: "结算与费用",
    }),
    depositRate: field.percent("预付比例%", { min: 0, max: 100 }),
    balanceTrigger: field.enum("尾款条件", { options: balanceTriggers }),
    periodDays: field.int("账期", { unit: "天", min: 0, max: 365 }),
    freightAmount: fee("运费"),
    otherAmount: fee("其他费"),
    discountAmount: fee("折扣"),
    feeShareType: field.enum("费用分摊", {
      default: "amount",
      options: { none: { label: "不分摊" }, amount: { label: "按金额" }, qty: { label: "按数量" } },
    }),
    goodsAmount: amount("货款"),
    taxAmount: amount("税额"),
    baseAmount: field.money("总额", {
      unit: "CNY",
      computed: true,
      mask: secret,
      column: { width: 129, sortable: true, summary: "sum" },
    }),
    receiptAmount: amount("到货金额"),
    returnAmount: amount("退货金额"),
    payableAmount: amount("应付金额"),
    requestedAmount: amount("已请款"),
    paidAmount: amount("已付"),
    paidBase: field.money("已付", { unit: "CNY", computed: true, mask: secret, column: { summary: "sum" } }),
    refundDueAmount: amount("应退"),
    payStatus: field.enum("付款状态", {
      computed: true,
      default: "none",
      options: payStates,
      column: true,
      filter: "in",
    }),
    contractStatus: field.enum("合同", {
      computed: true,
      default: "none",
      options: contractStates,
      column: true,
      filter: "in",
    }),
    revision: field.int("版次", { computed: true }),
    openingNo: field.text("旧单号", { computed: true, max: 60, hiddenIn: ["add", "edit"] }),
    overdue: field.enum("逾期", {
      virtual: true,
      computed: true,
      options: { yes: { label: "已逾期", tone: "red" } },
      column: true,
      filter: "in",
    }),
    createTime: field.datetime("创建时间", { computed: true, column: { hide: true }, filter: "range" }),
    skuCodes: field.text("SKU", { computed: true, hiddenIn: ["view"] }),
    supplierText: field.text("供应商名称", { computed: true, hiddenIn: ["view"] }),
  },
  lines: {
    items: {
      label: "采购明细",
      table: "purchase_order_line",
      required: "请至少添加一条明细",
      fields: purchaseOrderLine,
    },
  },
  actions: {
    toContract: {
      label: "生成合同",
      next: true,
      permission: "purchase_contract_add",
      from: ["approved"],
      opens: { document: "purchase_contract", param: "poId" },
      batch: true,
    },
    exportContract,
    toPlan: {
      label: "交货计划",
      permission: "purchase_deliveryplan_add",
      from: ["executing"],
      unless: nothingOpen,
      opens: { document: "delivery_plan", param: "poId" },
    },
    toDelivery: {
      label: "送货",
      next: true,
      permission: "purchase_delivery_add",
      from: ["executing"],
      unless: nothingOpen,
      opens: { document: "delivery", param: "poId" },
    },
    toRequest: {
      label: "请款",
      permission: "finance_request_add",
      from: ["approved", "executing", "completed", "closed"],
      opens: { document: "payment_request", param: "poIds" },
      batch: true,
    },
    toRefund,
    toReturn: {
      label: "退货",
      permission: "purchase_return_add",
      from: ["executing", "completed", "closed"],
      opens: { document: "purchase_return", param: "poId" },
    },
    toExchange: {
      label: "换货",
      permission: "purchase_exchange_add",
      from: ["executing"],
      opens: { document: "purchase_exchange", param: "poId" },
    },
    change: {
      label: "变更",
      amends: true,
      permission: "purchase_change_add",
      from: ["approved", "executing"],
      opens: { document: "purchase_change", param: "poId" },
    },
    void: voidAction(["approved", "executing"]),
    close: {
      label: "关闭",
      from: ["executing"],
      to: "closed",
      danger: true,
      confirm: "剩余数量不再到货，关闭后不能恢复。",
      input: {
        ...reason("关闭原因", "请填写关闭原因"),
        releaseDemand: field.bool("退回请购", { help: "开启后未到货的数量回到请购单，可重新转采" }),
      },
    },
  },
  screens: {
    list: "/purchaseOrder/index",
    ...onePage("/orderUpdate/index"),
    print: "/purchaseOrder/print",
    printFrom: ["approved", "executing", "completed", "closed"],
  },
});
