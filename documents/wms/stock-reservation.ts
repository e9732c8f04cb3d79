import { defineDocument, field, type Option, reason, unshown } from "../kit";
import { buckets } from "./stock-move";

const states = {
  active: { label: "锁定中", tone: "orange" },
  consumed: { label: "已消耗", tone: "green" },
  released: { label: "已释放", tone: "grey" },
} as const satisfies Record<string, Option>;

/** 库存锁定 (supply.md 4): pieces that documents hold until they take them out or give them up. */
export const stockReservation = defineDocument({
  name: "stock_reservation",
  label: "库存锁定",
  module: "wms",
  api: "/wms/reservation",
  table: "stock_reservation_list",
  permission: "wms_reservation",
  menu: { group: "warehouse", icon: "lock", sort: 30, words: { release: "释放锁定" } },
  permissions: { export: "view" },
  scopeBy: { warehouse: "warehouseId" },
  display: "skuCode",
  keyword: ["skuCode", "bizNo"],
  can: { add: false, edit: false, del: false },
  status: { field: "status", initial: "active", editable: [], values: states },
  fields: {
    skuCode: field.text("SKU", {
      computed: true,
      column: { fixed: "left" },
      // Whole codes: what a link asks for is one SKU and not those whose codes hold its code.
      filter: "in",
    }),
    status: field.enum("状态", { computed: true, options: states, column: true, filter: "in" }),
    warehouseId: field.ref("仓库", { to: "warehouse", computed: true, column: true, filter: "in" }),
    bucket: field.enum("良次", {
      computed: true,
      options: { good: buckets.good, bad: buckets.bad },
      column: true,
      filter: "in",
    }),
    qty: field.int("锁定数量", { computed: true, column: { summary: "sum" } }),
    consumedQty: field.int("已消耗", { computed: true, column: { width: 100, summary: "sum", phone: false } }),
    releasedQty: field.int("已释放", { computed: true, column: { summary: "sum", phone: false } }),
    bizNo: field.text("来源单", { computed: true, names: ["bizDocument", "bizId"], column: true, filter: "prefix" }),
    createTime: field.datetime("锁定时间", { computed: true, column: { sortable: true }, filter: "range" }),
    createBy: field.ref("锁定人", { to: "user", computed: true, column: true }),
    bizDocument: field.text("来源单类型", { ...unshown }),
    bizId: field.text("来源单编号", { ...unshown }),
  },
  actions: {
    release: {
      label: "释放",
      from: ["active"],
      danger: true,
      confirm: "来源单已作废、关闭或删除时，把它还锁定的数量退回可用。",
      input: reason("释放原因", "请填写释放原因"),
    },
  },
  screens: { list: "/wms/reservation/index", titles: { list: "库存锁定" } },
});
