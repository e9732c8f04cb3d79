import { z } from "zod";
import { call } from "#backend/engine/connect/call";
import type { Connector } from "#backend/engine/connect/connector";
import { Later } from "#backend/engine/connect/words";
import type { Sql } from "#backend/platform/db";
import { dec, r2 } from "#backend/platform/values";

/** Fulfillment Inbound 2024-03-20. */
const BASE = "/inbound/fba/2024-03-20";
const MOST_PAGES = 10;

const text = z.string().min(1).max(200);
const amount = z.object({ amount: z.union([z.number(), z.string()]).transform((v) => r2(dec(String(v)))), code: text });
const charge = z.object({ value: amount });
const offer = z.enum(["OFFERED", "ACCEPTED", "EXPIRED"]).catch("EXPIRED");
const problem = z.object({
  code: z.string().max(100).catch(""),
  message: z.string().catch(""),
  details: z.string().nullish(),
  severity: z.string().nullish(),
});
/** What the platform finds wrong. */
export type InboundProblem = z.infer<typeof problem>;

const operation = z.object({
  operationStatus: z.enum(["IN_PROGRESS", "SUCCESS", "FAILED"]),
  operationProblems: z.array(problem).nullish(),
});
const asked = z.object({ operationId: text });
const item = z.object({ msku: text, quantity: z.number().int() });
const packingOption = z.object({ packingOptionId: text, status: offer, packingGroups: z.array(text) });
const placementOption = z.object({
  placementOptionId: text,
  status: offer,
  shipmentIds: z.array(text),
  fees: z.array(charge).nullish(),
  discounts: z.array(charge).nullish(),
});
export type Placement = z.infer<typeof placementOption>;
const shipment = z.object({
  shipmentId: text,
  shipmentConfirmationId: text.nullish(),
  amazonReferenceId: text.nullish(),
  destination: z.object({ warehouseId: text.nullish() }),
  selectedTransportationOptionId: text.nullish(),
  selectedDeliveryWindow: z.object({ deliveryWindowOptionId: text }).nullish(),
});
const box = z.object({
  boxId: text.nullish(),
  quantity: z.number().int().min(1).nullish(),
  dimensions: z.object({ length: z.number(), width: z.number(), height: z.number() }),
  weight: z.object({ value: z.number() }),
  items: z.array(item),
});
export type BoxTold = z.infer<typeof box>;
const transportOption = z.object({
  transportationOptionId: text,
  shipmentId: text,
  shippingMode: text,
  shippingSolution: text,
  preconditions: z.array(z.string()).nullish(),
  quote: z.object({ cost: amount }).nullish(),
});
export type TransportOption = z.infer<typeof transportOption>;
const windowOption = z.object({
  deliveryWindowOptionId: text,
  availabilityType: z.string(),
  startDate: z.string(),
  endDate: z.string(),
});

/** Boxes of one kind, as setPackingInformation takes them. */
export interface BoxSent {
  quantity: number;
  dimensions: { unitOfMeasurement: "CM"; length: number; width: number; height: number };
  weight: { unit: "KG"; value: number };
  contentInformationSource: "BOX_CONTENT_PROVIDED";
  items: object[];
}

/** The platform's calls about inbound plans, as a connection makes them. */
export function inboundCalls(sql: Sql, connector: Connector) {
  const one = <T>(
    name: string,
    schema: z.ZodType<T>,
    path: string,
    more: { method?: "POST" | "PUT"; body?: object; query?: Record<string, string | undefined> } = {},
  ): Promise<T> =>
    call(sql, connector, {
      ...more,
      path: `${BASE}${path}`,
      schema,
      quota: { operation: name, perSecond: 2, burst: 2 },
    });
  const ask = async (name: string, path: string, body?: object, method: "POST" | "PUT" = "POST") =>
    (await one(name, asked, path, { method, body })).operationId;
  const pages = async <T>(
    name: string,
    path: string,
    list: string,
    schema: z.ZodType<T>,
    query: Record<string, string> = {},
  ): Promise<T[]> => {
    const page = z.looseObject({ pagination: z.object({ nextToken: z.string().nullish() }).nullish() });
    const found: T[] = [];
    let paginationToken: string | undefined;
    for (let i = 0; i < MOST_PAGES; i++) {
      const answer = await one(name, page, path, { query: { ...query, paginationToken } });
      const rows = z.array(schema).safeParse(answer[list]);
      if (!rows.success) throw new Later(`对方的回答有误：${list}`);
      found.push(...rows.data);
      paginationToken = answer.pagination?.nextToken ?? undefined;
      if (!paginationToken) break;
    }
    return found;
  };
  const at = (plan: string) => `/inboundPlans/${encodeURIComponent(plan)}`;
  const shipmentAt = (plan: string, id: string) => `${at(plan)}/shipments/${encodeURIComponent(id)}`;
  return {
    operation: (id: string) => one("getInboundOperationStatus", operation, `/operations/${encodeURIComponent(id)}`),
    /** The living plan of a name; the newest ones are looked through. */
    async planNamed(name: string) {
      const schema = z.object({ inboundPlanId: text, name: z.string().nullish() });
      const query = { status: "ACTIVE", pageSize: "30", sortBy: "CREATION_TIME", sortOrder: "DESC" };
      const plans = await pages("listInboundPlans", "/inboundPlans", "inboundPlans", schema, query);
      return plans.find((plan) => plan.name === name)?.inboundPlanId;
    },
    create: (body: object) =>
      one("createInboundPlan", asked.extend({ inboundPlanId: text }), "/inboundPlans", { method: "POST", body }),
    planState: async (plan: string) => (await one("getInboundPlan", z.object({ status: text }), at(plan))).status,
    items: (plan: string) => pages("listInboundPlanItems", `${at(plan)}/items`, "items", item, { pageSize: "1000" }),
    cancel: (plan: string) => ask("cancelInboundPlan", `${at(plan)}/cancellation`, undefined, "PUT"),
    generatePackings: (plan: string) => ask("generatePackingOptions", `${at(plan)}/packingOptions`),
    packings: (plan: string) =>
      pages("listPackingOptions", `${at(plan)}/packingOptions`, "packingOptions", packingOption, { pageSize: "20" }),
    confirmPacking: (plan: string, option: string) =>
      ask("confirmPackingOption", `${at(plan)}/packingOptions/${encodeURIComponent(option)}/confirmation`),
    groupItems: (plan: string, group: string) =>
      pages("listPackingGroupItems", `${at(plan)}/packingGroups/${encodeURIComponent(group)}/items`, "items", item, {
        pageSize: "100",
      }),
    setPacking: (plan: string, packageGroupings: { packingGroupId: string; boxes: BoxSent[] }[]) =>
      ask("setPackingInformation", `${at(plan)}/packingInformation`, { packageGroupings }),
    generatePlacements: (plan: string) => ask("generatePlacementOptions", `${at(plan)}/placementOptions`, {}),
    placements: (plan: string) =>
      pages("listPlacementOptions", `${at(plan)}/placementOptions`, "placementOptions", placementOption, {
        pageSize: "20",
      }),
    confirmPlacement: (plan: string, option: string) =>
      ask("confirmPlacementOption", `${at(plan)}/placementOptions/${encodeURIComponent(option)}/confirmation`),
    shipment: (plan: string, id: string) => one("getShipment", shipment, shipmentAt(plan, id)),
    shipmentItems: (plan: string, id: string) =>
      pages("listShipmentItems", `${shipmentAt(plan, id)}/items`, "items", item, { pageSize: "1000" }),
    shipmentBoxes: (plan: string, id: string) =>
      pages("listShipmentBoxes", `${shipmentAt(plan, id)}/boxes`, "boxes", box, { pageSize: "1000" }),
    generateTransports: (plan: string, body: object) =>
      ask("generateTransportationOptions", `${at(plan)}/transportationOptions`, body),
    transports: (plan: string, shipmentId: string) =>
      pages(
        "listTransportationOptions",
        `${at(plan)}/transportationOptions`,
        "transportationOptions",
        transportOption,
        { pageSize: "20", shipmentId },
      ),
    confirmTransports: (plan: string, body: object) =>
      ask("confirmTransportationOptions", `${at(plan)}/transportationOptions/confirmation`, body),
    generateWindows: (plan: string, id: string) =>
      ask("generateDeliveryWindowOptions", `${shipmentAt(plan, id)}/deliveryWindowOptions`),
    windows: (plan: string, id: string) =>
      pages(
        "listDeliveryWindowOptions",
        `${shipmentAt(plan, id)}/deliveryWindowOptions`,
        "deliveryWindowOptions",
        windowOption,
        { pageSize: "100" },
      ),
    confirmWindow: (plan: string, id: string, option: string) =>
      ask(
        "confirmDeliveryWindowOptions",
        `${shipmentAt(plan, id)}/deliveryWindowOptions/${encodeURIComponent(option)}/confirmation`,
      ),
    setTracking: (plan: string, id: string, trackingDetails: object) =>
      ask("updateShipmentTrackingDetails", `${shipmentAt(plan, id)}/trackingDetails`, { trackingDetails }, "PUT"),
    /** Address of the box labels, for a while; of version 0, which has no other. */
    async labels(confirmationId: string): Promise<string> {
      const schema = z.object({ payload: z.object({ DownloadURL: z.string().max(4000) }) });
      const answer = await call(sql, connector, {
        path: `/fba/inbound/v0/shipments/${encodeURIComponent(confirmationId)}/labels`,
        query: { PageType: "PackageLabel_Plain_Paper", LabelType: "BARCODE_2D" },
        schema,
        quota: { operation: "getLabels", perSecond: 2, burst: 30 },
      });
      return answer.payload.DownloadURL;
    },
  };
}

export type InboundCalls = ReturnType<typeof inboundCalls>;

/** What charges come to, less what is given back. */
export const feeOf = ({ fees, discounts }: Placement): { fee: string; currency: string | null } => {
  const sum = (of: Placement["fees"]) => (of ?? []).reduce((all, { value }) => all.plus(value.amount), dec(0));
  return { fee: r2(sum(fees).minus(sum(discounts))), currency: fees?.[0]?.value.code ?? null };
};
