import { field } from "../kit";

const count = (label: string) => field.int({ label, computed: true, default: 0, sum: true });
const amount = (label: string) =>
  field.money({ label, computed: true, currency: "currency", sum: true });

/** What was ordered, as the platform says it (OrderItem): amounts are of the whole line. */
export const platformLineFields = {
  platformLineNo: field.text({ label: "行号", computed: true, max: 40 }),
  sellerSku: field.text({ label: "平台SKU", computed: true, max: 60 }),
  skuId: field.ref({ label: "SKU", to: "sku", computed: true }),
  asin: field.text({ label: "ASIN", computed: true, max: 20 }),
  title: field.text({ label: "标题", computed: true, max: 500, wide: true }),
  qty: count("数量"),
  qtyShipped: count("已发"),
  itemPrice: amount("商品额"),
  itemTax: amount("商品税"),
  shippingPrice: amount("运费"),
  shippingTax: amount("运费税"),
  promotionDiscount: amount("促销"),
  shippingDiscount: amount("运费折扣"),
  promotionIds: field.texts({ label: "促销号", computed: true, whenFilled: true }),
  isGift: field.bool({ label: "礼品", computed: true, whenFilled: true }),
  buyerRequestedCancel: field.bool({ label: "买家申请取消", computed: true, whenFilled: true }),
  buyerCancelReason: field.text({
    ...{ label: "取消原因", computed: true, max: 200, whenFilled: true },
  }),
};
