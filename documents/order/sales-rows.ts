import { field } from "../kit";

const pieces = (n: number) => field.int({ label: `包裹${n}`, min: 0, default: 0, sum: true });

/** Packages that one order is split into at most, by hand. */
export const PACKAGES = ["first", "second", "third", "fourth", "fifth"] as const;

/** How many pieces of a line go into each package. */
export const splitRow = {
  lineId: field.line({ label: "明细", table: "sales_order_line", hidden: true }),
  skuId: field.ref({ label: "SKU", to: "sku", computed: true }),
  leftQty: field.int({ label: "数量", computed: true, sum: true }),
  first: pieces(1),
  second: pieces(2),
  third: pieces(3),
  fourth: pieces(4),
  fifth: pieces(5),
};

/** An order whose goods may travel along. */
export const mergeRow = {
  orderNo: field.text({ label: "订单号", max: 50, required: true, hidden: true }),
  says: field.text({ label: "订单号", computed: true }),
  goods: field.text({ label: "SKU×数量", computed: true, wide: true }),
  latest: field.text({ label: "最晚发货", computed: true }),
  take: field.bool({ label: "合并" }),
};
