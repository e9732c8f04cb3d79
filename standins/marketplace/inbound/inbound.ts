import { labelPdf } from "../../carrier/label";
import { type Answer, type Ask, Fault, type Route } from "../../http/words";
import type { InboundPlan, InboundShipment } from "../../world/inbound";
import type { World } from "../../world/world";
import { begin, look, openPlan, planOf, shipmentOf } from "./ask";
import { contentsOf, idOf } from "./done";
import { creating, packing, selecting, tracking, transporting } from "./shapes";

const BASE = "/inbound/fba/2024-03-20";
/** How many calls a second are granted of each operation. */
const GRANTED = { "x-amzn-ratelimit-limit": "20" };
const summaryOf = ({ id, name, status, createdAt, marketplaceId }: InboundPlan) => ({
  inboundPlanId: id,
  name,
  status,
  createdAt,
  lastUpdatedAt: createdAt,
  marketplaceIds: [marketplaceId],
});

const shipmentSaid = ({ id, placement, fc, confirmationId, transport, window }: InboundShipment) => ({
  shipmentId: id,
  placementOptionId: placement,
  destination: { destinationType: "AMAZON_WAREHOUSE", warehouseId: fc },
  status: confirmationId ? (transport ? "READY_TO_SHIP" : "WORKING") : "UNCONFIRMED",
  ...(confirmationId && { shipmentConfirmationId: confirmationId }),
  ...(transport && { selectedTransportationOptionId: transport }),
  ...(window && { selectedDeliveryWindow: { deliveryWindowOptionId: window } }),
});

/** Every box by itself, with its number on labels. */
const eachBox = ({ boxes, id, confirmationId }: InboundShipment) =>
  boxes
    .flatMap(({ quantity, ...box }) => Array.from({ length: quantity }, () => box))
    .map((box, i) => ({
      ...box,
      quantity: 1,
      packageId: `${id}-${i + 1}`,
      ...(confirmationId && { boxId: `${confirmationId}U${String(i + 1).padStart(6, "0")}` }),
    }));

/** A page of a list, and how the next one is asked for. */
function pageOf<T>({ query }: Ask, name: string, all: readonly T[]): Answer {
  const size = Number(query.get("pageSize") ?? 10);
  const from = Number(query.get("paginationToken") ?? 0);
  const next = from + size < all.length ? { pagination: { nextToken: String(from + size) } } : {};
  return { json: { [name]: all.slice(from, from + size), ...next } };
}

function create(world: World, { account, body }: Ask): Answer {
  const said = creating.parse(body);
  const [marketplaceId = ""] = said.destinationMarketplaces;
  const seller = world.sellers.find((s) => s.account === account);
  if (seller?.marketplaceId !== marketplaceId) throw new Fault(400, `Invalid marketplace ${marketplaceId}`);
  const id = idOf(world, "wf");
  const createdAt = new Date().toISOString();
  const plan: InboundPlan = {
    id,
    account,
    name: said.name ?? createdAt,
    marketplaceId,
    country: seller.country,
    currency: seller.currency,
    status: "ACTIVE",
    createdAt,
    items: said.items,
    packings: [],
    boxes: [],
    placements: [],
    shipments: [],
  };
  world.inbound.plans[id] = plan;
  const { json, ...rest } = begin(world, plan, "createInboundPlan");
  return { ...rest, json: { inboundPlanId: id, ...json } };
}

/** Boxes hold what the plan says, all of it and nothing else. @throws Fault */
function requireWhole({ items }: InboundPlan, boxes: Parameters<typeof contentsOf>[0]) {
  const packed = contentsOf(boxes);
  for (const { msku, quantity } of items)
    if (packed.get(msku) !== quantity) throw new Fault(400, `Quantity of MSKU ${msku} does not match the plan`);
  if (packed.size !== items.length) throw new Fault(400, "Boxes hold items that are not in the plan");
}

/** Every shipment has what its way asks for. @throws Fault */
function selected(plan: InboundPlan, body: unknown): string[] {
  const { transportationSelections: chosen } = selecting.parse(body);
  if (chosen.length !== plan.shipments.length) throw new Fault(400, "All shipments must be selected");
  return chosen.map(({ shipmentId, transportationOptionId }) => {
    const shipment = shipmentOf(plan, shipmentId);
    const option = shipment.transports.find((t) => t.id === transportationOptionId);
    if (!option) throw new Fault(400, `Invalid transportation option ${transportationOptionId}`);
    if (option.preconditions.length && !shipment.window)
      throw new Fault(400, `Delivery window of shipment ${shipmentId} is not confirmed`);
    return `${shipmentId} ${transportationOptionId}`;
  });
}

const boxLabel = (id: string) =>
  labelPdf({
    trackingNo: id,
    carrierCode: "FBA",
    channelCode: "BOX",
    referenceNo: id,
    weightKg: null,
    receiver: { name: "FBA", country: "", line1: id },
  });

const accepted = ({ placements }: InboundPlan) => placements.some(({ status }) => status === "ACCEPTED");

/** Fulfillment Inbound 2024-03-20, as far as boxes that are known beforehand go, and the box labels of version 0. */
export function inboundRoutes(world: World): Route[] {
  const route = (method: Route["method"], path: string, run: (ask: Ask, plan: InboundPlan) => Answer): Route => ({
    method,
    path: new RegExp(`^${BASE}/inboundPlans/([^/]+)${path}$`),
    run: (ask) => run(ask, (method === "GET" ? planOf : openPlan)(world, ask.account, ask.path[0])),
  });
  const offered = <O extends { id: string }>(offers: readonly O[], id = "") => {
    if (!offers.some((o) => o.id === id)) throw new Fault(400, `Invalid option ${id}`);
    return id;
  };
  const routes: Route[] = [
    { method: "POST", path: new RegExp(`^${BASE}/inboundPlans$`), run: (ask) => create(world, ask) },
    {
      method: "GET",
      path: new RegExp(`^${BASE}/inboundPlans$`),
      run(ask) {
        const state = ask.query.get("status");
        const own = Object.values(world.inbound.plans).filter(
          (plan) => plan.account === ask.account && (!state || plan.status === state),
        );
        return pageOf(ask, "inboundPlans", own.reverse().map(summaryOf));
      },
    },
    {
      method: "GET",
      path: new RegExp(`^${BASE}/operations/([^/]+)$`),
      run({ account, path }) {
        const { id, name, state, problems } = look(world, account, path[0]);
        return { json: { operation: name, operationId: id, operationStatus: state, operationProblems: problems } };
      },
    },
    route("GET", "", (_, plan) => ({
      json: {
        ...summaryOf(plan),
        placementOptions: plan.placements.map(({ id, status }) => ({ placementOptionId: id, status })),
        shipments: plan.shipments.map(({ id }) => ({ shipmentId: id })),
      },
    })),
    route("GET", "/items", (ask, { items }) => pageOf(ask, "items", items)),
    route("PUT", "/cancellation", (_, plan) => begin(world, plan, "cancelInboundPlan")),
    route("POST", "/packingOptions", (_, plan) => begin(world, plan, "generatePackingOptions")),
    route("GET", "/packingOptions", (ask, { packings }) =>
      pageOf(
        ask,
        "packingOptions",
        packings.map(({ id, status, group }) => ({ packingOptionId: id, status, packingGroups: [group], fees: [] })),
      ),
    ),
    route("POST", "/packingOptions/([^/]+)/confirmation", ({ path }, plan) =>
      begin(world, plan, "confirmPackingOption", [offered(plan.packings, path[1])]),
    ),
    route("GET", "/packingGroups/[^/]+/items", (ask, { items }) => pageOf(ask, "items", items)),
    route("POST", "/packingInformation", ({ body }, plan) => {
      const { packageGroupings } = packing.parse(body);
      const group = plan.packings.find(({ status }) => status === "ACCEPTED")?.group;
      if (!group) throw new Fault(400, "No packing option is confirmed");
      if (packageGroupings.some((g) => g.packingGroupId !== group)) throw new Fault(400, "Invalid packing group");
      const boxes = packageGroupings.flatMap((g) => g.boxes);
      requireWhole(plan, boxes);
      return begin(world, plan, "setPackingInformation", [], boxes);
    }),
    route("POST", "/placementOptions", (_, plan) => {
      if (!plan.boxes.length) throw new Fault(400, "Packing information is missing");
      if (accepted(plan)) throw new Fault(400, "A placement option is confirmed");
      return begin(world, plan, "generatePlacementOptions");
    }),
    route("GET", "/placementOptions", (ask, { placements, currency }) =>
      pageOf(
        ask,
        "placementOptions",
        placements.map(({ id, status, fee, shipmentIds }) => ({
          placementOptionId: id,
          status,
          shipmentIds,
          fees: [{ target: "Placement Services", type: "FEE", value: { amount: Number(fee), code: currency } }],
          discounts: [],
        })),
      ),
    ),
    route("POST", "/placementOptions/([^/]+)/confirmation", ({ path }, plan) => {
      if (accepted(plan)) throw new Fault(400, "A placement option is confirmed");
      return begin(world, plan, "confirmPlacementOption", [offered(plan.placements, path[1])]);
    }),
    route("GET", "/shipments/([^/]+)", ({ path }, plan) => ({ json: shipmentSaid(shipmentOf(plan, path[1])) })),
    route("GET", "/shipments/([^/]+)/items", (ask, plan) =>
      pageOf(
        ask,
        "items",
        [...contentsOf(shipmentOf(plan, ask.path[1]).boxes)].map(([msku, quantity]) => ({ msku, quantity })),
      ),
    ),
    route("GET", "/shipments/([^/]+)/boxes", (ask, plan) =>
      pageOf(ask, "boxes", eachBox(shipmentOf(plan, ask.path[1]))),
    ),
    route("POST", "/transportationOptions", ({ body }, plan) => {
      const said = transporting.parse(body);
      if (!plan.placements.some(({ id }) => id === said.placementOptionId)) throw new Fault(400, "Invalid placement");
      const ids = said.shipmentTransportationConfigurations.map(({ shipmentId }) => shipmentOf(plan, shipmentId).id);
      return begin(world, plan, "generateTransportationOptions", ids);
    }),
    route("GET", "/transportationOptions", (ask, { shipments, currency }) => {
      const of = ask.query.get("shipmentId");
      const all = shipments
        .filter(({ id }) => !of || id === of)
        .flatMap((s) =>
          s.transports.map(({ id, quote, ...rest }) => ({
            transportationOptionId: id,
            shipmentId: s.id,
            ...rest,
            carrier: {},
            ...(quote && { quote: { cost: { amount: Number(quote), code: currency } } }),
          })),
        );
      return pageOf(ask, "transportationOptions", all);
    }),
    route("POST", "/transportationOptions/confirmation", ({ body }, plan) => {
      if (!accepted(plan)) throw new Fault(400, "No placement option is confirmed");
      return begin(world, plan, "confirmTransportationOptions", selected(plan, body));
    }),
    route("POST", "/shipments/([^/]+)/deliveryWindowOptions", ({ path }, plan) =>
      begin(world, plan, "generateDeliveryWindowOptions", [shipmentOf(plan, path[1]).id]),
    ),
    route("GET", "/shipments/([^/]+)/deliveryWindowOptions", (ask, plan) =>
      pageOf(
        ask,
        "deliveryWindowOptions",
        shipmentOf(plan, ask.path[1]).windows.map(({ id, ...rest }) => ({
          deliveryWindowOptionId: id,
          availabilityType: "AVAILABLE",
          ...rest,
        })),
      ),
    ),
    route("POST", "/shipments/([^/]+)/deliveryWindowOptions/([^/]+)/confirmation", ({ path }, plan) => {
      const shipment = shipmentOf(plan, path[1]);
      return begin(world, plan, "confirmDeliveryWindowOptions", [shipment.id, offered(shipment.windows, path[2])]);
    }),
    route("PUT", "/shipments/([^/]+)/trackingDetails", ({ path, body }, plan) => {
      const { ltlTrackingDetail: freight, spdTrackingDetail: parcels } = tracking.parse(body).trackingDetails;
      const numbers = parcels?.spdTrackingItems.map(({ trackingId }) => trackingId) ?? freight?.freightBillNumber ?? [];
      const { id } = shipmentOf(plan, path[1]);
      return begin(world, plan, "updateShipmentTrackingDetails", [id, ...new Set(numbers)]);
    }),
    {
      method: "GET",
      path: /^\/fba\/inbound\/v0\/shipments\/([^/]+)\/labels$/,
      run({ account, path, base }) {
        const [id = ""] = path;
        const own = Object.values(world.inbound.plans).filter((plan) => plan.account === account);
        if (!own.some((plan) => plan.shipments.some((s) => s.confirmationId === id)))
          throw new Fault(404, `Shipment ${id} not found`);
        return { json: { payload: { DownloadURL: `${base}/inbound-labels/${id}` } } };
      },
    },
    {
      method: "GET",
      path: /^\/inbound-labels\/([^/]+)$/,
      open: true,
      run: ({ path: [id = ""] }) => ({ bytes: boxLabel(id), type: "application/pdf" }),
    },
  ];
  return routes.map(({ run, ...rest }) => ({ ...rest, run: (ask) => ({ headers: GRANTED, ...run(ask) }) }));
}
