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
  sort: [{ by: "id" }],
  can: { add: false, edit: false, del: false, export: false },
  formColumns: 2,
  fields: {
    storeName: field.text({
      ...{ label: "店铺", computed: true, max: 50, column: { width: 150, fixed: "left" } },
    }),
    siteId: { ...siteId, computed: true, column: { width: 64 } },
    deptId: { ...deptId, computed: true, column: { width: 110, hide: true } },
    state: { ...state, computed: true, column: { width: 70, phone: false } },
    connection: field.text({
      ...{ label: "连接", computed: true, virtual: true, column: { width: 140 } },
      help: "没有启用的连接时，先在外部连接中新增",
    }),
    syncedTo: field.datetime({
      ...{ label: "已同步到", computed: true, virtual: true, column: { width: 170 } },
      help: "对方在此之前的更新都已读取",
    }),
    lastRead: field.datetime({
      ...{ label: "最近同步", computed: true, virtual: true, column: { width: 170, hide: true } },
    }),
    lastState: field.enum({
      ...{ label: "同步结果", computed: true, virtual: true, column: { width: 100 } },
      options: {
        queued: { label: "排队", tone: "orange" },
        running: { label: "进行中", tone: "blue" },
        done: { label: "完成", tone: "green" },
        partial: { label: "部分有误", tone: "orange" },
        failed: { label: "失败", tone: "red" },
      },
    }),
    lastSaid: field.text({
      ...{ label: "说明", computed: true, virtual: true, column: { minWidth: 200 } },
    }),
  },
  actions: {
    sync: {
      ...{ label: "同步", permission: "sync", batch: true, next: true },
      input: {
        from: field.datetime({ label: "更新自", help: "不填则接着上次" }),
        to: field.datetime({ label: "更新至", help: "不填则到现在；一次最多30天" }),
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
