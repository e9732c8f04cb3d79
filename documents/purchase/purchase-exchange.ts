import { defineDocument, field, flowStatus, onePage, reason, voidAction } from "../kit";
import { costOf, returnCarrier, returnLine, returnSource, returnWarehouse, shipTime } from "./return-fields";

/** 换货单 (supply.md 3): goods of an order that the supplier takes back and replaces. */
export const purchaseExchange = defineDocument({
  name: "purchase_exchange",
  label: "换货单",
  module: "purchase",
  menu: { group: "purchase", icon: "swap", sort: 110 },
  number: "HH",
  flow: {},
  keyword: ["no", "skuCodes", "supplierText", "trackingNo"],
  lookup: { foundBy: ["supplierId"] },
  start: { prefill: { poId: "purchase_order", inspectionId: "inspection" } },
  list: { tabs: true },
  status: flowStatus({
    approved: { label: "待出库", tone: "blue" },
    shipped: { label: "待补发", tone: "orange" },
    done: { label: "已完成", tone: "green" },
    closed: { label: "转退货", tone: "grey" },
  }),
  glance: {
    figures: [
      { field: "replacedQty", label: "已补发 / 换出", of: "outQty" },
      { field: "outQty" },
      { field: "expectDate" },
    ],
    brief: { qty: "outQty", date: "expectDate" },
    queues: [
      { label: "待换货出库", where: { status: "approved" }, about: "supplierId", permission: "ship" },
      {
        label: "待补发",
        where: { status: "shipped" },
        about: "supplierId",
        permission: "purchase_delivery_add",
        due: "expectDate",
      },
    ],
  },
  fields: {
    ...returnSource(),
    reason: field.dict("换货原因", { type: "return_reason", required: true }),
    ...returnCarrier(),
    outQty: field.int("换出", { computed: true, column: { summary: "sum" } }),
    replacedQty: field.int("已补发", { computed: true, column: { summary: "sum" } }),
    expectDate: field.date("预计补发日", { required: true, column: { sortable: true }, filter: "range" }),
    replaceStatus: field.enum("补发状态", {
      computed: true,
      default: "none",
      options: {
        none: { label: "未补发", tone: "grey" },
        part: { label: "部分补发", tone: "orange" },
        all: { label: "已补发", tone: "green" },
      },
      column: true,
    }),
    warehouseId: returnWarehouse(true),
    shipTime,
  },
  lines: {
    items: {
      label: "换货明细",
      table: "purchase_exchange_line",
      required: "请至少添加一条明细",
      fields: returnLine(
        ["换", "换出"],
        { replacedQty: field.int("已补发", { computed: true, hiddenIn: ["add", "edit"], sum: true }) },
        { unitCostOut: costOf("换出单位成本", 6) },
      ),
    },
  },
  actions: {
    ship: {
      label: "确认出库",
      next: true,
      from: ["approved"],
      to: "shipped",
      confirm: "货物已交给供应商或承运人。",
      input: returnCarrier(),
    },
    toDelivery: {
      label: "补发送货",
      next: true,
      permission: "purchase_delivery_add",
      from: ["shipped"],
      opens: { document: "delivery", param: "exchangeId" },
    },
    close: {
      label: "转退货扣款",
      from: ["shipped"],
      refusals: { done: "已全部补发" },
      to: "closed",
      danger: true,
      confirm: "未补发的部分改为退货扣款。",
      input: reason("原因", "请填写原因"),
    },
    void: voidAction(["approved"]),
  },
  screens: {
    list: "/poexchange/index",
    ...onePage("/poexchange/create"),
    print: "/poexchange/print",
    titles: { create: "新建采购换货" },
  },
});
