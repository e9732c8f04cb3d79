import { z } from "zod";
import { Fault, type Route } from "../http/words";
import type { MarketOrder } from "../world/marketplace";
import type { World } from "../world/world";
import { orderOf } from "./orders";

const text = z.string().min(1).max(100);
const confirmation = z.object({
  marketplaceId: text,
  packageDetail: z.object({
    // The public model wants a positive number in text.
    packageReferenceId: text,
    carrierCode: text,
    carrierName: text.optional(),
    shippingMethod: text.optional(),
    trackingNumber: text,
    shipDate: z.iso.datetime({ offset: true }),
    orderItems: z
      .array(z.object({ orderItemId: text, quantity: z.number().int().min(1) }))
      .min(1)
      .max(100),
  }),
});

/** Pieces of an item that all parcels of its order bore, as the seller says. */
const saidOf = (world: World, { head }: MarketOrder, itemId: string) =>
  world.confirmed
    .filter((c) => c.orderNo === head.AmazonOrderId)
    .flatMap((c) => c.items)
    .filter((i) => i.orderItemId === itemId)
    .reduce((sum, i) => sum + i.quantity, 0);

/** The order says what left, and when that was told. */
export function tell(world: World, order: MarketOrder): void {
  for (const item of order.items) item.QuantityShipped = saidOf(world, order, item.OrderItemId);
  const { head } = order;
  head.NumberOfItemsShipped = order.items.reduce((sum, i) => sum + i.QuantityShipped, 0);
  const all = order.items.reduce((sum, i) => sum + i.QuantityOrdered, 0);
  head.NumberOfItemsUnshipped = all - head.NumberOfItemsShipped;
  head.OrderStatus = head.NumberOfItemsUnshipped ? "PartiallyShipped" : "Shipped";
  head.LastUpdateDate = new Date().toISOString();
  order.known = undefined;
}

/** A parcel that was told twice is one parcel, as it was told last. */
export const confirmRoute = (world: World): Route => ({
  method: "POST",
  path: /^\/orders\/v0\/orders\/([^/]+)\/shipmentConfirmation$/,
  run(ask) {
    const order = orderOf(world, ask);
    const { packageDetail: said } = confirmation.parse(ask.body);
    const { AmazonOrderId: orderNo, OrderStatus: state } = order.head;
    if (state === "Canceled" || state === "Pending")
      throw new Fault(400, "The order cannot be shipped in its current state");
    const { orderItems: items, ...rest } = said;
    const known = world.confirmed.find(
      (c) => c.orderNo === orderNo && c.packageReferenceId === said.packageReferenceId,
    );
    for (const { orderItemId, quantity } of items) {
      const item = order.items.find((i) => i.OrderItemId === orderItemId);
      if (!item) throw new Fault(400, `Invalid order item id ${orderItemId}`);
      const own = known?.items.find((i) => i.orderItemId === orderItemId)?.quantity ?? 0;
      if (saidOf(world, order, orderItemId) - own + quantity > item.QuantityOrdered)
        throw new Fault(400, "Quantity is more than what is unshipped");
    }
    if (known) Object.assign(known, rest, { items, times: known.times + 1 });
    else world.confirmed.push({ orderNo, ...rest, items, times: 1 });
    tell(world, order);
    return { status: 204 };
  },
});
