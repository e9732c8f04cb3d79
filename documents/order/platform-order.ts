import { defineDocument, field, unmaskAddress } from "../kit";
import { platformLineFields } from "./platform-lines";
import { fulfillmentChannels, platformOrderTypes, platformStates } from "./platform-words";
import { salesStates } from "./sales-words";

const known = (label: string) => field.bool({ label, computed: true });

/** 平台订单 (market.md 4): what the platform says of an order. Only the platform changes it. */
export const platformOrder = defineDocument({
  name: "platform_order",
  label: "平台订单",
  module: "order",
  api: "/platformorder/order",
  permission: "plat_order",
  menu: {
    ...{ group: "order", icon: "globe", sort: 10 },
    words: { add: false, del: false, submit: false, approve: false, void: false, print: false },
  },
  coded: true,
  display: "platformOrderNo",
  can: { add: false, edit: false, del: false },
  partition: "purchaseTime",
  many: true,
  keyword: ["platformOrderNo", "sellerSkus"],
  foundBy: ["storeId"],
  formColumns: 3,
  exportLines: "items",
  statusTabs: true,
  sort: [
    { by: "purchaseTime", desc: true },
    { by: "id", desc: true },
  ],
  status: { field: "status", initial: "Pending", editable: [], values: platformStates },
  figures: [{ field: "orderTotal" }, { field: "itemQty" }, { field: "remainHours" }],
  brief: { amount: "orderTotal", qty: "itemQty", date: "purchaseTime" },
  queues: [
    {
      ...{ label: "平台订单未配对SKU", where: { unpaired: "true" }, about: "storeId" },
      permission: "edit",
    },
  ],
  fields: {
    platformOrderNo: field.text({
      ...{ label: "平台订单号", computed: true, max: 50 },
      column: { width: 180, fixed: "left" },
      filter: "prefix",
    }),
    storeId: field.ref({
      ...{ label: "店铺", to: "store", computed: true, column: { width: 130 } },
      filter: "in",
    }),
    siteId: field.ref({
      ...{ label: "站点", to: "site", computed: true, column: { width: 80 }, filter: "in" },
    }),
    fulfillmentChannel: field.enum({
      ...{ label: "配送方式", computed: true, options: fulfillmentChannels },
      column: { width: 100 },
      filter: "in",
    }),
    asin: field.text({
      ...{ label: "ASIN", computed: true, virtual: true, max: 20, hiddenIn: ["view"] },
      filter: "prefix",
    }),
    skuId: field.ref({
      ...{ label: "SKU", to: "sku", computed: true, virtual: true, hiddenIn: ["view"] },
      filter: "in",
    }),
    sellerSkus: field.text({
      ...{ label: "平台SKU", computed: true, hiddenIn: ["view"], max: 500 },
      column: { width: 180 },
    }),
    itemQty: field.int({ label: "件数", computed: true, column: { width: 70 } }),
    currency: field.dict({ label: "币种", type: "currency", computed: true, filter: "in" }),
    orderTotal: field.money({
      ...{ label: "订单金额", computed: true, currency: "currency" },
      column: { width: 120, summary: "currency" },
    }),
    purchaseLocal: field.text({
      ...{ label: "下单时间（站点）", computed: true, virtual: true },
      column: { width: 220 },
    }),
    purchaseDay: field.date({
      ...{ label: "下单日期", computed: true, help: "站点所在时区的日期" },
      filter: "range",
    }),
    purchaseTime: field.datetime({ label: "下单时间", computed: true, column: { hide: true } }),
    latestShipTime: field.datetime({
      ...{ label: "最晚发货", computed: true, column: { width: 170, hide: true } },
      filter: "range",
    }),
    remainHours: field.decimal({
      ...{ label: "剩余发货时间", unit: "小时", scale: 1, computed: true, virtual: true },
      column: { width: 120, tooltip: "到最晚发货还有几小时，负数已超时" },
    }),
    earliestShipTime: field.datetime({ label: "最早发货", computed: true }),
    latestDeliveryTime: field.datetime({ label: "最晚送达", computed: true }),
    lastUpdateTime: field.datetime({ label: "平台更新时间", computed: true }),
    timeZone: field.text({ label: "时区", computed: true, max: 50 }),
    marketplaceId: field.text({ label: "市场编号", computed: true, max: 30 }),
    orderType: field.enum({ label: "订单类型", computed: true, options: platformOrderTypes }),
    shippingAddress: field.address({ label: "收件地址", computed: true }),
    buyerAlias: field.address({ label: "买家", computed: true }),
    buyerKey: field.text({
      ...{ label: "买家编号", computed: true, max: 80, column: { width: 150, hide: true } },
      help: "同一买家的订单编号相同；由邮箱算出，不能还原",
      filter: "in",
    }),
    shipServiceLevel: field.text({ label: "服务级别", computed: true, max: 60 }),
    isPrime: known("Prime"),
    isBusinessOrder: known("企业订单"),
    isReplacementOrder: known("换货订单"),
    itemsShipped: field.int({ label: "已发件数", computed: true }),
    itemsUnshipped: field.int({ label: "未发件数", computed: true }),
    orderStatus: field.enum({
      ...{ label: "订单状态", computed: true, virtual: true, options: salesStates },
      column: { width: 100, tooltip: "我方订单的状态；FBA订单没有" },
    }),
    unpaired: field.bool({
      ...{ label: "未配对", computed: true, column: { width: 84 }, filter: "in" },
    }),
    syncState: field.enum({
      ...{ label: "同步状态", computed: true, filter: "in", column: { width: 90, hide: true } },
      options: {
        ok: { label: "正常", tone: "green" },
        lag: { label: "延迟", tone: "orange" },
        error: { label: "有误", tone: "red" },
      },
    }),
    syncMessage: field.text({ label: "同步说明", computed: true, max: 200 }),
    csTags: field.texts({ label: "客服标签", computed: true, column: { width: 110, hide: true } }),
    rawHash: field.text({ label: "原文摘要", computed: true, max: 64, hiddenIn: ["view"] }),
  },
  lines: {
    items: {
      label: "订单明细",
      table: "platform_order_line",
      max: 500,
      fields: platformLineFields,
    },
  },
  actions: {
    convert: {
      ...{ label: "生成订单", permission: "convert", next: true, batch: true },
      from: ["Unshipped", "PartiallyShipped"],
      unless: ["fulfillmentChannel", "AFN", "FBA订单无需生成发货订单"],
    },
    sync: { label: "同步", permission: "sync", batch: true },
    pair: {
      ...{ label: "配对SKU", permission: "edit", next: true },
      input: {
        groupId: field.ref({ label: "小组", to: "group", required: true, asked: true }),
      },
      lines: {
        items: {
          label: "未配对的平台SKU",
          table: "platform_order_line",
          sourced: "whole",
          fields: {
            sellerSku: field.text({ label: "平台SKU", max: 60, required: true, hidden: true }),
            says: field.text({ label: "平台SKU", computed: true }),
            title: field.text({ label: "标题", computed: true, wide: true }),
            skuId: field.ref({ label: "SKU", to: "sku" }),
          },
        },
      },
    },
    unmask: unmaskAddress,
  },
  screens: {
    list: "/platformorder/index",
    detail: "/platformorder/openTag/orderDetail",
    tabs: ["platform_order", "store_sync"],
    titles: { list: "平台订单" },
  },
});
