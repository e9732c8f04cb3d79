import type { InboundBox, InboundOperation, InboundPlan, InboundShipment } from "../../world/inbound";
import { digitsOf, nextOf, type World } from "../../world/world";

/** Warehouses of a country, and of those without a word of their own. */
const CENTRES: Readonly<Record<string, readonly [string, string]>> = {
  US: ["ONT8", "FTW1"],
  CA: ["YYZ4", "YVR2"],
  GB: ["BHX4", "LTN4"],
  DE: ["LEJ1", "DTM2"],
};
const OTHER = ["LEJ1", "DTM2"] as const;
/** What it costs to send everything to one warehouse, for each piece. */
const ONE_PLACE = 0.27;
const DAY = 86_400_000;

/** An id of a kind as the interface writes them. */
export const idOf = (world: World, kind: string): string => {
  const n = nextOf(world);
  return `${kind}${digitsOf(`${world.seed} ${kind} ${n}`, 8)}-${String(n).padStart(6, "0")}`;
};

/** Pieces of each listing in boxes. */
export function contentsOf(boxes: readonly InboundBox[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const box of boxes)
    for (const { msku, quantity } of box.items) found.set(msku, (found.get(msku) ?? 0) + quantity * box.quantity);
  return found;
}

/** Goods to one warehouse for a fee; of several listings also to two, for nothing. */
function place(world: World, plan: InboundPlan) {
  const [near, far] = CENTRES[plan.country] ?? OTHER;
  const order = plan.items.map(({ msku }) => msku);
  const odd = (box: InboundBox) => order.indexOf(box.items[0]?.msku ?? "") % 2 === 1;
  const offer = (fee: number, parts: readonly (readonly [fc: string, boxes: InboundBox[]])[]) => {
    const id = idOf(world, "pl");
    const shipments = parts.map(
      ([fc, boxes]): InboundShipment => ({
        id: idOf(world, "sh"),
        placement: id,
        fc,
        boxes,
        transports: [],
        windows: [],
        tracking: [],
      }),
    );
    plan.shipments.push(...shipments);
    plan.placements.push({ id, status: "OFFERED", fee: fee.toFixed(2), shipmentIds: shipments.map((s) => s.id) });
  };
  const [here, there] = [plan.boxes.filter((box) => !odd(box)), plan.boxes.filter(odd)];
  const pieces = plan.items.reduce((sum, { quantity }) => sum + quantity, 0);
  plan.placements = [];
  plan.shipments = [];
  offer(here.length && there.length ? pieces * ONE_PLACE : 0, [[near, plan.boxes]]);
  if (here.length && there.length)
    offer(0, [
      [near, here],
      [far, there],
    ]);
}

const transportsOf = (world: World, { boxes }: InboundShipment): InboundShipment["transports"] => {
  const own = (shippingMode: string) => ({
    id: idOf(world, "to"),
    shippingMode,
    shippingSolution: "USE_YOUR_OWN_CARRIER" as const,
    preconditions: ["CONFIRMED_DELIVERY_WINDOW"],
  });
  const count = boxes.reduce((sum, { quantity }) => sum + quantity, 0);
  return [
    own("GROUND_SMALL_PARCEL"),
    own("FREIGHT_LTL"),
    {
      id: idOf(world, "to"),
      shippingMode: "GROUND_SMALL_PARCEL",
      shippingSolution: "AMAZON_PARTNERED_CARRIER",
      preconditions: [],
      quote: (8.4 * count).toFixed(2),
    },
  ];
};

const windowsOf = (world: World): InboundShipment["windows"] =>
  [20, 34].map((days) => {
    const start = Date.now() + days * DAY;
    return {
      id: idOf(world, "dw"),
      startDate: new Date(start).toISOString(),
      endDate: new Date(start + 13 * DAY).toISOString(),
    };
  });

function accept<O extends { id: string; status: string }>(offers: O[], id: string | undefined): O | undefined {
  for (const one of offers) one.status = one.id === id ? "ACCEPTED" : "EXPIRED";
  return offers.find((one) => one.id === id);
}

/** What an operation does to its plan once it is done. */
export function fulfil(world: World, plan: InboundPlan, { name, about, boxes = [] }: InboundOperation): void {
  const [first = "", second] = about;
  const shipment = plan.shipments.find((s) => s.id === first);
  switch (name) {
    case "generatePackingOptions":
      plan.packings = [{ id: idOf(world, "po"), status: "OFFERED", group: idOf(world, "pg") }];
      return;
    case "confirmPackingOption":
      accept(plan.packings, first);
      return;
    case "setPackingInformation":
      plan.boxes = boxes;
      return;
    case "generatePlacementOptions":
      place(world, plan);
      return;
    case "confirmPlacementOption": {
      const chosen = accept(plan.placements, first);
      plan.shipments = plan.shipments.filter((s) => chosen?.shipmentIds.includes(s.id));
      for (const s of plan.shipments)
        s.confirmationId ??= `FBA${digitsOf(`${world.seed} ${s.id}`, 4)}${String(nextOf(world)).padStart(6, "0")}`;
      return;
    }
    case "generateTransportationOptions":
      for (const s of plan.shipments) if (about.includes(s.id)) s.transports = transportsOf(world, s);
      return;
    case "confirmTransportationOptions":
      for (const pair of about) {
        const [id, transport] = pair.split(" ");
        for (const s of plan.shipments) if (s.id === id) s.transport = transport;
      }
      return;
    case "generateDeliveryWindowOptions":
      if (shipment) shipment.windows = windowsOf(world);
      return;
    case "confirmDeliveryWindowOptions":
      if (shipment) shipment.window = second;
      return;
    case "cancelInboundPlan":
      plan.status = "VOIDED";
      return;
    case "updateShipmentTrackingDetails":
      shipment?.tracking.push(...about.slice(1));
  }
}
