import { z } from "zod";
import { Fault, type Route } from "../http/words";
import type { World } from "../world/world";
import { digitsOf, nextOf } from "../world/world";
import { orderOf } from "./orders";

const text = z.string().min(1).max(100);
const amount = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, "must be an amount");
const refund = z.object({
  refundReference: text,
  currencyCode: z.string().length(3),
  reason: text,
  items: z
    .array(
      z.object({
        orderItemId: text,
        quantity: z.number().int().min(0),
        principal: amount,
        tax: amount,
        shipping: amount,
      }),
    )
    .min(1)
    .max(500),
});

const cents = (value: string) => Math.round(Number(value) * 100);

const none = amount.default("0");

/** What the marketplace gives back by itself, as it does where it sends the goods. */
export const givenBack = z.object({
  orderNo: text,
  time: z.iso.datetime({ offset: true }).optional(),
  /** When the parcel is back, where that is later. */
  returned: z.iso.datetime({ offset: true }).optional(),
  items: z
    .array(
      z.object({
        sku: text,
        quantity: z.number().int().min(0).default(0),
        principal: amount,
        tax: none,
        shipping: none,
      }),
    )
    .min(1)
    .max(100),
});

/** @throws Fault when the order or an item of it is unknown */
export function giveBack(world: World, order: unknown): void {
  const { orderNo, time, returned, items } = givenBack.parse(order);
  const found = world.orders[orderNo];
  if (!found) throw new Fault(404, "Order not found");
  const reference = `M${nextOf(world)}`;
  const asked = items.reduce((sum, i) => sum + cents(i.principal) + cents(i.tax) + cents(i.shipping), 0);
  world.refunds.push({
    refundId: `R${digitsOf(`${world.seed} ${reference}`, 10)}`,
    orderNo,
    reference,
    currency: found.head.OrderTotal.CurrencyCode,
    amount: (asked / 100).toFixed(2),
    time: time ?? new Date().toISOString(),
    ...(returned && { returned }),
    times: 1,
    items: items.map(({ sku, ...rest }) => {
      const item = found.items.find((i) => i.SellerSKU === sku);
      if (!item) throw new Fault(400, `Invalid sku ${sku}`);
      return { orderItemId: item.OrderItemId, ...rest };
    }),
  });
}

/**
 * Pays a buyer back, under a path of its own: the public interface lets sellers pay back by a feed of
 * adjustments, whose answer comes hours later. Under the same reference it is paid back once.
 */
export const refundRoute = (world: World): Route => ({
  method: "POST",
  path: /^\/orders\/v0\/orders\/([^/]+)\/refunds$/,
  run(ask) {
    const { head, items } = orderOf(world, ask);
    const said = refund.parse(ask.body);
    const orderNo = head.AmazonOrderId;
    const known = world.refunds.find((r) => r.reference === said.refundReference);
    if (known) {
      known.times++;
      return { json: { payload: { refundId: known.refundId } } };
    }
    if (head.OrderStatus === "Canceled" || head.OrderStatus === "Pending")
      throw new Fault(400, "The order cannot be refunded in its current state");
    if (head.FulfillmentChannel === "AFN")
      throw new Fault(400, "Orders fulfilled by the marketplace are refunded by it");
    if (head.OrderTotal.CurrencyCode !== said.currencyCode) throw new Fault(400, "Currency is not that of the order");
    const strange = said.items.find((i) => !items.some((o) => o.OrderItemId === i.orderItemId));
    if (strange) throw new Fault(400, `Invalid order item id ${strange.orderItemId}`);
    const paidBack = world.refunds.filter((r) => r.orderNo === orderNo).reduce((sum, r) => sum + cents(r.amount), 0);
    const asked = said.items.reduce((sum, i) => sum + cents(i.principal) + cents(i.tax) + cents(i.shipping), 0);
    if (paidBack + asked > cents(head.OrderTotal.Amount)) throw new Fault(400, "Amount is more than what was paid");
    const refundId = `R${digitsOf(`${world.seed} ${said.refundReference}`, 10)}`;
    world.refunds.push({
      refundId,
      orderNo,
      reference: said.refundReference,
      currency: said.currencyCode,
      amount: (asked / 100).toFixed(2),
      time: new Date().toISOString(),
      times: 1,
      items: said.items,
    });
    return { json: { payload: { refundId } } };
  },
});
