import { store } from "../base/store";
import { defineDocument, field } from "../kit";

const { siteId, state, deptId } = store.fields;

/** 店铺同步: each store with the connection that its platform orders are read by, and how far they are. */
export const storeSync = defineDocument({
  name: "store_sync",
  label: "店铺",
  module: "order",
  table: "store",
  of: "store",
  derived: true,
  api: "/platformorder/store",
  permission: "plat_order",
  display: "storeName",
  keyword: ["storeName"],
  scopeBy: { dept: "deptId" },
  list: { sort: [{ by: "id" }] },
  can: { add: false, edit: false, del: false, export: false },
  formColumns: 2,
  fields: {
    storeName: field.text("店铺", { computed: true, max: 50, column: { fixed: "left" } }),
    siteId: { ...siteId, computed: true, column: { width: 64 } },
    deptId: { ...deptId, computed: true, column: { width: 110, hide: true } },
    state: { ...state, computed: true, column: { width: 70, phone: false } },
    connection: field.text("连接", {
      computed: true,
      virtual: true,
      column: true,
      help: "没有启用的连接时，先在外部连接中新增",
    }),
    syncedTo: field.datetime("已同步到", {
      computed: true,
      virtual: true,
      column: true,
      help: "对方在此之前的更新都已读取",
    }),
    lastRead: field.datetime("最近同步", { computed: true, virtual: true, column: { hide: true } }),
    lastState: field.enum("同步结果", {
      computed: true,
      virtual: true,
      column: true,
      options: {
        queued: { label: "排队", tone: "orange" },
        running: { label: "进行中", tone: "blue" },
        done: { label: "完成", tone: "green" },
        partial: { label: "部分有误", tone: "orange" },
        failed: { label: "失败", tone: "red" },
      },
    }),
    lastSaid: field.text("说明", { computed: true, virtual: true, column: { minWidth: 200 } }),
  },
  actions: {
    sync: {
      label: "同步",
      batch: true,
      next: true,
      input: {
        from: field.datetime("更新自", { help: "不填则接着上次" }),
        to: field.datetime("更新至", { help: "不填则到现在；一次最多30天" }),
      },
    },
  },
  related: {
    orders: { label: "平台订单", document: "platform_order", by: { storeId: "id" } },
    feeds: { label: "同步记录", document: "feed", by: { storeId: "id" } },
  },
  screens: {
    list: "/platformorder/stores/index",
    tabs: ["platform_order", "store_sync"],
    titles: { list: "店铺同步" },
  },
});
