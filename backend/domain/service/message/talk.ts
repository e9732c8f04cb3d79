import type { RuleContext } from "#backend/engine/documents";
import { can, type RowOf, type SentOf } from "#documents/kit";
import { allOrder } from "#documents/service/all-order";
import type { csThread } from "#documents/service/thread";
import { talkSteps } from "#documents/service/words";

export type Thread = RowOf<typeof csThread>;
export type ThreadSent = SentOf<typeof csThread>;

/** What stands beside the talk: the order as far as an answer needs it, and who wrote each message. */
export async function talkOf(c: RuleContext, row: Thread): Promise<ThreadSent["talk"]> {
  const { sql, tenantId, caller } = c;
  const writers = await sql.query<{ id: string; name: string }>(
    `select m.id, u.displayname as name from cs_message m join sys_user u on u.id = m.create_by
     where m.cs_thread_id = $1 and m.direction = 'out' and m.del_flag = 0`,
    [row.id],
  );
  const order = row.platformOrderId
    ? await sql.one<NonNullable<NonNullable<ThreadSent["talk"]>["order"]>>(
        `select p.id, p.platform_order_no as no, p.status, p.currency, p.order_total::text as total,
           p.purchase_time as time, p.fulfillment_channel as channel, p.buyer_alias_shown as buyer,
           p.latest_delivery_time as deliver,
           array(select coalesce(k.sku_code, l.seller_sku) || '×' || l.qty from platform_order_line l
             left join sku k on k.id = l.sku_id where l.platform_order_id = p.id and l.del_flag = 0
             order by l.id) as goods
         from platform_order p where p.id = $1 and p.tenant_id = $2`,
        [row.platformOrderId, tenantId],
      )
    : undefined;
  const parcels = await parcelsOf({ sql, tenantId }, row.platformOrderId);
  const steps = order ? talkSteps.filter((name) => can(caller.permissions, allOrder, name, order).ok) : [];
  const names = Object.fromEntries(writers.map(({ id, name }) => [id, name]));
  return { writers: names, order, parcels, steps };
}

/** Parcels of a platform order with what the carrier told last. */
export const parcelsOf = ({ sql, tenantId }: Pick<RuleContext, "sql" | "tenantId">, platformOrderId: string | null) =>
  sql.query<NonNullable<SentOf<typeof allOrder>["parcels"]>[number]>(
    `select distinct g.id, g.no, g.status, g.tracking_no as "trackingNo",
       g.carrier_code as "carrierCode", g.ship_time as "shipTime", g.delivered_time as "deliveredTime"
     from sales_order o join package_order_line l on l.order_id = o.id and l.del_flag = 0
       join package_order g on g.id = l.package_order_id and g.del_flag = 0
     where o.tenant_id = $1 and o.platform_order_id = $2 and o.del_flag = 0 order by g.id`,
    [tenantId, platformOrderId],
  );
