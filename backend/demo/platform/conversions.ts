import { packagesOf } from "#backend/domain/order/package/packages";
import { runRule } from "#backend/domain/order/rule/run/run-rule";
import { auditOrders } from "#backend/domain/order/sales/audit";
import type { RuleContext } from "#backend/engine/documents";
import { nextOrder, type Sql } from "#backend/platform/db";
import { salesOrder } from "#documents/order/sales-order";
import { act, asSystem, attemptAct, personAt } from "../acting";
import { passTime } from "../clock";

/** Orders of the demonstration that staff has to work on, or has worked on. */
const ORDERS = { full: 80, small: 24 };
/** Every tenth is left to be run by hand. */
const BY_HAND = 10;
/** So many that wait for nothing go back to be audited by hand, every other one until there are enough. */
const RECONSIDERED = { full: 14, small: 5 };
/** How far parcels of our own warehouses have come: as many steps as their place in turn. */
const STEPS = ["send", "register", "ship", "deliver"] as const;

interface ConversionOpen {
  id: string;
  /** Its platform is connected: it would be told of parcels that its stand-in knows nothing of. */
  connected: boolean;
}

/** Newest first; of those whose goods lie nowhere one comes with four that can be sent. */
const openOf = (sql: Sql, tenantId: string, most: number) =>
  sql.query<ConversionOpen>(
    `with open as (
       select p.id, p.purchase_time, not exists (select 1 from platform_order_line l
           where l.platform_order_id = p.id and not exists (select 1 from stock s
             where s.sku_id = l.sku_id and s.available_qty >= l.qty)) as stocked,
         exists (select 1 from connector k where k.store_id = p.store_id) as connected
       from platform_order p
       where p.tenant_id = $1 and p.fulfillment_channel = 'MFN' and p.status = 'Unshipped'
         and not p.unpaired)
     select id, connected from open
     order by row_number() over (partition by stocked order by purchase_time desc, id desc)
       * case when stocked then 1 else 4 end, id limit $2`,
    [tenantId, most],
  );

const isOwn = async ({ sql }: RuleContext, warehouseId: string | null) =>
  !!(await sql.one("select 1 from warehouse where id = $1 and kind <> 'thirdParty'", [warehouseId]));

/** Sends the parcels of an order that leave from our own warehouses, some farther than others. */
async function sendParcels(c: RuleContext, orderId: string, far: number) {
  for (const parcel of await packagesOf(c, orderId)) {
    if (parcel.status !== "reserved" || !(await isOwn(c, parcel.warehouseId))) continue;
    for (const step of STEPS.slice(0, far)) {
      nextOrder(c.sql);
      const trackingNo = `YT${String(2_600_000_000 + Number(parcel.id) * 7919)}`;
      await act(c, "package_order", parcel.id, step, {
        ...(step === "register" && { carrierCode: "YUNTU", trackingNo }),
      });
    }
  }
}

/** Orders of the newest platform orders that we ship ourselves: made, run through the rules, sent. */
export async function insertConversions(sql: Sql, scale: number): Promise<number> {
  const c = asSystem(sql);
  const size = scale < 1 ? "small" : "full";
  const open = await openOf(sql, c.tenantId, ORDERS[size]);
  const staff = await personAt(c, "order");
  let reconsidered = 0;
  for (const [i, { id, connected }] of open.entries()) {
    nextOrder(sql);
    await passTime(sql);
    await act(c, "platform_order", id, "convert");
    if (i % BY_HAND === BY_HAND - 1) continue;
    const order = await sql.one<{ id: string }>(`select id from ${salesOrder.table} where platform_order_id = $1`, [
      id,
    ]);
    if (!order) continue;
    nextOrder(sql);
    await runRule(c, order.id, "sync", auditOrders);
    const again =
      i % 2 === 1 && reconsidered < RECONSIDERED[size] && (await attemptAct(staff, "sales_order", order.id, "unaudit"));
    if (again) reconsidered++;
    else if (!connected) await sendParcels(c, order.id, i % (STEPS.length + 1));
  }
  return open.length;
}
