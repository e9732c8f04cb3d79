import { field, lineRemark, skuLine, worked } from "../../kit";

/** Whose FBA stock it is, and the currency that the platform charges in. */
export const fbaStore = () => ({
  storeId: field.ref("店铺", { to: "store", required: true, column: true, filter: "in" }),
  siteId: field.ref("站点", { to: "site", computed: true, column: { width: 70, phone: false } }),
  currency: field.dict("币种", { type: "currency", computed: true }),
});

/** The warehouse that stands for the store's stock at the platform. */
export const fbaWarehouse = () =>
  field.ref("FBA仓", {
    to: "warehouse",
    only: { kind: ["fba"] },
    help: "不填则为店铺的FBA仓",
    column: { hide: true },
    filter: "in",
  });

/** Number that the platform gives the removal. */
export const orderId = (label: string) =>
  field.text(label, { max: 50, computed: true, column: true, filter: "prefix" });

/** The same, asked for when it is known. */
export const askOrderId = (label: string) => ({
  removalOrderId: field.text(label, {
    max: 50,
    required: true,
    pattern: [/^[0-9A-Za-z_-]{3,50}$/, `${label}为3到50位字母、数字、横线或下划线`],
  }),
});

export const dispositions = {
  sellable: { label: "可售", tone: "green" },
  unsellable: { label: "不可售", tone: "red" },
} as const;

/** Lists find a document by the stock that any of its lines is about. */
export const dispositionFilter = () =>
  field.enum("库存属性", {
    options: dispositions,
    computed: true,
    virtual: true,
    hiddenIn: ["view"],
    filter: "in",
    filterOne: true,
  });

/** SKUs of its lines, for search and lists. */
export const skuCodes = () =>
  field.text("SKU", { computed: true, hiddenIn: ["view"], column: { width: 180, hide: true } });

/** A sum over its lines. */
export const total = (label: string) => field.int(label, { computed: true, column: { summary: "sum" } });

export const cost = { unit: "CNY", mask: "stock_cost_view" } as const;

/** Pieces of a line by what became of them. */
export const became = (label: string) => field.int(label, { ...worked, default: 0, sum: true });

/** Which of the platform's stock a line is about. */
export const fbaLine = () => ({
  ...skuLine(),
  msku: field.text("MSKU", { max: 60, help: "不填则取店铺的平台映射" }),
  fnsku: field.text("FNSKU", { max: 10, pattern: [/^[XB][A-Z0-9]{9}$/, "FNSKU为X或B开头的10位大写字母或数字"] }),
  disposition: field.enum("库存属性", { required: true, default: "unsellable", options: dispositions }),
  requestedQty: field.int("申请数量", { required: true, min: 1, sum: true }),
});

export const fbaRemark = lineRemark;
