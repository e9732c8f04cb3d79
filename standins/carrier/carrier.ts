import { z } from "zod";
import type { Behaviour } from "../http/behaviour";
import { type Ask, Fault, type Service } from "../http/words";
import type { Shipment } from "../world/carrier";
import type { World } from "../world/world";
import { labelPdf } from "./label";
import { parcelOf } from "./services";

const text = z.string().min(1).max(200);
const maybe = z.string().max(200).nullish();
/** Where a parcel goes to. */
export const receiver = z.object({
  name: text,
  phone: maybe,
  country: z.string().length(2),
  state: maybe,
  city: maybe,
  district: maybe,
  line1: text,
  line2: maybe,
  postcode: maybe,
});
const shipment = z.object({
  referenceNo: text,
  channelCode: text,
  receiver,
  weightKg: z.coerce.number().positive().max(1000),
  lines: z
    .array(z.object({ sku: text, qty: z.number().int().min(1) }).loose())
    .min(1)
    .max(500),
});

/** Takes a parcel under its number; the pick-up is its first event. */
export function takeParcel(world: World, parcel: Omit<Shipment, "events">): void {
  const desc = "Shipping label created";
  const first = { time: new Date().toISOString(), location: "", status: "created", desc };
  world.shipments[parcel.trackingNo] = { ...parcel, events: [first] };
}

/** What is heard of a parcel next. */
export function tellParcel(world: World, trackingNo: string, status: string, at?: string): void {
  const found = world.shipments[trackingNo];
  if (!found) throw new Fault(404, "Shipment not found");
  const { city, country } = found.receiver;
  const said: Record<string, string> = {
    shipped: "Accepted at origin facility",
    delivered: "Delivered, front door",
    returned: "Returned to sender",
  };
  const location = status === "shipped" ? "" : [city, country].filter(Boolean).join(", ");
  const time = at ?? new Date().toISOString();
  found.events.push({ time, location, status, desc: said[status] ?? status });
}

const order = z.object({
  deliver: text.optional(),
  giveBack: text.optional(),
  pickUp: text.optional(),
  time: z.iso.datetime({ offset: true }).optional(),
});

/** A parcel carrier: label and tracking number at once, events as they come. */
export function carrier(world: World, how: () => Behaviour): Service {
  const own = ({ path }: Ask) => {
    const found = world.shipments[path[0] ?? ""];
    if (!found) throw new Fault(404, "Shipment not found");
    return found;
  };
  return {
    name: "carrier",
    login: { path: "/token", account: "appKey", secret: "appSecret" },
    token: { header: "authorization", before: "Bearer " },
    fault: (_status, message) => ({ message }),
    routes: [
      {
        method: "POST",
        path: /^\/shipments$/,
        run({ body, account }) {
          const said = shipment.parse(body);
          const { weightKg, ...parcel } = parcelOf(world, said.channelCode, said.weightKg);
          const made = { ...parcel, freightCurrency: "USD" };
          const { referenceNo, channelCode, receiver: to } = said;
          takeParcel(world, { account, referenceNo, channelCode, receiver: to, weightKg, ...made });
          return { json: made };
        },
      },
      {
        method: "GET",
        path: /^\/shipments\/([^/]+)\/label$/,
        run: (ask) => ({ bytes: labelPdf(own(ask)), type: "application/pdf" }),
      },
      {
        method: "GET",
        path: /^\/shipments\/([^/]+)\/events$/,
        run(ask) {
          const events = [...own(ask).events];
          if (how().repeat) events.push(...events);
          return { json: { events: how().reorder ? events.reverse() : events } };
        },
      },
      {
        method: "DELETE",
        path: /^\/shipments\/([^/]+)$/,
        run(ask) {
          const { trackingNo, events } = own(ask);
          if (events.length > 1) throw new Fault(409, "Shipment is already in transit");
          delete world.shipments[trackingNo];
          return { json: {} };
        },
      },
    ],
    control(body) {
      const { deliver, giveBack, pickUp, time } = order.parse(body);
      if (pickUp) tellParcel(world, pickUp, "shipped", time);
      if (deliver) tellParcel(world, deliver, "delivered", time);
      if (giveBack) tellParcel(world, giveBack, "returned", time);
      return {};
    },
    heard: () => ({ shipments: Object.values(world.shipments) }),
  };
}
