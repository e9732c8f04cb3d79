import { defineDocument, field } from "../../kit";

/** 待映射: what a system outside named and nobody here knows yet; its rows wait for it. */
export const unmapped = defineDocument({
  name: "unmapped",
  label: "待映射",
  module: "base",
  table: "feed_unmapped",
  menu: { group: "base", icon: "inbox", sort: 140, words: { resolve: "处理" } },
  display: "code",
  coded: true,
  scopeBy: undefined,
  keyword: ["code", "title"],
  sort: [{ by: "id", desc: true }],
  can: { add: false, edit: false, del: false },
  statusTabs: true,
  status: {
    ...{ field: "status", initial: "open", editable: [] },
    values: {
      open: { label: "待处理", tone: "orange" },
      resolved: { label: "已处理", tone: "green" },
      ignored: { label: "已忽略", tone: "grey" },
    },
  },
  queues: [{ label: "待映射", where: { status: "open" }, permission: "resolve" }],
  fields: {
    code: field.text({ label: "外部编码", max: 120, column: { width: 180, fixed: "left" } }),
    kind: field.enum({
      ...{ label: "类型", column: { width: 90, phone: false }, filter: "in" },
      options: {
        listing: { label: "平台SKU" },
      },
    }),
    source: field.text({
      ...{ label: "来源", max: 60, column: { width: 160, hide: true }, filter: "like" },
    }),
    storeId: field.ref({ label: "店铺", to: "store", column: { width: 130 }, filter: "in" }),
    seenCount: field.int({ label: "等待单数", default: 0, column: { width: 100, sortable: true } }),
    title: field.text({ label: "名称", max: 300, column: { width: 180 } }),
    firstSeen: field.datetime({ label: "首次出现", column: { width: 170, sortable: true } }),
    lastSeen: field.datetime({ label: "最近出现", column: { width: 170, hide: true } }),
    sample: field.text({
      label: "例如",
      max: 100,
      help: "首次出现的外部单号",
      column: { width: 180 },
    }),
    skuId: field.ref({ label: "SKU", to: "sku", column: { width: 140 } }),
  },
  actions: {
    resolve: {
      ...{ label: "处理", permission: "resolve", from: ["open"], to: "resolved", next: true },
      confirm: "选择对应的SKU：保存为该店铺的平台SKU配对，等待的订单随后自动生成订单",
      input: {
        skuId: field.ref({ label: "SKU", to: "sku", required: true, asked: true }),
        groupId: field.ref({
          ...{ label: "小组", to: "group" },
          help: "平台SKU归属的小组；不填则按该SKU最近的配对",
        }),
      },
    },
    ignore: {
      ...{ label: "忽略", permission: "resolve", from: ["open"], to: "ignored", batch: true },
      confirm: "忽略后不再提醒",
    },
    reopen: { label: "重新处理", permission: "resolve", from: ["ignored"], to: "open" },
  },
  related: {
    orders: {
      label: "平台订单",
      document: "platform_order",
      by: { storeId: "storeId", keyword: "code" },
    },
  },
  screens: { list: "/baseSetup/unmapped/index" },
});
