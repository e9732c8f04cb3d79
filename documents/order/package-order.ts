import { defineDocument, field, reason } from "../kit";
import { packageLineFields } from "./package-lines";
import { packageStates } from "./package-words";

const moment = (label: string, column?: { width: number; hide?: boolean }) =>
  field.datetime({ label, computed: true, ...(column && { column }) });

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
      ...{ label: "包裹待出库", where: { status: "labelled" }, about: "orderNos" },
      permission: "ship",
    },
  ],
  fields: {
    orderNos: field.text({
      ...{ label: "订单号", computed: true, max: 500, column: { width: 180 }, filter: "like" },
    }),
    storeId: field.ref({
      ...{ label: "店铺", to: "store", computed: true, column: { width: 130 } },
      filter: "in",
    }),
    warehouseId: field.ref({
      ...{ label: "仓库", to: "warehouse", computed: true, column: { width: 130 } },
      filter: "in",
    }),
    logisticsChannelId: field.line({
      ...{ label: "物流渠道", table: "logistics_channel", computed: true, hidden: true },
    }),
    carrierCode: field.text({
      ...{ label: "承运商", computed: true, max: 40, column: { width: 100 } },
    }),
    trackingNo: field.text({
      ...{ label: "运单号", computed: true, max: 60, column: { width: 170 }, filter: "prefix" },
    }),
    trackingKey: field.text({
      ...{ label: "承运商与运单号", computed: true, hiddenIn: ["view"], max: 120 },
      unique: "运单号已被其他包裹使用",
    }),
    skuCodes: field.text({
      ...{ label: "SKU", computed: true, hiddenIn: ["view"], max: 500 },
      column: { width: 180, hide: true },
    }),
    totalQty: field.int({ label: "件数", computed: true, column: { width: 80, summary: "sum" } }),
    packageWeightKg: field.decimal({
      ...{ label: "预估重量", unit: "kg", scale: 3, computed: true, column: { width: 110 } },
    }),
    actualWeightKg: field.decimal({
      ...{ label: "实际重量", unit: "kg", scale: 3, computed: true, column: { width: 110 } },
    }),
    declaredValue: field.money({
      ...{ label: "申报金额", unit: "USD", computed: true, column: { width: 110, hide: true } },
    }),
    sentTime: moment("下发时间"),
    labelTime: moment("运单时间"),
    shipTime: field.datetime({
      ...{ label: "出库时间", computed: true, column: { width: 170 }, filter: "range" },
    }),
    deliveredTime: moment("妥投时间", { width: 170, hide: true }),
    returnedTime: moment("退回时间"),
  },
  lines: {
    items: {
      ...{ label: "包裹明细", table: "package_order_line", max: 500, fields: packageLineFields },
    },
  },
  actions: {
    send: {
      label: "下发仓库",
      next: true,
      permission: "send",
      from: ["reserved", "failed"],
      to: "sent",
      confirm: "仓库收到拣货任务，之后只能拦截。",
      batch: true,
    },
    getLabel: {
      label: "登记运单",
      next: true,
      permission: "send",
      from: ["sent"],
      to: "labelled",
      input: {
        carrierCode: field.text({ label: "承运商", required: true, max: 40 }),
        trackingNo: field.text({ label: "运单号", required: true, max: 60, asked: true }),
      },
    },
    ship: {
      label: "确认出库",
      next: true,
      permission: "ship",
      from: ["labelled", "sent"],
      to: "shipped",
      confirm: "货物已交给承运商，从库存中扣除。",
      input: {
        actualWeightKg: field.decimal({ label: "实际重量", unit: "kg", scale: 3, min: 0 }),
      },
      batch: true,
    },
    deliver: {
      label: "登记妥投",
      permission: "edit",
      from: ["shipped"],
      to: "delivered",
      confirm: "买家已收到包裹。",
      batch: true,
    },
    takeBack: {
      label: "登记退回",
      permission: "edit",
      from: ["shipped", "delivered"],
      to: "returned",
      danger: true,
      confirm: "包裹已退回，货物不会自动入库，请另做其他入库。",
      input: reason("退回原因", "请填写退回原因"),
    },
  },
  screens: {
    list: "/packageorder/index",
    detail: "/packageorder/openTag/detail",
    titles: { list: "包裹订单" },
  },
});
