import { field } from "../kit";

const share = (label: string) =>
  field.money({ label, currency: "currency", min: 0, sum: true, help: "不填则按数量计算" });

/** What is paid back of one line of the order. */
export const refundLine = {
  orderLineId: field.text({ label: "订单行", max: 20, hidden: true, required: true }),
  platformLineNo: field.text({ label: "平台行号", computed: true, max: 40, whenFilled: true }),
  sellerSku: field.text({ label: "平台SKU", computed: true, max: 60 }),
  skuId: field.ref({ label: "SKU", to: "sku", computed: true }),
  qty: field.int({ label: "退款数量", required: true, min: 0, default: 0, sum: true }),
  principal: share("本金"),
  tax: share("税"),
  shipping: share("运费"),
};
