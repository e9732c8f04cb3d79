import { field, skuLine } from "../kit";

/** A line of 测评申请: how many of one SKU, at what price and fee. */
export const applicationLine = {
  ...skuLine(),
  asin: field.text({ label: "ASIN", computed: true, max: 20 }),
  unitPrice: field.decimal({ label: "单价", required: true, min: 0.01, currency: "currency" }),
  estTax: field.money({
    ...{ label: "预计税费", min: 0, default: 0, currency: "currency" },
  }),
  applyQty: field.int({ label: "申请数量", required: true, min: 1, max: 100, sum: true }),
  serviceFee: field.money({
    ...{ label: "单均服务费", min: 0, default: 0, currency: "currency" },
  }),
  plannedQty: field.int({
    ...{ label: "已安排", computed: true, virtual: true, hiddenIn: ["add", "edit"], sum: true },
  }),
  executedQty: field.int({
    ...{ label: "已执行", computed: true, default: 0, hiddenIn: ["add", "edit"], sum: true },
  }),
  reason: field.text({ label: "申请说明", max: 200 }),
} as const;
