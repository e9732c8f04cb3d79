import type { LineDraft } from "#documents/kit";
import type { salesOrder } from "#documents/order/sales-order";
import { dec, sum } from "../../../values/money";

type Item = LineDraft<typeof salesOrder, "items">;

/** What the header of an order says of its lines; total = goods + shipping + tax − discount. */
export function summed(items: readonly Item[]) {
  const goodsAmount = sum(items.map((l) => l.itemAmount));
  const shippingAmount = sum(items.map((l) => l.shippingAmount));
  const discountAmount = sum(items.map((l) => l.promo));
  const taxAmount = sum(items.map((l) => l.tax));
  const totalAmount = dec(goodsAmount).plus(shippingAmount).plus(taxAmount).minus(discountAmount);
  return {
    ...{ goodsAmount, shippingAmount, discountAmount, taxAmount },
    totalAmount: totalAmount.toFixed(2),
    skuQtys: items
      .map((l) => `${l.skuCode}×${l.qty}`)
      .join(" ")
      .slice(0, 500),
  };
}
