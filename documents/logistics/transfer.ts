import { defineDocument, flowStatus } from "../kit";
import { transferActions } from "./transfer-actions";
import { transferFields } from "./transfer-fields";
import { transferBox, transferLine } from "./transfer-lines";

const AFTER_PACKING = ["packed", "shipped", "partReceived", "done", "closed"] as const;
const page = "/transfer/detail/{transferType}";

/** 调拨单 (supply.md 5): goods that go from one warehouse to another; held from submit on. */
export const transfer = defineDocument({
  name: "transfer",
  label: "调拨单",
  module: "logistics",
  menu: { group: "logistics", icon: "swap", sort: 20 },
  number: "DB",
  many: true,
  flow: { amount: "freightCny" },
  scopeBy: {
    ...{ dept: "deptId", user: "createBy" },
    warehouse: ["fromWarehouseId", "toWarehouseId"],
  },
  keyword: ["no", "skuCodes", "shipmentId", "referenceId", "trackingNo", "sourceNo"],
  foundBy: ["logisticsProviderId"],
  formColumns: 3,
  prefill: { replenishId: "replenish" },
  exportLines: "items",
  statusTabs: true,
  status: flowStatus({
    approved: { label: "待装箱", tone: "blue" },
    packed: { label: "待发货", tone: "blue" },
    shipped: { label: "运输中", tone: "blue" },
    partReceived: { label: "部分收货", tone: "orange" },
    done: { label: "已完成", tone: "green" },
    closed: { label: "差异关闭", tone: "grey" },
  }),
  figures: [
    { field: "receivedQty", label: "已收 / 数量", of: "totalQty" },
    { field: "cartons" },
    { field: "chargeWeightKg" },
    { field: "freightCny" },
    { field: "expectArriveDate" },
  ],
  brief: { amount: "freightCny", qty: "totalQty", date: "expectArriveDate" },
  queues: [
    { label: "待装箱", where: { status: "approved" }, permission: "pack", about: "skuCodes" },
    { label: "待发货", where: { status: "packed" }, permission: "ship", due: "expectShipDate" },
    {
      ...{ label: "待收货", where: { status: "shipped,partReceived" }, permission: "receive" },
      due: "expectArriveDate",
    },
  ],
  fields: transferFields,
  lines: {
    items: {
      label: "调拨明细",
      table: "transfer_line",
      required: "请至少添加一条明细",
      fields: transferLine,
    },
    boxes: { label: "装箱明细", table: "transfer_box", computed: true, fields: transferBox },
  },
  actions: transferActions,
  screens: {
    list: "/transfer/index",
    create: page,
    edit: page,
    detail: page,
    titles: { list: "调拨单" },
    prints: {
      picking: {
        ...{ path: "/transfer/picking", label: "打印拣货单", title: "拣货单" },
        from: ["approved", ...AFTER_PACKING],
      },
      packing: {
        ...{ path: "/transfer/packing", label: "打印装箱单", title: "装箱单" },
        from: AFTER_PACKING,
      },
      labels: {
        ...{ path: "/transfer/labels", label: "打印箱唛", title: "箱唛" },
        from: AFTER_PACKING,
      },
    },
  },
});
