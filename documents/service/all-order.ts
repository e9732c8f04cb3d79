import { defineDocument, field, unmaskAddress } from "../kit";
import { platformOrder } from "../order/platform-order";
import { allOrderSends } from "./words";

export const threadStates = {
  open: { label: "待回复", tone: "orange" },
  replied: { label: "已回复", tone: "blue" },
  pending: { label: "挂起", tone: "grey" },
  resolved: { label: "已解决", tone: "green" },
  closed: { label: "已关闭", tone: "grey" },
} as const;

/** How much of the day to answer in is left (market.md 3): 24 hours, of which the last four warn. */
export const slaStates = {
  none: { label: "无", tone: "grey" },
  ok: { label: "正常", tone: "green" },
  due: { label: "即将超时", tone: "orange" },
  overdue: { label: "已超时", tone: "red" },
} as const;

export const directions = { in: { label: "收到", tone: "blue" }, out: { label: "发出", tone: "green" } } as const;

export const sendStates = {
  queued: { label: "排队", tone: "orange" },
  sent: { label: "已发", tone: "green" },
  failed: { label: "失败", tone: "red" },
} as const;

const { fields } = platformOrder;
const found = { computed: true, virtual: true } as const;

/** 全部订单 (market.md 3): platform orders as customer service sees them; nothing of it is stored. */
export const allOrder = defineDocument({
  name: "all_order",
  label: "全部订单",
  module: "customerservice",
  table: "platform_order",
  of: "platform_order",
  api: "/customerservice/allorder",
  permission: "cs_order",
  calls: { sends: allOrderSends },
  menu: {
    group: "service",
    icon: "list",
    sort: 10,
    words: {
      add: false,
      del: false,
      submit: false,
      approve: false,
      void: false,
      print: false,
      edit: "打标",
      reship: "补发",
      unmask: "查看收件信息",
    },
  },
  coded: true,
  // Whoever serves buyers serves those of all stores.
  scopeBy: undefined,
  display: "platformOrderNo",
  can: { add: false, edit: false, del: false },
  partition: "purchaseTime",
  many: true,
  exports: { lines: "items" },
  list: { tabs: true, sort: platformOrder.list.sort },
  status: platformOrder.status,
  glance: {
    figures: [{ field: "orderTotal" }, { field: "refundedAmount" }, { field: "refundableAmount" }, { field: "unread" }],
    brief: { amount: "orderTotal", date: "purchaseTime" },
  },
  related: {
    threads: { label: "站内信", document: "cs_thread", by: { platformOrderId: "id" } },
    refunds: { label: "退款", document: "cs_refund", by: { platformOrderId: "id" } },
    vocs: { label: "客户之声", document: "voc", by: { platformOrderNo: "platformOrderNo" } },
  },
  fields: {
    quoted: field.text("查找", { ...found, hiddenIn: ["view"], filter: "like", placeholder: "订单、运单、SKU、邮箱" }),
    platformOrderNo: { ...fields.platformOrderNo, filter: "prefix" },
    storeId: fields.storeId,
    siteId: { ...fields.siteId, column: { width: 80, hide: true } },
    fulfillmentChannel: fields.fulfillmentChannel,
    orderStatus: { ...fields.orderStatus, label: "处理状态" },
    sellerSkus: { ...fields.sellerSkus, label: "平台SKU" },
    itemQty: fields.itemQty,
    currency: fields.currency,
    orderTotal: fields.orderTotal,
    refundedAmount: field.money("已退", { currency: "currency", ...found, column: true }),
    refundableAmount: field.money("可退", { currency: "currency", ...found, column: true }),
    refunded: field.bool("有退款", { ...found, hiddenIn: ["view"], filter: "in" }),
    unread: field.int("未读", { ...found, column: { width: 64 } }),
    slaState: field.enum("时效", { ...found, options: slaStates, filter: "in", column: true }),
    vocCount: field.int("客诉数", { ...found, column: true }),
    csTags: { ...fields.csTags, label: "标签", column: { width: 110 } },
    purchaseLocal: fields.purchaseLocal,
    purchaseDay: fields.purchaseDay,
    purchaseTime: fields.purchaseTime,
    latestTracking: field.text("最新物流", { ...found, column: { width: 170, hide: true } }),
    deliveredTime: field.datetime("妥投", { ...found, column: { hide: true } }),
    buyerAlias: fields.buyerAlias,
    buyerKey: { ...fields.buyerKey, hiddenIn: ["view"] },
    shippingAddress: fields.shippingAddress,
    shipServiceLevel: fields.shipServiceLevel,
    latestShipTime: fields.latestShipTime,
    latestDeliveryTime: fields.latestDeliveryTime,
  },
  lines: platformOrder.lines,
  actions: {
    write: {
      label: "联系买家",
      permission: "cs_message_add",
      next: true,
      input: {
        subject: field.text("主题", { required: true, max: 200, asked: true }),
        content: field.longtext("内容", { required: true, max: 4000, asked: true }),
      },
    },
    refund: {
      label: "退款",
      permission: "cs_refund_add",
      from: ["Unshipped", "PartiallyShipped", "Shipped", "InvoiceUnconfirmed", "Unfulfillable"],
      opens: { document: "cs_refund", param: "platformOrderId" },
    },
    reship: {
      label: "补发",
      from: ["PartiallyShipped", "Shipped"],
      input: {
        skuId: field.ref("SKU", { to: "sku", required: true, asked: true }),
        qty: field.int("数量", { required: true, min: 1, max: 999, default: 1, asked: true }),
        reason: field.text("补发原因", { required: true, min: 2, max: 200, asked: true }),
      },
    },
    createVoc: {
      label: "登记客户之声",
      permission: "cs_voc_add",
      opens: { document: "voc", param: "platformOrderId" },
    },
    tag: {
      label: "打标",
      permission: "edit",
      batch: true,
      input: {
        add: field.dict("加标签", { type: "order_tag", asked: true }),
        remove: field.dict("去标签", { type: "order_tag", asked: true }),
      },
    },
    unmask: unmaskAddress,
  },
  screens: {
    list: "/customerservice/allorder/index",
    detail: "/customerservice/allorder/openTag/detail",
    titles: { list: "全部订单", detail: "全部订单详情" },
  },
});
