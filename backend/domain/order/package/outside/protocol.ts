import { z } from "zod";
import { call } from "#backend/engine/connect/call";
import type { Connector } from "#backend/engine/connect/connector";
import { Refused } from "#backend/engine/connect/words";
import { moveTo, NOW, patch, type RuleContext } from "#backend/engine/documents";
import { explain } from "#backend/engine/documents/writing/explain";
import type { Sql } from "#backend/platform/db";
import { openAddress } from "#backend/platform/personal/open";
import { packageOrder } from "#documents/order/package-order";
import { postPackage } from "../freight";

/** A package as systems outside are told of it. */
export interface ProtocolTold {
  id: string;
  no: string;
  status: string;
  task: string | null;
  externalOrderNo: string | null;
  trackingNo: string | null;
  channelCode: string;
  weightKg: string;
  lines: {
    code: string | null;
    sku: string;
    qty: number;
    declareName: string;
    declarePrice: string;
    externalQty: number | null;
  }[];
}

/** @throws Refused when there is no such package */
export async function toldOf(sql: Sql, id: unknown): Promise<ProtocolTold> {
  const found = await sql.one<ProtocolTold>(
    `select t.id, t.no, t.status, t.task, t.external_order_no as "externalOrderNo",
       t.tracking_no as "trackingNo", coalesce(h.code, '') as "channelCode",
       t.package_weight_kg::text as "weightKg",
       (select jsonb_agg(jsonb_build_object('code', l.external_sku, 
            'sku', l.sku_code, 'qty', l.qty, 'externalQty', l.external_qty, 'declareName', coalesce(l.declare_name_en, l.sku_name),
            'declarePrice', coalesce(l.declare_price, 0)::text) order by l.line_no, l.id)
        from package_order_line l where l.package_order_id = t.id and l.del_flag = 0) as lines
     from package_order t left join logistics_channel h on h.id = t.logistics_channel_id
     where t.id = $1 and t.del_flag = 0`,
    [String(id)],
  );
  if (!found) throw new Refused("包裹不存在");
  return found;
}

/** Who gets a package. @throws Refused when it is not kept any more, or not whole */
export async function receiverOf(sql: Sql, id: string) {
  const address = await openAddress(sql, packageOrder, id, "receiver");
  const { name, line1, country } = address ?? {};
  if (!address || !name || !line1 || !country) throw new Refused("收件信息不完整或已清除");
  return { ...address, name, line1, country: country.toUpperCase() };
}

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
export interface ProtocolSaid {
  carrierCode: string;
  trackingNo: string;
  weightKg?: string | null;
  freight?: string | null;
  freightCurrency?: string | null;
}

/** Tells the warehouse to send a package. @returns its number there; the same one when told again */
export async function makeOrder(sql: Sql, connector: Connector, told: ProtocolTold) {
  const body = {
    referenceNo: told.no,
    channelCode: told.channelCode,
    receiver: await receiverOf(sql, told.id),
    lines: told.lines.map(({ code, externalQty }) => ({ code, qty: externalQty })),
  };
  const schema = z.object({ orderNo: text });
  const key = `send:${told.no}`;
  return call(sql, connector, { method: "POST", path: "/orders", body, schema, key });
}

const orderPath = ({ externalOrderNo }: Pick<ProtocolTold, "externalOrderNo">) => {
  if (!externalOrderNo) throw new Refused("仓库还没有这张订单");
  return `/orders/${encodeURIComponent(externalOrderNo)}`;
};

export const orderOf = (sql: Sql, connector: Connector, told: Pick<ProtocolTold, "externalOrderNo">) =>
  call(sql, connector, { path: orderPath(told), schema: warehouseOrder });

export const orderLabelPath = (told: ProtocolTold) => `${orderPath(told)}/label`;

/** Asks the warehouse to keep what it was told to send. @throws Refused when it has left */
export const cancelOrder = (sql: Sql, connector: Connector, told: ProtocolTold, key: string) =>
  call(sql, connector, { method: "POST", path: `${orderPath(told)}/cancel`, body: {}, key, schema: z.looseObject({}) });

const shipment = z.object({
  trackingNo: text,
  carrierCode: text,
  freight: amount.nullish(),
  freightCurrency: currency.nullish(),
});

/** Gives a package to a carrier. @returns its tracking number; the same one when told again */
export async function makeShipment(sql: Sql, connector: Connector, told: ProtocolTold): Promise<ProtocolSaid> {
  const weightKg = Number(told.weightKg);
  if (!(weightKg > 0)) throw new Refused("包裹没有重量，请维护SKU毛重");
  const body = {
    referenceNo: told.no,
    channelCode: told.channelCode,
    weightKg,
    receiver: await receiverOf(sql, told.id),
    lines: told.lines.map(({ sku, qty, declareName, declarePrice }) => ({ sku, qty, declareName, declarePrice })),
  };
  const key = `post:${told.no}`;
  return call(sql, connector, { method: "POST", path: "/shipments", body, schema: shipment, key });
}

const shipmentPath = (trackingNo: string) => `/shipments/${encodeURIComponent(trackingNo)}`;

export const shipmentLabelPath = (trackingNo: string) => `${shipmentPath(trackingNo)}/label`;

export const dropShipment = (sql: Sql, connector: Connector, trackingNo: string, key: string) =>
  call(sql, connector, { method: "DELETE", path: shipmentPath(trackingNo), key, schema: z.looseObject({}) });

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
  (await call(sql, connector, { path: `${shipmentPath(trackingNo)}/events`, schema: events })).events;

/** What was said of what a package weighs and costs; its fact follows. The row is locked. */
export async function writeFigures(
  c: RuleContext,
  id: string,
  { weightKg, freight, freightCurrency }: Partial<ProtocolSaid>,
): Promise<void> {
  await c.sql.query(
    `update package_order set actual_weight_kg = coalesce($2, actual_weight_kg),
       actual_freight = coalesce($3, actual_freight),
       freight_currency = case when $3::numeric is null then freight_currency
         else coalesce($4, freight_currency, 'USD') end
     where id = $1`,
    [id, weightKg ?? null, freight ?? null, freightCurrency ?? null],
  );
  await postPackage(c, id);
}

/** A package that was sent has a number now. The row is locked. */
export async function writeLabel(c: RuleContext, id: string, said: ProtocolSaid): Promise<void> {
  const [carrier, number] = [said.carrierCode.toUpperCase(), said.trackingNo.toUpperCase()];
  await explain(
    packageOrder,
    patch(c, packageOrder, id, {
      carrierCode: carrier,
      trackingNo: number,
      trackingKey: `${carrier}/${number}`,
      labelTime: NOW,
      failReason: null,
      task: null,
    }),
  );
  await writeFigures(c, id, said);
  await moveTo(c, packageOrder, id, "labelled", "取得面单");
}
