import { field, lineRemark } from "../kit";
import { requestSources } from "./request-words";

const told = (label: string) =>
  field.money({
    ...{ label, computed: true, currency: "currency" },
    mask: "purchase_price_view",
  });

/** A line of 请款单: what is asked for one order, credit or cost. */
export const requestLine = {
  bizType: field.enum({
    label: "来源类型",
    required: true,
    default: "po",
    options: requestSources,
  }),
  poId: field.ref({ label: "采购单", to: "purchase_order" }),
  billId: field.ref({ label: "物流账单", to: "logistics_bill" }),
  costDesc: field.text({ label: "费用说明", max: 200 }),
  orderAmount: told("订单金额"),
  payableAmount: told("应付"),
  requestedBefore: told("已请"),
  paidBefore: told("已付"),
  amount: field.money({
    ...{ label: "本次请款", currency: "currency", sum: true },
    help: "采购单不填则为可请的余额；抵扣填负数",
  }),
  payAmount: field.money({
    ...{ label: "折付款币", currency: "payCurrency", computed: true, sum: true },
  }),
  settledAmount: field.money({
    ...{ label: "已核销", currency: "currency", computed: true, sum: true },
    hiddenIn: ["add", "edit"],
  }),
  closedAmount: field.money({
    label: "结束未付",
    currency: "currency",
    computed: true,
    hidden: true,
  }),
  rate: field.decimal({ label: "汇率", scale: 8, computed: true, hidden: true }),
  bizId: field.text({ label: "来源单编号", computed: true, hidden: true }),
  bizNo: field.text({ label: "来源单号", computed: true, hidden: true }),
  remark: lineRemark(),
} as const;
