import { defineDocument } from "../kit";
import { packageActions } from "./package-actions";
import { packageFields } from "./package-fields";
import { packageLineFields } from "./package-lines";
import { packageStates } from "./package-words";

/** 包裹订单 (market.md 4): goods of one or several orders that leave a warehouse as one parcel. */
export const packageOrder = defineDocument({
  name: "package_order",
  label: "包裹订单",
  module: "order",
  api: "/packageorder/order",
  permission: "pkg_order",
  number: "BGD",
  can: { add: false, edit: false, del: false },
  scopeBy: { dept: "deptId", user: "createBy", warehouse: "warehouseId" },
  keyword: ["no", "orderNos", "trackingNo"],
  foundBy: ["storeId"],
  formColumns: 3,
  exportLines: "items",
  statusTabs: true,
  status: { field: "status", initial: "draft", editable: [], values: packageStates },
  figures: [{ field: "totalQty" }, { field: "packageWeightKg" }, { field: "shipTime" }],
  brief: { amount: "declaredValue", qty: "totalQty", date: "shipTime" },
  queues: [
    {
      ...{ label: "包裹待下发", where: { status: "reserved" }, about: "orderNos" },
      permission: "send",
    },
    {
      ...{ label: "包裹下发失败", where: { status: "failed" }, about: "failReason" },
      permission: "send",
    },
    {
      ...{ label: "包裹待出库", where: { status: "labelled" }, about: "orderNos" },
      permission: "ship",
    },
    {
      ...{ label: "平台回传失败", where: { confirmState: "failed" }, about: "failReason" },
      permission: "ship",
    },
  ],
  fields: packageFields,
  lines: {
    items: {
      ...{ label: "包裹明细", table: "package_order_line", max: 500, fields: packageLineFields },
    },
  },
  actions: packageActions,
  downloads: {
    label: {
      ...{ label: "面单PDF", path: "/packageorder/order/label", param: "ids", permission: "print" },
      ...{ from: ["labelled"], batch: true },
    },
  },
  screens: {
    list: "/packageorder/index",
    detail: "/packageorder/openTag/detail",
    titles: { list: "包裹订单" },
    prints: {
      picking: {
        ...{ path: "/packageorder/picking", label: "打印拣货单", title: "拣货单", log: true },
        ...{ from: ["reserved", "sent", "labelled"], opens: "receiver" },
      },
      label: {
        ...{ path: "/packageorder/label", label: "打印面单", title: "面单", log: true },
        ...{ sheet: "label", from: ["labelled"], opens: "receiver" },
      },
      shipping: {
        ...{ path: "/packageorder/shipping", label: "打印发货清单", title: "发货清单" },
        from: ["labelled", "shipped", "delivered"],
      },
    },
  },
});
