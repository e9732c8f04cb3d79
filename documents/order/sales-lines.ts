import { field, skuLine } from "../kit";

const amount = (label: string) =>
  field.money({ label, computed: true, currency: "currency", sum: true });
const pieces = (label: string) => field.int({ label, computed: true, default: 0, sum: true });

/** What the buyer ordered, with its money; a combination is one line. */
export const salesItem = {
  ...skuLine(),
  platformLineNo: field.text({ label: "平台行号", computed: true, max: 40, whenFilled: true }),
  qty: field.int({ label: "数量", required: true, min: 1, default: 1, sum: true }),
  unitPrice: field.decimal({ label: "单价", min: 0, default: "0", currency: "currency" }),
  itemAmount: amount("金额"),
  shippingAmount: amount("运费"),
  promo: amount("优惠"),
  tax: amount("税"),
};

/** What is packed: the line itself, or each part of a combination. Packages and stock count these. */
export const salesLine = {
  itemId: field.line({
    label: "订单明细",
    table: "sales_order_item",
    computed: true,
    hidden: true,
  }),
  skuId: field.ref({ label: "SKU", to: "sku", computed: true }),
  skuName: field.text({ label: "品名", computed: true, max: 200 }),
  perSet: field.int({ label: "每套数量", computed: true, default: 1 }),
  qty: pieces("数量"),
  attributes: field.texts({ label: "属性", computed: true, whenFilled: true }),
  allocatedQty: pieces("已分配"),
  shippedQty: pieces("已发"),
};
