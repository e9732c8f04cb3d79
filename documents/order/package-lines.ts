import { field } from "../kit";

/** What lies in a package: pieces of the lines of one or several orders. */
export const packageLineFields = {
  orderId: field.line({ label: "订单", table: "sales_order", computed: true, hidden: true }),
  orderNo: field.text({ label: "订单号", computed: true, max: 50 }),
  orderLineId: field.line({
    ...{ label: "订单行", table: "sales_order_line", computed: true, hidden: true },
  }),
  skuId: field.ref({ label: "SKU", to: "sku", required: true, computed: true }),
  skuCode: field.text({ label: "SKU编码", computed: true, hidden: true }),
  skuName: field.text({ label: "品名", computed: true }),
  externalSku: field.text({ label: "外部编码", computed: true, max: 100, whenFilled: true }),
  externalQty: field.int({ label: "外部数量", computed: true, whenFilled: true }),
  qty: field.int({ label: "数量", computed: true, min: 1, sum: true }),
  declareNameEn: field.text({ label: "申报品名", computed: true, max: 200 }),
  declarePrice: field.money({ label: "申报单价", unit: "USD", computed: true }),
};
