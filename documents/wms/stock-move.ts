import { defineDocument, field } from "../kit";
import { buckets, moveTypes } from "./stock-words";

const cost = { computed: true, mask: "stock_cost_view" } as const;
const hidden = { computed: true, hiddenIn: ["view" as const] };

/** 库存流水 (supply.md 4): what the ledger wrote, only added to. */
export const stockMove = defineDocument({
  name: "stock_move",
  label: "库存流水",
  module: "wms",
  api: "/wms/move",
  table: "stock_move_list",
  permission: "wms_move",
  menu: { group: "warehouse", icon: "history", sort: 20 },
  scopeBy: { warehouse: "warehouseId" },
  display: "skuCode",
  keyword: ["skuCode", "skuName", "bizNo"],
  can: { add: false, edit: false, del: false },
  formColumns: 3,
  fields: {
    createTime: field.datetime({
      ...{ label: "过账时间", computed: true },
      column: { width: 170, sortable: true },
      filter: "range",
    }),
    bizDate: field.date({
      ...{ label: "业务日期", computed: true },
      column: { width: 110, hide: true },
    }),
    skuCode: field.text({
      ...{ label: "SKU", computed: true, column: { width: 140, fixed: "left" } },
      // Whole codes: what a link asks for is one SKU and not those whose codes hold its code.
      filter: "in",
    }),
    skuName: field.text({ label: "品名", computed: true, column: { width: 180, hide: true } }),
    warehouseId: field.ref({
      ...{ label: "仓库", to: "warehouse", computed: true },
      column: { width: 90, phone: false },
      filter: "in",
    }),
    bucket: field.enum({
      ...{ label: "库存状态", computed: true, options: buckets },
      column: { width: 80 },
      filter: "in",
    }),
    qty: field.int({
      ...{ label: "数量", computed: true },
      column: { width: 84, summary: "sum", signed: true },
    }),
    unitCost: field.decimal({
      ...{ label: "单位成本", unit: "CNY", scale: 6, ...cost },
      column: { width: 120, phone: false },
    }),
    amount: field.money({
      ...{ label: "金额", unit: "CNY", ...cost },
      column: { width: 110, summary: "sum", phone: false },
    }),
    balanceQty: field.int({
      ...{ label: "结存", computed: true, column: { width: 90, phone: false } },
    }),
    balanceOnHand: field.int({
      ...{ label: "在库结存", computed: true, column: { width: 100, hide: true } },
    }),
    balanceValue: field.money({
      ...{ label: "结存金额", unit: "CNY", ...cost },
      column: { width: 130, hide: true },
    }),
    bizType: field.enum({
      ...{ label: "业务类型", computed: true, options: moveTypes },
      column: { width: 110 },
      filter: "in",
    }),
    bizNo: field.text({
      ...{ label: "来源单", computed: true, names: ["bizDocument", "bizId"] },
      column: { width: 150 },
      filter: "prefix",
    }),
    createBy: field.ref({ label: "操作人", to: "user", computed: true, column: { width: 90 } }),
    postingId: field.text({ label: "过账批次", computed: true }),
    reversalOf: field.text({ label: "冲销流水", computed: true }),
    bizDocument: field.text({ label: "来源单类型", ...hidden }),
    bizId: field.text({ label: "来源单编号", ...hidden }),
  },
  screens: { list: "/wms/stockMove/index", titles: { list: "库存流水" } },
});
