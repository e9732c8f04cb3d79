import { field, lineRemark, sourceSkuLine } from "../kit";

/** One line of a receipt: what was counted of a line of the delivery. */
export const signLine = {
  deliveryLineId: field.line({ label: "送货明细", table: "delivery_line", hidden: true }),
  poLineId: field.line({
    label: "采购明细",
    table: "purchase_order_line",
    required: true,
    computed: true,
    hidden: true,
  }),
  // How the line is packed, so that the form can count by carton labels.
  packing: field.text({ label: "装箱", computed: true, virtual: true, hidden: true }),
  poLineCode: field.text({ label: "采购明细", computed: true }),
  ...sourceSkuLine(),
  noticeQty: field.int({ label: "通知数量", computed: true, sum: true }),
  signQty: field.int({ label: "签收数量", required: true, min: 0, sum: true }),
  diffQty: field.int({ label: "差异", computed: true, hiddenIn: ["add", "edit"], sum: true }),
  diffReason: field.dict({ label: "差异原因", type: "sign_diff_reason" }),
  binCode: field.text({ label: "库位", max: 20 }),
  unitCost: field.decimal({
    label: "单位成本",
    unit: "CNY",
    scale: 6,
    computed: true,
    mask: "stock_cost_view",
    hiddenIn: ["add", "edit"],
  }),
  amount: field.money({
    sum: true,
    label: "入库金额",
    unit: "CNY",
    computed: true,
    mask: "stock_cost_view",
    hiddenIn: ["add", "edit"],
  }),
  // Part of the amount that is freight of the delivery: the rest follows the order line.
  freightPart: field.money({
    label: "其中运费",
    unit: "CNY",
    computed: true,
    hidden: true,
    mask: "stock_cost_view",
  }),
  remark: lineRemark(),
};
