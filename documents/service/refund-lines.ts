import { field } from "../kit";

const share = (label: string) =>
  field.money({ label, currency: "currency", min: 0, sum: true, help: "不填则按数量计算" });

/** What is paid back of one line of the order. */
export const refundLine = {
  /** The platform's number of the line, which stays when the order is told anew. */
  orderLineId: field.text({ label: "订单行", max: 40, hidden: true, required: true }),
  sellerSku: field.text({ label: "平台SKU", computed: true, max: 60 }),
  skuId: field.ref({ label: "SKU", to: "sku", computed: true }),
  leftQty: field.int({ label: "可退数量", computed: true, virtual: true, whenFilled: true }),
  leftPrincipal: field.money({
    ...{ label: "可退本金", currency: "currency", computed: true, virtual: true, whenFilled: true },
  }),
  qty: field.int({ label: "退款数量", required: true, min: 0, default: 0, sum: true }),
  principal: share("本金"),
  tax: share("税"),
  shipping: share("运费"),
};
