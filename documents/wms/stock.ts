import { warehouseKinds } from "../base/warehouse";
import { defineDocument, field, type Leads, labelled, type Option } from "../kit";
import { stockTabs } from "./stock/stock-age";

/** Holds a sum of six figures. */
const WIDE = 112;

/** `phone`: a fact of a phone's card. */
const pieces = (
  label: string,
  { section, ...own }: { hide?: boolean; section?: string; phone?: "fact"; width?: number; leads?: Leads } = {},
) =>
  field.int(label, {
    section,
    computed: true,
    column: { summary: "sum", phone: false, sortable: !!own.phone, ...own },
  });

const cost = { computed: true, mask: "stock_cost_view" } as const;

/** A filter without a column: rules know what it asks. */
const asked = <const O extends Record<string, Option>>(label: string, options: O) =>
  field.enum(label, { options, virtual: true, computed: true, hiddenIn: ["view"], filter: "in", filterOne: true });

/** 库存 (supply.md 4): one row per SKU and warehouse, written by the ledger alone. */
export const stock = defineDocument({
  name: "stock",
  label: "库存",
  module: "wms",
  table: "stock_list",
  menu: { group: "warehouse", icon: "layers", sort: 10, words: { stock_cost_view: "查看库存成本" } },
  scopeBy: { warehouse: "warehouseId" },
  display: "skuCode",
  keyword: ["skuCode", "skuName"],
  can: { add: false, edit: false, del: false },
  glance: {
    alerts: [
      {
        name: "short",
        label: "低于安全库存",
        where: { belowSafety: "yes" },
        measure: { field: "shortQty" },
        unit: "件",
        threshold: 1,
      },
    ],
  },
  fields: {
    images: field.images("图片", { computed: true, column: { width: 60, phone: false } }),
    skuCode: field.text("SKU", { computed: true, column: { fixed: "left", sortable: true } }),
    skuName: field.text("品名", { computed: true, column: { phone: false } }),
    warehouseId: field.ref("仓库", { to: "warehouse", computed: true, column: { sortable: true }, filter: "in" }),
    kind: field.enum("仓库类型", { computed: true, options: warehouseKinds, column: { hide: true }, filter: "in" }),
    categoryId: field.dict("品类", { type: "product_category", computed: true, column: { hide: true }, filter: "in" }),
    qcQty: pieces("待检", { section: "数量" }),
    goodQty: pieces("良品", { width: WIDE }),
    badQty: pieces("次品"),
    reservedQty: pieces("良品锁定"),
    reservedBadQty: pieces("次品锁定", { hide: true }),
    availableQty: pieces("可用", { phone: "fact", width: WIDE }),
    availableBadQty: pieces("次品可用", { hide: true }),
    transitQty: pieces("调拨在途", {
      leads: { document: "stock_transit", by: { skuCode: "skuCode", warehouseId: "warehouseId" } },
    }),
    onOrderQty: pieces("采购在途"),
    onHandQty: pieces("在库", { phone: "fact", width: WIDE }),
    safetyQty: field.int("安全库存", { computed: true, column: { width: 100, hide: true } }),
    shortQty: field.int("低于安全库存", { computed: true, virtual: true, column: { width: 110, hide: true } }),
    avgCost: field.decimal("单位成本", {
      unit: "CNY",
      scale: 6,
      section: "成本与库龄",
      ...cost,
      column: { width: 120 },
    }),
    stockValue: field.money("库存金额", { unit: "CNY", ...cost, column: { summary: "sum", sortable: true } }),
    firstLegValue: field.money("其中头程", { unit: "CNY", ...cost, column: { summary: "sum", hide: true } }),
    transitValue: field.money("在途金额", { unit: "CNY", ...cost, column: { summary: "sum" } }),
    firstInTime: field.datetime("首次入库", { computed: true, column: { hide: true } }),
    avgAgeDays: field.int("平均库龄", {
      unit: "天",
      computed: true,
      column: { width: 100, tooltip: "在库的货按后到先算，入库至今的平均天数" },
    }),
    hasStock: asked("有无库存", { yes: { label: "有库存" }, no: { label: "无库存" } }),
    belowSafety: asked("安全库存", { yes: { label: "低于安全库存" } }),
    ageOver: asked("库龄超过", labelled({ 30: "30天", 60: "60天", 90: "90天", 180: "180天", 365: "365天" })),
  },
  related: {
    moves: { label: "流水", document: "stock_move", by: { skuCode: "skuCode", warehouseId: "warehouseId" } },
    held: { label: "锁定", document: "stock_reservation", by: { skuCode: "skuCode", warehouseId: "warehouseId" } },
  },
  screens: { list: "/wms/stock/index", tabs: stockTabs, titles: { list: "库存" } },
});
