import { z } from "zod";
import { call } from "../../../../connect/call";
import type { Connector } from "../../../../connect/connector";
import { Refused } from "../../../../connect/words";
import type { Sql } from "../../../../db/sql";
import { receiverOf, type Told } from "./told";

const text = z.string().trim().min(1).max(100);
/** Money and weights, said as numbers or as texts. */
const amount = z
  .union([z.string().max(20), z.number()])
  .transform(String)
  .refine((v) => /^\d{1,9}(\.\d{1,6})?$/.test(v));
const currency = z.string().regex(/^[A-Z]{3}$/);

const warehouseOrder = z.object({
  orderNo: text,
  state: z.enum(["created", "labelled", "shipped", "cancelled"]),
  trackingNo: text.nullish(),
  carrierCode: text.nullish(),
  weightKg: amount.nullish(),
  freight: amount.nullish(),
  freightCurrency: currency.nullish(),
});
/** An order as the warehouse tells it. */
export type WarehouseOrder = z.infer<typeof warehouseOrder>;

/** What a warehouse or a carrier says of a parcel. */
export interface Said {
  carrierCode: string;
  trackingNo: string;
  weightKg?: string | null;
  freight?: string | null;
  freightCurrency?: string | null;
}

/** Tells the warehouse to send a package. @returns its number there; the same one when told again */
export async function makeOrder(sql: Sql, connector: Connector, told: Told) {
  const body = {
    ...{ referenceNo: told.no, channelCode: told.channelCode },
    receiver: await receiverOf(sql, told.id),
    lines: told.lines.map(({ code, externalQty }) => ({ code, qty: externalQty })),
  };
  const schema = z.object({ orderNo: text });
  const key = `send:${told.no}`;
  return call(sql, connector, { method: "POST", path: "/orders", body, schema, key });
}

const orderPath = ({ externalOrderNo }: Pick<Told, "externalOrderNo">) => {
  if (!externalOrderNo) throw new Refused("仓库还没有这张订单");
  return `/orders/${encodeURIComponent(externalOrderNo)}`;
};

export const orderOf = (sql: Sql, connector: Connector, told: Pick<Told, "externalOrderNo">) =>
  call(sql, connector, { path: orderPath(told), schema: warehouseOrder });

export const orderLabelPath = (told: Told) => `${orderPath(told)}/label`;

/** Asks the warehouse to keep what it was told to send. @throws Refused when it has left */
export const cancelOrder = (sql: Sql, connector: Connector, told: Told, key: string) =>
  call(sql, connector, {
    ...{ method: "POST", path: `${orderPath(told)}/cancel`, body: {}, key },
    schema: z.looseObject({}),
  });

const shipment = z.object({
  trackingNo: text,
  carrierCode: text,
  freight: amount.nullish(),
  freightCurrency: currency.nullish(),
});

/** Gives a package to a carrier. @returns its tracking number; the same one when told again */
export async function makeShipment(sql: Sql, connector: Connector, told: Told): Promise<Said> {
  const weightKg = Number(told.weightKg);
  if (!(weightKg > 0)) throw new Refused("包裹没有重量，请维护SKU毛重");
  const body = {
    ...{ referenceNo: told.no, channelCode: told.channelCode, weightKg },
    receiver: await receiverOf(sql, told.id),
    lines: told.lines.map(({ sku, qty, declareName, declarePrice }) => ({
      ...{ sku, qty, declareName, declarePrice },
    })),
  };
  const key = `post:${told.no}`;
  return call(sql, connector, { method: "POST", path: "/shipments", body, schema: shipment, key });
}

const shipmentPath = (trackingNo: string) => `/shipments/${encodeURIComponent(trackingNo)}`;

export const shipmentLabelPath = (trackingNo: string) => `${shipmentPath(trackingNo)}/label`;

export const dropShipment = (sql: Sql, connector: Connector, trackingNo: string, key: string) =>
  call(sql, connector, {
    ...{ method: "DELETE", path: shipmentPath(trackingNo), key },
    schema: z.looseObject({}),
  });

const events = z.object({
  events: z
    .array(
      z.object({
        time: z.iso.datetime({ offset: true }),
        location: z.string().max(200).nullish(),
        status: z.string().max(40),
        desc: z.string().max(300).nullish(),
      }),
    )
    .max(1000),
});
export type TrackEvent = z.infer<typeof events>["events"][number];

export const eventsOf = async (sql: Sql, connector: Connector, trackingNo: string) =>
  (await call(sql, connector, { path: `${shipmentPath(trackingNo)}/events`, schema: events }))
    .events;
