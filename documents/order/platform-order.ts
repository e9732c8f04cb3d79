import { defineDocument, field, unmaskAddress } from "../kit";
import { fulfillmentChannels, platformOrderTypes, platformStates } from "./platform-words";
import { salesStates } from "./sales-fields";

const count = (label: string) => field.int(label, { computed: true, default: 0, sum: true });
const amount = (label: string) => field.money(label, { computed: true, currency: "currency", sum: true });

/** What was ordered, as the platform says it (OrderItem): amounts are of the whole line. */
const platformLineFields = {
  platformLineNo: field.text("行号", { computed: true, max: 40 }),
  sellerSku: field.text("平台SKU", { computed: true, max: 60 }),
  skuId: field.ref("SKU", { to: "sku", computed: true }),
  asin: field.text("ASIN", { computed: true, max: 20 }),
  title: field.text("标题", { computed: true, max: 500, wide: true }),
  qty: count("数量"),
  qtyShipped: count("已发"),
  itemPrice: amount("商品额"),
  itemTax: amount("商品税"),
  shippingPrice: amount("运费"),
  shippingTax: amount("运费税"),
  promotionDiscount: amount("促销"),
  shippingDiscount: amount("运费折扣"),
  promotionIds: field.texts("促销号", { computed: true, whenFilled: true }),
  isGift: field.bool("礼品", { computed: true, whenFilled: true }),
  buyerRequestedCancel: field.bool("买家申请取消", { computed: true, whenFilled: true }),
  buyerCancelReason: field.text("取消原因", { computed: true, max: 200, whenFilled: true }),
};

const known = (label: string) => field.bool(label, { computed: true });

/** 平台订单 (market.md 4): what the platform says of an order. Only the platform changes it. */
export const platformOrder = defineDocument({
  name: "platform_order",
  label: "平台订单",
  module: "order",
  api: "/platformorder/order",
  permission: "plat_order",
  menu: {
    group: "order",
    icon: "globe",
    sort: 10,
    words: { add: false, del: false, submit: false, approve: false, void: false, print: false },
  },
  coded: true,
  display: "platformOrderNo",
  can: { add: false, edit: false, del: false },
  partition: "purchaseTime",
  many: true,
  keyword: ["platformOrderNo", "sellerSkus"],
  lookup: { foundBy: ["storeId"] },
  exports: { lines: "items" },
  list: {
    tabs: true,
    sort: [
      { by: "purchaseTime", desc: true },
      { by: "id", desc: true },
    ],
  },
  status: { field: "status", initial: "Pending", editable: [], values: platformStates },
  glance: {
    figures: [{ field: "orderTotal" }, { field: "itemQty" }, { field: "remainHours" }],
    brief: { amount: "orderTotal", qty: "itemQty", date: "purchaseTime" },
    queues: [{ label: "平台订单未配对SKU", where: { unpaired: "true" }, about: "storeId", permission: "edit" }],
  },
  fields: {
    platformOrderNo: field.text("平台订单号", {
      computed: true,
      max: 50,
      column: { width: 180, fixed: "left" },
      filter: "prefix",
    }),
    storeId: field.ref("店铺", { to: "store", computed: true, column: true, filter: "in" }),
    siteId: field.ref("站点", { to: "site", computed: true, column: { width: 80 }, filter: "in" }),
    fulfillmentChannel: field.enum("配送方式", {
      computed: true,
      options: fulfillmentChannels,
      column: true,
      filter: "in",
    }),
    asin: field.text("ASIN", { computed: true, virtual: true, max: 20, hiddenIn: ["view"], filter: "prefix" }),
    skuId: field.ref("SKU", { to: "sku", computed: true, virtual: true, hiddenIn: ["view"], filter: "in" }),
    sellerSkus: field.text("平台SKU", { computed: true, hiddenIn: ["view"], max: 500, column: { width: 180 } }),
    itemQty: field.int("件数", { computed: true, column: true }),
    currency: field.dict("币种", { type: "currency", computed: true, filter: "in" }),
    orderTotal: field.money("订单金额", { computed: true, currency: "currency", column: { summary: "currency" } }),
    purchaseLocal: field.text("下单时间（站点）", { computed: true, virtual: true, column: { width: 220 } }),
    purchaseDay: field.date("下单日期", { computed: true, help: "站点所在时区的日期", filter: "range" }),
    purchaseTime: field.datetime("下单时间", { computed: true, column: { hide: true } }),
    latestShipTime: field.datetime("最晚发货", { computed: true, column: { hide: true }, filter: "range" }),
    remainHours: field.decimal("剩余发货时间", {
      unit: "小时",
      scale: 1,
      below: "已超时",
      computed: true,
      virtual: true,
      column: { width: 120, tooltip: "到最晚发货还有几小时，负数已超时" },
    }),
    earliestShipTime: field.datetime("最早发货", { computed: true }),
    latestDeliveryTime: field.datetime("最晚送达", { computed: true }),
    lastUpdateTime: field.datetime("平台更新时间", { computed: true }),
    timeZone: field.text("时区", { computed: true, max: 50 }),
    marketplaceId: field.text("市场编号", { computed: true, max: 30 }),
    orderType: field.enum("订单类型", { computed: true, options: platformOrderTypes }),
    shippingAddress: field.address("收件地址", { computed: true }),
    buyerAlias: field.address("买家", { computed: true }),
    buyerKey: field.text("买家编号", {
      computed: true,
      max: 80,
      column: { hide: true },
      help: "同一买家的订单编号相同；由邮箱算出，不能还原",
      filter: "in",
    }),
    shipServiceLevel: field.text("服务级别", { computed: true, max: 60 }),
    isPrime: known("Prime"),
    isBusinessOrder: known("企业订单"),
    isReplacementOrder: known("换货订单"),
    itemsShipped: field.int("已发件数", { computed: true }),
    itemsUnshipped: field.int("未发件数", { computed: true }),
    orderStatus: field.enum("订单状态", {
      computed: true,
      virtual: true,
      options: salesStates,
      column: { tooltip: "我方订单的状态；FBA订单没有" },
    }),
    unpaired: field.bool("未配对", { computed: true, column: true, filter: "in" }),
    syncState: field.enum("同步状态", {
      computed: true,
      filter: "in",
      column: { hide: true },
      options: {
        ok: { label: "正常", tone: "green" },
        lag: { label: "延迟", tone: "orange" },
        error: { label: "有误", tone: "red" },
      },
    }),
    syncMessage: field.text("同步说明", { computed: true, max: 200 }),
    openingNo: field.text("期初单", {
      computed: true,
      max: 30,
      numbersOf: ["opening"],
      whenFilled: true,
      help: "上线前的订单，发货后计入销售",
    }),
    csTags: field.texts("客服标签", { computed: true, column: { width: 110, hide: true } }),
    rawHash: field.text("原文摘要", { computed: true, max: 64, hiddenIn: ["view"] }),
  },
  lines: { items: { label: "订单明细", table: "platform_order_line", max: 500, fields: platformLineFields } },
  actions: {
    convert: {
      label: "生成订单",
      next: true,
      batch: true,
      from: ["Unshipped", "PartiallyShipped"],
      unless: ["fulfillmentChannel", "AFN", "FBA订单无需生成发货订单"],
    },
    sync: { label: "同步", batch: true },
    pair: {
      label: "配对SKU",
      permission: "edit",
      next: true,
      input: { groupId: field.ref("小组", { to: "group", required: true, asked: true }) },
      lines: {
        items: {
          label: "未配对的平台SKU",
          table: "platform_order_line",
          sourced: "whole",
          fields: {
            sellerSku: field.text("平台SKU", { max: 60, required: true, hidden: true }),
            says: field.text("平台SKU", { computed: true }),
            title: field.text("标题", { computed: true, wide: true }),
            skuId: field.ref("SKU", { to: "sku" }),
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
