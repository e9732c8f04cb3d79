import { z } from "zod";
import { call } from "#backend/engine/connect/call";
import { connectorOf } from "#backend/engine/connect/connector";
import { requestFeed } from "#backend/engine/connect/feed";
import { onOutbox, Refused } from "#backend/engine/connect/words";
import { patch } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { packageOrder } from "#documents/order/package-order";

interface ConfirmTold {
  orderNo: string;
  marketplaceId: string;
  orderItemId: string;
  quantity: number;
}

const parcelOf = (sql: Sql, id: string) =>
  sql.one<{ carrierCode: string | null; trackingNo: string | null; shipTime: string | null; channel: string | null }>(
    `select p.carrier_code as "carrierCode", p.tracking_no as "trackingNo", c.name as channel,
       to_char(p.ship_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "shipTime"
     from package_order p left join logistics_channel c on c.id = p.logistics_channel_id
     where p.id = $1 and p.del_flag = 0`,
    [id],
  );

/**
 * What a package brings of each line of the platform. Of a combination: the sets that became whole by it,
 * with what left in packages before (market.md 17.12).
 */
const toldOf = (sql: Sql, id: string) =>
  sql.query<ConfirmTold>(
    `with own as (select id, ship_time from package_order where id = $1),
     touched as (select distinct s.item_id from package_order_line l
       join sales_order_line s on s.id = l.order_line_id
       where l.package_order_id = $1 and l.del_flag = 0),
     part as (
       select s.item_id, s.per_set, coalesce(sum(l.qty), 0) as till,
         coalesce(sum(l.qty) filter (where l.package_order_id <> $1), 0) as before
       from touched t join sales_order_line s on s.item_id = t.item_id and s.del_flag = 0
         left join (package_order_line l join package_order p on p.id = l.package_order_id
             and p.del_flag = 0 and p.ship_time is not null join own on true)
           on l.order_line_id = s.id and l.del_flag = 0
             and (p.ship_time, p.id) <= (own.ship_time, own.id)
       group by s.id, s.item_id, s.per_set)
     select m.platform_order_no as "orderNo", m.marketplace_id as "marketplaceId",
       i.platform_line_no as "orderItemId", (min(floor(part.till / part.per_set))
         - min(floor(part.before / part.per_set)))::int as quantity
     from part join sales_order_item i on i.id = part.item_id
       join sales_order o on o.id = i.sales_order_id
       join platform_order m on m.id = o.platform_order_id
     where i.platform_line_no is not null
     group by 1, 2, 3 having min(floor(part.till / part.per_set))
       > min(floor(part.before / part.per_set)) order by 1, 3`,
    [id],
  );

const nothing = z.unknown();

/** The marketplace is told that a package left, each of its orders by itself. */
export const confirm = onOutbox("marketplace.confirm", {
  attempts: 4,
  async send(db, { key, documentId, connectorId }) {
    const id = documentId ?? "";
    const parcel = await parcelOf(db, id);
    if (!parcel?.shipTime || !parcel.trackingNo) throw new Refused("包裹还没有出库");
    const { carrierCode, trackingNo, shipTime, channel } = parcel;
    const connector = await connectorOf(db, connectorId);
    const orders = new Map<string, ConfirmTold[]>();
    for (const told of await toldOf(db, id)) orders.set(told.orderNo, [...(orders.get(told.orderNo) ?? []), told]);
    for (const [orderNo, items] of orders)
      await call(db, connector, {
        method: "POST",
        path: `/orders/v0/orders/${encodeURIComponent(orderNo)}/shipmentConfirmation`,
        key: `${key}/${orderNo}`,
        body: {
          marketplaceId: items[0]?.marketplaceId,
          packageDetail: {
            packageReferenceId: id,
            carrierCode: carrierCode ?? "Other",
            carrierName: carrierCode ?? "Other",
            shippingMethod: channel ?? undefined,
            trackingNumber: trackingNo,
            shipDate: shipTime,
            orderItems: items.map(({ orderItemId, quantity }) => ({ orderItemId, quantity })),
          },
        },
        schema: nothing,
      });
    return [...orders.keys()].join("、") || "没有平台行";
  },
  async done(sql, { documentId, connectorId, tenantId }) {
    await patch({ sql }, packageOrder, documentId, { confirmState: "uploaded" });
    // What the marketplace makes of it is read soon.
    if (connectorId) await requestFeed({ sql, tenantId }, connectorId, {}, false);
  },
  async dead(sql, { documentId }) {
    await patch({ sql }, packageOrder, documentId, { confirmState: "failed" });
  },
});
