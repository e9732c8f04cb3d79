import { defineDocument, field, ownStatus } from "../../kit";

/** 待映射: what a system outside named and nobody here knows yet; its rows wait for it. */
export const unmapped = defineDocument({
  name: "unmapped",
  label: "待映射",
  module: "base",
  inSetup: true,
  table: "feed_unmapped",
  menu: { group: "base", icon: "inbox", sort: 140, words: { resolve: "处理" } },
  display: "code",
  coded: true,
  scopeBy: undefined,
  keyword: ["code", "title"],
  list: { sort: [{ by: "id", desc: true }], tabs: true },
  can: { add: false, edit: false, del: false },
  status: ownStatus(
    {
      open: { label: "待处理", tone: "orange" },
      resolved: { label: "已处理", tone: "green" },
      ignored: { label: "已忽略", tone: "grey" },
    },
    { initial: "open", editable: [] },
  ),
  glance: { queues: [{ label: "待映射", where: { status: "open" }, permission: "resolve" }] },
  formColumns: 1,
  fields: {
    code: field.text("外部编码", { max: 120, column: { width: 180, fixed: "left" } }),
    kind: field.enum("类型", { column: { phone: false }, filter: "in", options: { listing: { label: "平台SKU" } } }),
    source: field.text("来源", { max: 60, column: { hide: true }, filter: "like" }),
    storeId: field.ref("店铺", { to: "store", column: true, filter: "in" }),
    seenCount: field.int("等待单数", { default: 0, column: { width: 100, sortable: true } }),
    title: field.text("名称", { max: 300, column: { width: 180 } }),
    firstSeen: field.datetime("首次出现", { column: { sortable: true } }),
    lastSeen: field.datetime("最近出现", { column: { hide: true } }),
    sample: field.text("例如", { max: 100, help: "首次出现的外部单号", column: { width: 180 } }),
    skuId: field.ref("SKU", { to: "sku", column: true }),
  },
  actions: {
    resolve: {
      label: "处理",
      from: ["open"],
      to: "resolved",
      next: true,
      confirm: "选择对应的SKU：保存为该店铺的平台SKU配对，等待的订单随后自动生成订单",
      input: {
        skuId: field.ref("SKU", { to: "sku", required: true, asked: true }),
        groupId: field.ref("小组", { to: "group", help: "平台SKU归属的小组；不填则按该SKU最近的配对" }),
      },
    },
    ignore: {
      label: "忽略",
      permission: "resolve",
      from: ["open"],
      to: "ignored",
      undo: "reopen",
      batch: true,
      confirm: "忽略后不再提醒",
    },
    reopen: { label: "重新处理", permission: "resolve", from: ["ignored"], to: "open" },
  },
  related: { orders: { label: "平台订单", document: "platform_order", by: { storeId: "storeId", keyword: "code" } } },
  screens: { list: "/baseSetup/unmapped/index" },
});
