import type { MarketItem, MarketOrder, MarketRefund } from "../../world/marketplace";
import type { SettlementLine } from "../../world/settlement";
import { digitsOf, type World } from "../../world/world";
import { decimalsOf, formOf, minorOf } from "./markets";

/** Percent of what the buyer pays for an item, and of what is given back of that when he returns it. */
export const COMMISSION = 15;
const KEPT_OF_REFUND = 20;
/** Fulfilment of a piece that costs less than so much, in dollars and their cents. */
const FULFILMENT: readonly (readonly [below: number, cents: number])[] = [
  [10, 306],
  [25, 386],
  [60, 568],
  [Number.POSITIVE_INFINITY, 866],
];
/** About so much of a currency is a dollar, where it is far from one. */
const TO_A_DOLLAR: Readonly<Record<string, number>> = { JPY: 150, MXN: 18 };

/** A percentage of whole units, half up. */
export const share = (minor: number, percent: number) => Math.floor((minor * percent + 50) / 100);

type Amounts = Pick<SettlementLine, "amountType" | "amountDescription" | "amount">;
const price = (amountDescription: string, amount: number): Amounts => ({
  amountType: "ItemPrice",
  amountDescription,
  amount,
});
const promotion = (amountDescription: string, amount: number): Amounts => ({
  amountType: "Promotion",
  amountDescription,
  amount,
});
const withheld = (what: string, amount: number): Amounts => ({
  amountType: "ItemWithheldTax",
  amountDescription: `MarketplaceFacilitatorTax-${what}`,
  amount,
});
const fee = (amountDescription: string, amount: number): Amounts => ({
  amountType: "ItemFees",
  amountDescription,
  amount,
});

/** What was said of the fees of an item, that of its order before that of every one. */
const oddFee = (world: World, orderNo: string, sku: string) =>
  world.oddFees.find((f) => f.sku === sku && f.orderNo === orderNo) ??
  world.oddFees.find((f) => f.sku === sku && !f.orderNo);

/** What the marketplace takes for packing and sending a piece of a SKU: by its price, and a little by its name. */
function fulfilmentOf(sku: string, piece: number, currency: string): number {
  const dollar = TO_A_DOLLAR[currency] ?? 1;
  const dollars = piece / 10 ** decimalsOf(currency) / dollar;
  const [, cents = 0] = FULFILMENT.find(([below]) => dollars < below) ?? [];
  const whole = cents + 25 * (Number(digitsOf(sku, 2)) % 4);
  return Math.round((whole / 100) * dollar * 10 ** decimalsOf(currency));
}

/** The same of any order, where it was not said otherwise. */
export function usualFulfilment(world: World, sku: string, piece: number, currency: string): number {
  const said = oddFee(world, "", sku)?.fulfilment;
  return said ? minorOf(said, currency) : fulfilmentOf(sku, piece, currency);
}

function amountsOfItem(world: World, { head }: MarketOrder, item: MarketItem): Amounts[] {
  const currency = head.OrderTotal.CurrencyCode;
  const minor = (money: MarketItem["ItemPrice"]) => minorOf(money?.Amount, currency);
  const { withTax } = formOf(head.MarketplaceId);
  const [principal, tax] = [minor(item.ItemPrice), minor(item.ItemTax)];
  const [shipping, shippingTax] = [minor(item.ShippingPrice), minor(item.ShippingTax)];
  const [given, givenShipping] = [minor(item.PromotionDiscount), minor(item.ShippingDiscount)];
  // Where prices have their tax in them, so has what is given away of them.
  const givenTax = withTax && principal ? Math.round((given * tax) / principal) : 0;
  const paid = principal + shipping - given - givenShipping + (withTax ? tax + shippingTax - givenTax : 0);
  const odd = oddFee(world, head.AmazonOrderId, item.SellerSKU);
  const pieces = item.QuantityOrdered;
  const commission = odd?.commission ? minorOf(odd.commission, currency) : share(paid, COMMISSION);
  const onePiece = odd?.fulfilment
    ? minorOf(odd.fulfilment, currency)
    : fulfilmentOf(item.SellerSKU, principal / pieces, currency);
  const all = [
    price("Principal", principal),
    price("Tax", tax),
    price("Shipping", shipping),
    price("ShippingTax", shippingTax),
    promotion("Principal", -given),
    promotion("Shipping", -givenShipping),
    promotion("TaxDiscount", -givenTax),
    withheld("Principal", givenTax - tax),
    withheld("Shipping", -shippingTax),
    fee("Commission", -commission),
    fee("FBAPerUnitFulfillmentFee", head.FulfillmentChannel === "AFN" ? -onePiece * pieces : 0),
  ];
  return all.filter((line) => line.amount !== 0);
}

/** What a settlement says of an order that left. */
export const orderLines = (world: World, order: MarketOrder, posted: string): SettlementLine[] =>
  order.items.flatMap((item) =>
    amountsOfItem(world, order, item).map((amounts) => ({
      kind: "Order",
      ...amounts,
      posted,
      orderNo: order.head.AmazonOrderId,
      itemCode: item.OrderItemId,
      sku: item.SellerSKU,
      ...(amounts.amountDescription === "Principal" &&
        amounts.amountType === "ItemPrice" && { quantity: item.QuantityOrdered }),
      ...(amounts.amountType === "Promotion" && { promotionId: item.PromotionIds?.[0] }),
      fulfillment: order.head.FulfillmentChannel,
      shipmentId: `D${digitsOf(order.head.AmazonOrderId, 9)}`,
      marketplace: formOf(order.head.MarketplaceId).name,
    })),
  );

/** What a settlement says of what a buyer got back: its commission comes back but for a part. */
export function refundLines(order: MarketOrder, refund: MarketRefund, posted: string): SettlementLine[] {
  const { head } = order;
  const minor = (amount: string | undefined) => minorOf(amount, refund.currency);
  const { name, withTax } = formOf(head.MarketplaceId);
  return refund.items.flatMap((said, i) => {
    const item = order.items.find((o) => o.OrderItemId === said.orderItemId);
    // Refunds of before say their sum alone.
    const principal = minor(said.principal ?? (i ? "0" : refund.amount));
    const [tax, shipping] = [minor(said.tax), minor(said.shipping)];
    const back = share(principal + shipping + (withTax ? tax : 0), COMMISSION);
    const all = [
      price("Principal", -principal),
      price("Tax", -tax),
      price("Shipping", -shipping),
      withheld("Principal", tax),
      fee("Commission", back),
      fee("RefundCommission", -share(back, KEPT_OF_REFUND)),
    ];
    return all
      .filter((line) => line.amount !== 0)
      .map((amounts) => ({
        kind: "Refund",
        ...amounts,
        posted,
        orderNo: head.AmazonOrderId,
        itemCode: said.orderItemId,
        sku: item?.SellerSKU,
        fulfillment: head.FulfillmentChannel,
        adjustmentId: refund.refundId,
        marketplace: name,
      }));
  });
}
