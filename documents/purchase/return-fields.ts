import { type FieldSet, field, lineRemark, sourceSkuLine } from "../kit";
import { poLine } from "./delivery-plan";

/** What returns and exchanges have in common: the order that goods go back of, and its inspection. */
export const returnSource = () => ({
  poId: field.ref("采购单", { to: "purchase_order", required: true, readonlyIn: ["edit"], column: { phone: false } }),
  inspectionId: field.ref("质检单", { to: "inspection", readonlyIn: ["edit"], help: "退换质检判定的次品时填写" }),
  supplierId: field.ref("供应商", { to: "supplier", computed: true, column: true, filter: "in" }),
  supplierText: field.text("供应商名称", { computed: true, hiddenIn: ["view"] }),
  skuCodes: field.text("SKU", { computed: true, hiddenIn: ["view"] }),
});

export const returnWarehouse = (hide?: true) =>
  field.ref("仓库", { to: "warehouse", required: true, computed: true, column: { width: 100, hide } });

/** Who carries the goods away; still asked for when they leave. */
export const returnCarrier = () => ({
  carrier: field.text("承运", { max: 50 }),
  trackingNo: field.text("物流单号", { max: 50, help: "由快递或承运人运走时必填" }),
});

export const shipTime = field.datetime("出库时间", { computed: true });

export const costOf = (label: string, scale: number) =>
  field.decimal(label, { scale, unit: "CNY", computed: true, mask: "stock_cost_view", hiddenIn: ["add", "edit"] });

/**
 * What goes back of an order line; `word`: 退 or 换. `own`: what stands behind the quantities, `cost`
 * behind the cost that it left with. `deductedQty`: pieces that were to come again and never will.
 */
export const returnLine = <Own extends FieldSet, Cost extends FieldSet>(
  [word, verb]: [string, string],
  own: Own,
  cost: Cost,
) => ({
  ...poLine(),
  ...sourceSkuLine(),
  netReceived: field.int(`可${word}`, { computed: true, virtual: true }),
  badQty: field.int(`${verb}次品`, { required: true, min: 0, default: 0, sum: true }),
  goodQty: field.int(`${verb}良品`, { required: true, min: 0, default: 0, sum: true }),
  ...own,
  deductedQty: field.int("转扣款", { computed: true, hiddenIn: ["add", "edit"], sum: true }),
  outCost: costOf("出库成本", 2),
  ...cost,
  remark: lineRemark(),
});
