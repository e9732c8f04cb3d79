import { defineDocument, field, type Option, reason } from "../kit";
import { buckets } from "./stock-words";

const states = {
  active: { label: "锁定中", tone: "orange" },
  consumed: { label: "已消耗", tone: "green" },
  released: { label: "已释放", tone: "grey" },
} as const satisfies Record<string, Option>;

const hidden = { computed: true, hiddenIn: ["view" as const] };

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
  formColumns: 3,
  status: { field: "status", initial: "active", editable: [], values: states },
  fields: {
    skuCode: field.text({
      ...{ label: "SKU", computed: true, column: { width: 140, fixed: "left" } },
      // Whole codes: what a link asks for is one SKU and not those whose codes hold its code.
      filter: "in",
    }),
    status: field.enum({
      ...{ label: "状态", computed: true, options: states },
      column: { width: 90 },
      filter: "in",
    }),
    warehouseId: field.ref({
      ...{ label: "仓库", to: "warehouse", computed: true },
      column: { width: 120 },
      filter: "in",
    }),
    bucket: field.enum({
      ...{ label: "良次", computed: true, options: { good: buckets.good, bad: buckets.bad } },
      column: { width: 80 },
      filter: "in",
    }),
    qty: field.int({ label: "锁定数量", computed: true, column: { width: 84, summary: "sum" } }),
    consumedQty: field.int({
      ...{ label: "已消耗", computed: true, column: { width: 100, summary: "sum", phone: false } },
    }),
    releasedQty: field.int({
      ...{ label: "已释放", computed: true },
      column: { width: 84, summary: "sum", phone: false },
    }),
    bizNo: field.text({
      ...{ label: "来源单", computed: true, names: ["bizDocument", "bizId"] },
      column: { width: 150 },
      filter: "prefix",
    }),
    createTime: field.datetime({
      ...{ label: "锁定时间", computed: true },
      column: { width: 170, sortable: true },
      filter: "range",
    }),
    createBy: field.ref({ label: "锁定人", to: "user", computed: true, column: { width: 90 } }),
    bizDocument: field.text({ label: "来源单类型", ...hidden }),
    bizId: field.text({ label: "来源单编号", ...hidden }),
  },
  actions: {
    release: {
      label: "释放",
      permission: "release",
      from: ["active"],
      danger: true,
      confirm: "来源单已作废、关闭或删除时，把它还锁定的数量退回可用。",
      input: reason("释放原因", "请填写释放原因"),
    },
  },
  screens: { list: "/wms/reservation/index", titles: { list: "库存锁定" } },
});
