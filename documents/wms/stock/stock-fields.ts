import { warehouseKinds } from "../../base/warehouse";
import { field, type Leads } from "../../kit";

/** The lists of stock, as tabs above each of them. */
export const stockTabs = ["stock", "stock_warehouse", "stock_transit", "stock_age"] as const;

/** Nobody writes these lists: they are read from what the ledger keeps. */
export const stockList = {
  module: "wms",
  permission: "wms_stock",
  many: true,
  can: { add: false, edit: false, del: false },
  formColumns: 3,
} as const;

export const cost = { computed: true, mask: "stock_cost_view" } as const;

const hidden = { computed: true, hiddenIn: ["view" as const] };
export const hiddenText = (label: string) => field.text({ label, ...hidden });

/** A quantity of a list, summed. */
export const pieces = (
  label: string,
  own: { width?: number; hide?: boolean; phone?: "fact"; leads?: Leads; sortable?: boolean } = {},
) =>
  field.int({
    ...{ label, computed: true },
    column: { width: 88, summary: "sum", phone: false, ...own },
  });

/** What pieces are worth, summed. */
export const worth = (label: string, own: { hide?: boolean; sortable?: boolean } = {}) =>
  field.money({
    ...{ label, unit: "CNY", ...cost },
    column: { width: 112, summary: "sum", phone: false, ...own },
  });

/** The SKU of a row. */
export const goods = {
  images: field.images({ label: "图片", computed: true, column: { width: 60, phone: false } }),
  skuCode: field.text({
    ...{ label: "SKU", computed: true },
    column: { width: 140, fixed: "left", sortable: true },
    filter: "in",
    linked: true,
  }),
  skuName: field.text({ label: "品名", computed: true, column: { width: 150, phone: false } }),
};

export const place = field.ref({
  ...{ label: "仓库", to: "warehouse", computed: true },
  column: { width: 120, sortable: true },
  filter: "in",
});

export const kind = field.enum({
  ...{ label: "仓库类型", computed: true, options: warehouseKinds },
  column: { width: 110, hide: true },
  filter: "in",
});
