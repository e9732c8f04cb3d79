import { dec, sum } from "../../../values/money";
import type { PlatformOrderIn } from "./order-in";

/** What the lines of an order come to (market.md 4). */
export const linesTotal = ({ lines }: Pick<PlatformOrderIn, "lines">): string =>
  sum(
    lines.flatMap((l) => [
      ...[l.itemPrice, l.shippingPrice, l.itemTax, l.shippingTax],
      ...[dec(l.promotionDiscount).neg(), dec(l.shippingDiscount).neg()],
    ]),
    4,
  );

/** What is wrong with an order's figures, if anything. */
export function figuresProblem(order: PlatformOrderIn): string | null {
  const { orderTotal, lines } = order;
  const over = lines.find((l) => l.qtyShipped > l.qty);
  if (over) return `行${over.platformLineNo}已发${over.qtyShipped}件，超过数量${over.qty}`;
  const total = linesTotal(order);
  return orderTotal !== null && dec(orderTotal).minus(total).abs().gt("0.01")
    ? `订单金额${dec(orderTotal).toFixed(2)}与明细合计${dec(total).toFixed(2)}不符`
    : null;
}
