import { warehouseKinds } from "../../base/warehouse";
import { defineDocument, field, type Leads, unshown } from "../../kit";

/** The lists of stock, as tabs above each of them. */
export const stockTabs = ["stock", "stock_warehouse", "stock_transit", "stock_age"] as const;

/** Nobody writes these lists: they are read from what the ledger keeps. */
export const stockList = {
  module: "wms",
  permission: "wms_stock",
  many: true,
  can: { add: false, edit: false, del: false },
} as const;

export const cost = { computed: true, mask: "stock_cost_view" } as const;

export const hiddenText = (label: string) => field.text(label, { ...unshown });

/** A quantity of a list, summed. */
export const pieces = (
  label: string,
  own: { width?: number; hide?: boolean; phone?: "fact"; leads?: Leads; sortable?: boolean } = {},
) => field.int(label, { computed: true, column: { summary: "sum", phone: false, ...own } });

/** What pieces are worth, summed. */
export const worth = (label: string, own: { hide?: boolean; sortable?: boolean } = {}) =>
  field.money(label, { unit: "CNY", ...cost, column: { summary: "sum", phone: false, ...own } });

/** The SKU of a row. */
export const goods = {
  images: field.images("图片", { computed: true, column: { width: 60, phone: false } }),
  skuCode: field.text("SKU", { computed: true, column: { fixed: "left", sortable: true }, filter: "in", linked: true }),
  skuName: field.text("品名", { computed: true, column: { phone: false } }),
};

export const place = field.ref("仓库", { to: "warehouse", computed: true, column: { sortable: true }, filter: "in" });

export const kind = field.enum("仓库类型", {
  computed: true,
  options: warehouseKinds,
  column: { hide: true },
  filter: "in",
});

const asked = (label: string, options: Record<string, { label: string }>) =>
  field.enum(label, { options, virtual: true, computed: true, hiddenIn: ["view"], filter: "in", filterOne: true });

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
  list: { sort: [{ by: "id" }] },
  fields: {
    ...goods,
    images: { ...goods.images, column: { width: 60, phone: false, hide: true } },
    warehouseId: { ...place, column: { width: 90, sortable: true } },
    kind,
    categoryId: field.dict("品类", { type: "product_category", computed: true, column: { hide: true }, filter: "in" }),
    onHandQty: pieces("在库", { phone: "fact", width: 104, sortable: true }),
    avgAgeDays: field.int("平均库龄", {
      unit: "天",
      computed: true,
      column: { width: 104, sortable: true, phone: "fact" },
    }),
    oldestDays: field.int("最长库龄", {
      unit: "天",
      computed: true,
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
    ageOver: asked("有库龄超过", Object.fromEntries(DAYS.map((days) => [days, { label: `${days}天` }]))),
  },
  related: { moves: { label: "流水", document: "stock_move", by: { skuCode: "skuCode", warehouseId: "warehouseId" } } },
  screens: { list: "/wms/stock/age", tabs: stockTabs, titles: { list: "库龄" } },
});
