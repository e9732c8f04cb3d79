import { field, skuLine } from "../kit";

const later = { computed: true, later: true, hiddenIn: ["add", "edit"], sum: true } as const;

/** A line of 平台推广: one SKU at its price before and during the deal. */
export const promotionLine = {
  ...skuLine(),
  asin: field.text({ label: "ASIN", computed: true, max: 20 }),
  originalPrice: field.decimal({ label: "原价", required: true, min: 0.01, currency: "currency" }),
  promoPrice: field.decimal({ label: "活动价", required: true, min: 0.01, currency: "currency" }),
  discountRate: field.percent({
    ...{
      label: "折扣",
      unit: "%",
      computed: true,
      later: true,
      works: "100 - promoPrice/originalPrice*100",
    },
  }),
  planQty: field.int({ label: "计划数量", required: true, min: 1, sum: true }),
  estMargin: field.percent({
    ...{ label: "预估毛利率", unit: "%", computed: true, later: true, hiddenIn: ["add", "edit"] },
    mask: "purchase_price_view",
  }),
  actualQty: field.int({ label: "实际销量", ...later }),
  actualSales: field.money({ label: "销售额", ...later, currency: "currency" }),
} as const;
