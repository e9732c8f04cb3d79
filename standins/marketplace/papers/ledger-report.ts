import { z } from "zod";
import type { MovementSaid } from "../../world/settlement";
import { digitsOf, type World } from "../../world/world";
import type { FbaAsked } from "./days-said";
import { fnskuOf, ordersOf, timeOf } from "./fba-reports";

const text = z.string().min(1).max(60);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "must be a day");
const whole = z.number().int().min(-99_999).max(99_999);
const where = { account: z.string().min(1).max(100), marketplaceId: z.string().min(1).max(100), day };

/** A movement at the warehouses, besides those that follow from orders. */
export const movement = z.object({
  ...where,
  sku: text,
  event: z.enum(["Receipts", "Shipments", "CustomerReturns", "VendorReturns", "WhseTransfers", "Adjustments"]),
  quantity: whole,
  reference: z.string().max(60).default(""),
  disposition: z.string().max(40).default("SELLABLE"),
  reason: z.string().max(20).default(""),
  fc: z.string().max(10).default("ONT8"),
});

/** A shipment comes in: pieces of its goods, a day at a time; the quantities of a day may be said anew. */
export const receipt = z.object({
  ...where,
  shipment: text,
  fc: z.string().max(10).default("ONT8"),
  items: z
    .array(z.object({ sku: text, quantity: whole, disposition: z.string().max(40).default("SELLABLE") }))
    .min(1)
    .max(200),
});

const keyOf = ({ account, day: on, sku, event, reference, fc, disposition, reason }: MovementSaid) =>
  [account, on, sku, event, reference, fc, disposition, reason].join(" ");

/** Takes in goods of a shipment: what was said of the same goods on that day before is corrected by it. */
export function receive(world: World, { shipment, items, ...at }: z.output<typeof receipt>): void {
  for (const item of items) {
    const came: MovementSaid = { ...at, ...item, event: "Receipts", reference: shipment, reason: "" };
    world.movementsSaid = [...world.movementsSaid.filter((one) => keyOf(one) !== keyOf(came)), came];
  }
}

export const LEDGER_TYPE = "GET_LEDGER_DETAIL_VIEW_DATA";
const HEAD = ["Date", "FNSKU", "ASIN", "MSKU", "Title", "Event Type", "Reference ID", "Quantity"].concat([
  "Fulfillment Center",
  "Disposition",
  "Reason",
  "Country",
  "Date and Time",
]);

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** What left for buyers and what they sent back. */
function traded(world: World, asked: FbaAsked): MovementSaid[] {
  const orders = ordersOf(world, asked).filter(
    ({ head }) => head.FulfillmentChannel === "AFN" && head.OrderStatus === "Shipped",
  );
  const moved = (order: (typeof orders)[number], more: Pick<MovementSaid, "event" | "day" | "sku" | "quantity">) => ({
    account: asked.account,
    marketplaceId: order.head.MarketplaceId,
    reference: more.event === "Shipments" ? `S${digitsOf(order.head.AmazonOrderId, 9)}` : order.head.AmazonOrderId,
    disposition: "SELLABLE",
    reason: "",
    fc: "ONT8",
    ...more,
  });
  const sold = orders.flatMap((order) =>
    order.items.map((i) =>
      moved(order, { event: "Shipments", day: dayOf(timeOf(order)), sku: i.SellerSKU, quantity: -i.QuantityOrdered }),
    ),
  );
  const back = world.refunds.flatMap(({ orderNo, time, returned, items }) => {
    const order = orders.find(({ head }) => head.AmazonOrderId === orderNo);
    const at = Date.parse(returned ?? time ?? "");
    if (!order || Number.isNaN(at)) return [];
    return items.flatMap(({ orderItemId, quantity }) => {
      const item = order.items.find((one) => one.OrderItemId === orderItemId);
      if (!item || quantity <= 0) return [];
      return [moved(order, { event: "CustomerReturns", day: dayOf(at), sku: item.SellerSKU, quantity })];
    });
  });
  return [...sold, ...back];
}

/** What moved at the warehouses on some days: of orders, and what was said besides; the month stands first in days. */
export function ledgerReport(world: World, asked: FbaAsked): string {
  const from = dayOf(asked.from);
  const till = dayOf(asked.till);
  const said = world.movementsSaid.filter(
    (m) => m.account === asked.account && asked.marketplaceIds.includes(m.marketplaceId),
  );
  const rows = [...traded(world, asked), ...said]
    .filter((m) => m.day >= from && m.day <= till)
    .sort((a, b) => a.day.localeCompare(b.day))
    .map(({ marketplaceId, day: on, sku, event, reference, quantity, fc, disposition, reason }) => {
      const [y, m, d] = on.split("-");
      const country = world.sellers.find((s) => s.marketplaceId === marketplaceId)?.country ?? "US";
      const goods = [`${m}/${d}/${y}`, fnskuOf(sku), "B0STANDIN1", sku, sku, event, reference, quantity];
      return [...goods, fc, disposition, reason, country, `${on}T00:00:00-0800`];
    });
  return [HEAD, ...rows].map((row) => row.map((one) => `"${one}"`).join("\t")).join("\n");
}
