import { dec, round } from "#backend/platform/values";
import type { OrderParts, PaidLine } from "./order";

type ShareAmounts = Omit<OrderParts, "qty">;
type ShareNum = ReturnType<typeof dec>;

const atLeast0 = (n: ShareNum) => (n.lt(0) ? dec(0) : n);
const smaller = (a: ShareNum, b: ShareNum) => (a.lt(b) ? a : b);

/** What is left of a line, whatever was refunded of it. */
export function leftOf(line: PaidLine) {
  const { qty, shipped, goods, shipping, goodsTax, shippingTax, held } = line;
  const money = {
    principal: atLeast0(dec(goods).minus(held.principal)).toFixed(2),
    shipping: atLeast0(dec(shipping).minus(held.shipping)).toFixed(2),
    tax: atLeast0(dec(goodsTax).plus(shippingTax).minus(held.tax)).toFixed(2),
  };
  // Only what was sent comes back.
  return { qty: Math.max(Math.min(shipped, qty) - held.qty, 0), money };
}

/** The tax of such a part of what was paid; of something free, all of it. */
const taxOf = (tax: string, part: ShareNum, whole: ShareNum) =>
  whole.gt(0) ? dec(tax).times(smaller(part, whole)).div(whole) : dec(tax);

/**
 * The most tax that goes back with so much of the goods and of the freight: the share of both that is
 * refunded then, without the tax that other refunds hold.
 */
export function mostTax(line: PaidLine, { principal, shipping }: Omit<ShareAmounts, "tax">, scale = 2) {
  const goods = dec(line.held.principal).plus(principal);
  const freight = dec(line.held.shipping).plus(shipping);
  const due = round(
    taxOf(line.goodsTax, goods, dec(line.goods)).plus(taxOf(line.shippingTax, freight, dec(line.shipping))),
    scale,
  );
  return smaller(atLeast0(dec(due).minus(line.held.tax)), dec(leftOf(line).money.tax)).toFixed(2);
}

/** What so many pieces cost; the last ones take what is left. */
function goodsOf(line: PaidLine, qty: number, scale: number): string {
  const left = leftOf(line).money.principal;
  if (line.held.qty + qty >= line.qty) return left;
  return smaller(dec(left), dec(round(dec(line.goods).times(qty).div(line.qty), scale))).toFixed(2);
}

/** Amounts of so many pieces, as they are proposed; freight goes back with all of an order alone. */
export function proposed(line: PaidLine, qty: number, scale = 2): ShareAmounts {
  const principal = goodsOf(line, qty, scale);
  const shipping = "0.00";
  return { principal, shipping, tax: mostTax(line, { principal, shipping }, scale) };
}

/** Why a line cannot give that much. */
export function overdrawn(line: PaidLine, asked: OrderParts, scale = 2): string | undefined {
  const left = leftOf(line);
  if (asked.qty > left.qty) return `${line.sellerSku} 最多可退${left.qty}件`;
  for (const [word, value, most] of [
    ["本金", asked.principal, left.money.principal],
    ["运费", asked.shipping, left.money.shipping],
    ["税", asked.tax, mostTax(line, asked, scale)],
  ] as const)
    if (dec(value).gt(dec(most))) return `${line.sellerSku} 的${word}不能超过${most}`;
}
