import {
  defineDocument,
  field,
  flowStatus,
  lineRemark,
  reason,
  sourceSkuLine,
  voidAction,
} from "../kit";
import { poLine } from "./delivery-plan";
import { backQty } from "./purchase-return";

/**
 * 换货单 (supply.md 3). Before receipts exist nothing of an order is received, so every submit is
 * refused. With the warehouse documents come: the inspection that it starts from, reserved stock from
 * submit on, the stock entries of 确认出库 (unitCostOut), the signed exchange deliveries that fill
 * replacedQty and end it, and the payable entry of 转退货扣款.
 */
export const purchaseExchange = defineDocument({
  name: "purchase_exchange",
  label: "换货单",
  module: "purchase",
  api: "/purchase/exchange",
  table: "purchase_exchange",
  permission: "purchase_exchange",
  number: "HH",
  flow: {},
  keyword: ["no", "supplierText", "trackingNo"],
  formColumns: 3,
  prefill: ["poId"],
  status: flowStatus({
    approved: { label: "待出库", tone: "blue" },
    shipped: { label: "待补发", tone: "orange" },
    done: { label: "已完成", tone: "green" },
    closed: { label: "转退货", tone: "grey" },
  }),
  fields: {
    poId: field.ref({
      label: "采购单",
      to: "purchase_order",
      required: true,
      readonlyIn: ["edit"],
      column: { width: 150 },
    }),
    supplierId: field.ref({
      label: "供应商",
      to: "supplier",
      computed: true,
      column: { width: 200 },
      filter: "in",
    }),
    warehouseId: field.ref({
      label: "仓库",
      to: "warehouse",
      computed: true,
      column: { width: 130, hide: true },
    }),
    reason: field.dict({ label: "换货原因", type: "return_reason", required: true }),
    expectDate: field.date({
      label: "预计补发日",
      required: true,
      column: { width: 120, sortable: true },
      filter: "range",
    }),
    supplierText: field.text({ label: "供应商名称", computed: true, hiddenIn: ["view"] }),
    carrier: field.text({ label: "承运", max: 50 }),
    trackingNo: field.text({ label: "单号", max: 50 }),
    outQty: field.int({ label: "换出", computed: true, column: { width: 110, summary: "sum" } }),
    replacedQty: field.int({
      label: "已补发",
      computed: true,
      column: { width: 110, summary: "sum" },
    }),
    replaceStatus: field.enum({
      label: "补发状态",
      computed: true,
      default: "none",
      options: {
        none: { label: "未补发", tone: "grey" },
        part: { label: "部分补发", tone: "orange" },
        all: { label: "已补发", tone: "green" },
      },
      column: { width: 100 },
    }),
  },
  lines: {
    items: {
      label: "换货明细",
      table: "purchase_exchange_line",
      required: "请至少添加一条明细",
      fields: {
        ...poLine(),
        ...sourceSkuLine(),
        netReceived: field.int({ label: "可换", computed: true, virtual: true }),
        ...backQty("换出次品", "换出良品"),
        replacedQty: field.int({ label: "已补发", computed: true }),
        remark: lineRemark(),
      },
    },
  },
  actions: {
    ship: {
      label: "确认出库",
      permission: "ship",
      from: ["approved"],
      to: "shipped",
      confirm: "货物已交给供应商或承运人。",
    },
    close: {
      label: "转退货扣款",
      permission: "close",
      from: ["shipped"],
      to: "closed",
      danger: true,
      confirm: "未补发的部分改为退货扣款。",
      input: reason("原因", "请填写原因"),
    },
    void: voidAction(["approved"]),
  },
  screens: {
    list: "/poexchange/index",
    create: "/poexchange/create",
    edit: "/poexchange/create",
    detail: "/poexchange/create",
    print: "/poexchange/print",
    titles: { create: "新建采购换货" },
  },
});
