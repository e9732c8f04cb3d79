import { defineDocument, field, unmaskAddress } from "../kit";
import { platformOrder } from "../order/platform-order";
import { slaStates } from "./thread-words";

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
  menu: {
    ...{ group: "service", icon: "list", sort: 10 },
    words: {
      ...{ add: false, del: false, submit: false, approve: false, void: false, print: false },
      ...{ edit: "打标", reship: "补发", unmask: "查看收件信息" },
    },
  },
  coded: true,
  // Whoever serves buyers serves those of all stores.
  scopeBy: undefined,
  display: "platformOrderNo",
  can: { add: false, edit: false, del: false },
  partition: "purchaseTime",
  many: true,
  formColumns: 3,
  exportLines: "items",
  statusTabs: true,
  sort: platformOrder.sort,
  status: platformOrder.status,
  figures: [
    { field: "orderTotal" },
    { field: "refundedAmount" },
    { field: "refundableAmount" },
    { field: "unread" },
  ],
  brief: { amount: "orderTotal", date: "purchaseTime" },
  related: {
    threads: { label: "站内信", document: "cs_thread", by: { platformOrderId: "id" } },
    refunds: { label: "退款", document: "cs_refund", by: { platformOrderId: "id" } },
    vocs: { label: "客户之声", document: "voc", by: { platformOrderNo: "platformOrderNo" } },
  },
  fields: {
    quoted: field.text({
      ...{ label: "查找", ...found, hiddenIn: ["view"], filter: "like" },
      placeholder: "订单、运单、SKU、邮箱",
    }),
    platformOrderNo: { ...fields.platformOrderNo, filter: "prefix" },
    storeId: fields.storeId,
    siteId: { ...fields.siteId, column: { width: 80, hide: true } },
    fulfillmentChannel: fields.fulfillmentChannel,
    orderStatus: { ...fields.orderStatus, label: "处理状态" },
    sellerSkus: { ...fields.sellerSkus, label: "平台SKU" },
    itemQty: fields.itemQty,
    currency: fields.currency,
    orderTotal: fields.orderTotal,
    refundedAmount: field.money({
      ...{ label: "已退", currency: "currency", ...found, column: { width: 100 } },
    }),
    refundableAmount: field.money({
      ...{ label: "可退", currency: "currency", ...found, column: { width: 100 } },
    }),
    refunded: field.bool({ label: "有退款", ...found, hiddenIn: ["view"], filter: "in" }),
    unread: field.int({ label: "未读", ...found, column: { width: 64 } }),
    slaState: field.enum({
      ...{ label: "时效", ...found, options: slaStates, filter: "in", column: { width: 96 } },
    }),
    vocCount: field.int({ label: "客诉数", ...found, column: { width: 70 } }),
    csTags: { ...fields.csTags, label: "标签", column: { width: 110 } },
    purchaseLocal: fields.purchaseLocal,
    purchaseDay: fields.purchaseDay,
    purchaseTime: fields.purchaseTime,
    latestTracking: field.text({ label: "最新物流", ...found, column: { width: 170, hide: true } }),
    deliveredTime: field.datetime({ label: "妥投", ...found, column: { width: 160, hide: true } }),
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
      ...{ label: "联系买家", permission: "cs_message_add", next: true },
      input: {
        subject: field.text({ label: "主题", required: true, max: 200, asked: true }),
        content: field.longtext({ label: "内容", required: true, max: 4000, asked: true }),
      },
    },
    refund: {
      ...{ label: "退款", permission: "cs_refund_add" },
      from: ["Unshipped", "PartiallyShipped", "Shipped", "InvoiceUnconfirmed", "Unfulfillable"],
      opens: { document: "cs_refund", param: "platformOrderId" },
    },
    reship: {
      ...{ label: "补发", permission: "reship", from: ["PartiallyShipped", "Shipped"] },
      input: {
        skuId: field.ref({ label: "SKU", to: "sku", required: true, asked: true }),
        qty: field.int({
          label: "数量",
          required: true,
          min: 1,
          max: 999,
          default: 1,
          asked: true,
        }),
        reason: field.text({ label: "补发原因", required: true, min: 2, max: 200, asked: true }),
      },
    },
    createVoc: {
      ...{ label: "登记客户之声", permission: "cs_voc_add" },
      opens: { document: "voc", param: "platformOrderId" },
    },
    tag: {
      ...{ label: "打标", permission: "edit", batch: true },
      input: {
        add: field.dict({ label: "加标签", type: "order_tag", asked: true }),
        remove: field.dict({ label: "去标签", type: "order_tag", asked: true }),
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
