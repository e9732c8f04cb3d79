import { defineDocument, field } from "../../kit";
import { goods, kind, pieces, place, stockList, stockTabs, worth } from "./stock-fields";

const asked = (label: string, options: Record<string, { label: string }>) =>
  field.enum({
    ...{ label, options, virtual: true, computed: true, hiddenIn: ["view"] },
    ...{ filter: "in", filterOne: true },
  });

const DAYS = ["30", "60", "90", "180", "365"];

/** 库龄: since when the pieces on hand are there; what remains belongs to the latest receipts. */
export const stockAge = defineDocument({
  ...stockList,
  name: "stock_age",
  label: "库龄",
  table: "stock_age_list",
  scopeBy: { warehouse: "warehouseId" },
  display: "skuCode",
  keyword: ["skuCode", "skuName"],
  sort: [{ by: "id" }],
  fields: {
    ...goods,
    images: { ...goods.images, column: { width: 60, phone: false, hide: true } },
    warehouseId: { ...place, column: { width: 90, sortable: true } },
    kind,
    categoryId: field.dict({
      ...{ label: "品类", type: "product_category", computed: true },
      column: { width: 100, hide: true },
      filter: "in",
    }),
    onHandQty: pieces("在库", { phone: "fact", width: 104, sortable: true }),
    avgAgeDays: field.int({
      ...{ label: "平均库龄", unit: "天", computed: true },
      column: { width: 104, sortable: true, phone: "fact" },
    }),
    oldestDays: field.int({
      ...{ label: "最长库龄", unit: "天", computed: true },
      column: { width: 104, sortable: true, hide: true },
    }),
    d30Qty: pieces("0–30天", { width: 80 }),
    d60Qty: pieces("31–60天", { width: 80 }),
    d90Qty: pieces("61–90天", { width: 80 }),
    d180Qty: pieces("91–180天", { width: 80 }),
    d365Qty: pieces("181–365天", { width: 96 }),
    over365Qty: pieces("365天以上", { width: 96, sortable: true }),
    stockValue: worth("库存金额", { sortable: true }),
    d30Value: worth("0–30天金额"),
    d60Value: worth("31–60天金额"),
    d90Value: worth("61–90天金额"),
    d180Value: worth("91–180天金额"),
    d365Value: worth("181–365天金额"),
    over365Value: worth("365天以上金额", { sortable: true }),
    belowSafety: asked("安全库存", { yes: { label: "低于安全库存" } }),
    ageOver: asked(
      "有库龄超过",
      Object.fromEntries(DAYS.map((days) => [days, { label: `${days}天` }])),
    ),
  },
  related: {
    moves: {
      label: "流水",
      document: "stock_move",
      by: { skuCode: "skuCode", warehouseId: "warehouseId" },
    },
  },
  screens: { list: "/wms/stock/age", tabs: stockTabs, titles: { list: "库龄" } },
});
