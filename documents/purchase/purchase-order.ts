import { receiving } from "../base/warehouse";
import { defineDocument, field, flowStatus, reason, voidAction } from "../kit";
import {
  balanceTriggers,
  contractStates,
  payStates,
  receiveStates,
  settleMethods,
  taxTypes,
} from "./order-terms";
import { purchaseOrderLine } from "./purchase-order-lines";

const secret = "purchase_price_view";

const amount = (label: string) =>
  field.money({ label, computed: true, currency: "currency", mask: secret });
/** Nothing is open of any line: 到货状态 says so (supply.md 3, invariant). */
const nothingOpen = ["receiveStatus", "all", "没有待到货数量"] as const;
const fee = (label: string) =>
  field.money({ label, min: 0, default: "0", currency: "currency", mask: secret });

const toSign = { label: "待签合同", where: { status: "approved" } } as const;
const late = { label: "逾期采购单", where: { overdue: "yes" } } as const;

/** 采购单 (supply.md 3). */
export const purchaseOrder = defineDocument({
  ...{ name: "purchase_order", label: "采购单", module: "purchase", number: "CG" },
  menu: { group: "purchase", icon: "cart", sort: 40, words: { purchase_price_view: "查看采购价" } },
  many: true,
  flow: { amount: "baseAmount" },
  scopeBy: { dept: "deptId", user: "buyerId" },
  keyword: ["no", "skuCodes", "supplierText"],
  foundBy: ["supplierId", "buyerId"],
  formColumns: 3,
  exportLines: "items",
  statusTabs: true,
  status: flowStatus({
    approved: { label: "待签合同", tone: "blue" },
    executing: { label: "执行中", tone: "blue" },
    completed: { label: "已完成", tone: "green" },
    closed: { label: "已关闭", tone: "grey" },
  }),
  figures: [
    { field: "orderAmount", label: "金额" },
    { field: "signedQty", label: "已收 / 订购", of: "totalQty" },
    { field: "paidAmount", label: "已付 / 应付", of: "payableAmount" },
    { field: "expectDate", label: "交期", late: "overdue" },
  ],
  brief: { amount: "orderAmount", qty: "totalQty", date: "expectDate" },
  bulk: ["buyerId", "expectDate", "remark"],
  queues: [
    { ...toSign, permission: "purchase_contract_add", about: "supplierId" },
    { ...late, due: "expectDate", late: true, permission: "edit", about: "supplierId" },
  ],
  fields: {
    orderType: field.enum({
      label: "类型",
      required: true,
      options: {
        normal: { label: "普通" },
        urgent: { label: "加急", tone: "red" },
        sample: { label: "样品" },
        packing: { label: "包材" },
        replenish: { label: "补单" },
      },
      help: "手工新建选样品、包材或补单；普通与加急由转请购或询价生成",
      column: { width: 70, hide: true },
      filter: "in",
    }),
    supplierId: field.ref({
      label: "供应商",
      to: "supplier",
      required: true,
      column: { width: 130 },
      filter: "in",
    }),
    orderAmount: field.money({
      label: "订单总额",
      currency: "currency",
      computed: true,
      mask: secret,
      column: { width: 110, sortable: true },
    }),
    totalQty: field.int({
      label: "总数量",
      computed: true,
      column: { width: 84, summary: "sum" },
    }),
    signedQty: field.int({
      label: "已签收",
      computed: true,
      column: { width: 84, summary: "sum" },
    }),
    receiveStatus: field.enum({
      label: "到货状态",
      computed: true,
      default: "none",
      options: receiveStates,
      column: { width: 85 },
      filter: "in",
    }),
    companyId: field.ref({ label: "采购主体", to: "company", required: true }),
    buyerId: field.ref({
      label: "采购员",
      to: "user",
      required: true,
      column: { width: 90 },
      filter: "in",
    }),
    warehouseId: field.ref({
      label: "收货仓",
      to: "warehouse",
      required: true,
      only: receiving,
      column: { width: 90 },
      filter: "in",
    }),
    taxType: field.enum({
      label: "含税类型",
      required: true,
      default: "tax",
      options: taxTypes,
      help: "不含税时每行税率为0",
    }),
    currency: field.dict({
      label: "币种",
      type: "currency",
      required: true,
      default: "CNY",
      column: { width: 70 },
      filter: "in",
    }),
    rate: field.decimal({ label: "汇率", scale: 8, computed: true }),
    tradeTerm: field.dict({ label: "贸易条款", type: "trade_term", help: "外币提交前必填" }),
    expectDate: field.date({
      label: "要求交期",
      required: true,
      column: { width: 110, sortable: true },
      filter: "range",
    }),
    settleMethod: field.enum({
      label: "结算方式",
      options: settleMethods,
      help: "结算四项不填则取供应商的",
      section: "结算与费用",
    }),
    depositRate: field.percent({ label: "预付比例%", min: 0, max: 100 }),
    balanceTrigger: field.enum({ label: "尾款条件", options: balanceTriggers }),
    periodDays: field.int({ label: "账期", unit: "天", min: 0, max: 365 }),
    freightAmount: fee("运费"),
    otherAmount: fee("其他费"),
    discountAmount: fee("折扣"),
    feeShareType: field.enum({
      label: "费用分摊",
      default: "amount",
      options: {
        none: { label: "不分摊" },
        amount: { label: "按金额" },
        qty: { label: "按数量" },
      },
    }),
    goodsAmount: amount("货款"),
    taxAmount: amount("税额"),
    baseAmount: field.money({
      label: "总额",
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
    paidBase: field.money({
      label: "已付",
      unit: "CNY",
      computed: true,
      mask: secret,
      column: { width: 111, summary: "sum" },
    }),
    refundDueAmount: amount("应退"),
    payStatus: field.enum({
      label: "付款状态",
      computed: true,
      default: "none",
      options: payStates,
      column: { width: 90 },
      filter: "in",
    }),
    contractStatus: field.enum({
      label: "合同",
      computed: true,
      default: "none",
      options: contractStates,
      column: { width: 80 },
      filter: "in",
    }),
    revision: field.int({ label: "版次", computed: true }),
    overdue: field.enum({
      label: "逾期",
      virtual: true,
      computed: true,
      options: { yes: { label: "已逾期", tone: "red" } },
      column: { width: 80 },
      filter: "in",
    }),
    createTime: field.datetime({
      label: "创建时间",
      computed: true,
      column: { width: 160, hide: true },
      filter: "range",
    }),
    skuCodes: field.text({ label: "SKU", computed: true, hiddenIn: ["view"] }),
    supplierText: field.text({ label: "供应商名称", computed: true, hiddenIn: ["view"] }),
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
      opens: { document: "payment_request", param: "poId" },
    },
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
      permission: "close",
      from: ["executing"],
      to: "closed",
      danger: true,
      confirm: "剩余数量不再到货，关闭后不能恢复。",
      input: {
        ...reason("关闭原因", "请填写关闭原因"),
        releaseDemand: field.bool({
          label: "退回请购",
          help: "开启后未到货的数量回到请购单，可重新转采",
        }),
      },
    },
  },
  screens: {
    list: "/purchaseOrder/index",
    create: "/orderUpdate/index",
    edit: "/orderUpdate/index",
    detail: "/orderUpdate/index",
    print: "/purchaseOrder/print",
    printFrom: ["approved", "executing", "completed", "closed"],
  },
});
