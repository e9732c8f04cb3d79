import { rebuildDrafts } from "#backend/domain/order/package/drafts";
import { packagesOf } from "#backend/domain/order/package/packages";
import { moveTo, type RuleContext } from "#backend/engine/documents";
import { nextOrder, patchRow, type Sql } from "#backend/platform/db";
import { salesOrder } from "#documents/order/sales-order";
import { otherIn } from "#documents/wms/other-in";
import { act, asSystem, attempt, draft, keeperOf, laidIn, personAt } from "../acting";
import { goTo, workFrom } from "../clock";
import { workersOf } from "../people/staff";
import { moveTo as dated } from "../receipt-days";
import { numbers } from "../sourcing/kit";

const HOUR_MS = 3_600_000;
/** Days before the last one that goods of these parcels lay in our warehouse. */
const LAID_IN = 119;
/** Pieces that stay of what was laid in. */
const LEFT = 40;
/** From so many pieces on an order leaves in two parcels. */
const TWO = 3;
/** Of so many parcels one comes back. */
const RETURNED = 60;

/** Pieces of a SKU that left on or after a day. */
export interface LeavingGoods {
  skuId: string;
  qty: number;
  bought: Date;
}

interface SentOrder extends LeavingGoods {
  id: string;
  canceled: boolean;
  order?: string;
}

/** What the platform said of it that is not so while it is made. */
const told = (sql: Sql, orders: readonly SentOrder[], status: string) =>
  patchRow(
    sql,
    "platform_order",
    orders.map((o) => o.id),
    { status },
  );

/** Orders that we shipped ourselves, oldest first, and those of them that their buyers gave up. */
const sentOf = async (sql: Sql, most: number | null): Promise<SentOrder[]> =>
  (
    await sql.query<Omit<SentOrder, "bought"> & { bought: string }>(
      `select p.id, l.sku_id as "skuId", l.qty, p.purchase_time::text as bought, p.status = 'Canceled' as canceled
       from platform_order p join platform_order_line l on l.platform_order_id = p.id
         join sku k on k.id = l.sku_id and k.status = 'approved'
       where p.tenant_id = 1 and p.fulfillment_channel = 'MFN' and p.status in ('Shipped', 'Canceled') and not p.unpaired
       order by p.purchase_time, p.id limit $1`,
      [most],
    )
  ).map(({ bought, ...order }) => ({ ...order, bought: new Date(bought) }));

/** Lays in what our warehouses lack for them, as it was there at first. */
export async function layIn(c: RuleContext, orders: readonly LeavingGoods[], daysAgo: number): Promise<void> {
  const lacking = await c.sql.query<{ skuId: string; qty: number; cost: string; warehouseId: string }>(
    `select k.id as "skuId", (n.qty + $3)::int as qty, coalesce(k.purchase_price, 10)::text as cost, w.id as "warehouseId"
     from (select sku_id, sum(qty) as qty from unnest($1::bigint[], $2::int[]) x(sku_id, qty) group by 1) n
       join sku k on k.id = n.sku_id join warehouse w on w.tenant_id = 1 and w.code = 'WH-YW'
     where not exists (select from stock s join warehouse h on h.id = s.warehouse_id and h.kind = 'domestic'
         where s.sku_id = k.id and (s.available_qty > n.qty or h.id = w.id))
     order by k.id`,
    [orders.map((o) => o.skuId), orders.map((o) => o.qty), LEFT],
  );
  const [first] = lacking;
  if (!first) return;
  const day = new Date(Date.now() - daysAgo * 24 * HOUR_MS).toISOString().slice(0, 10);
  const keeper = await keeperOf(c, first.warehouseId);
  const items = lacking.map(({ skuId, qty, cost }) => ({ skuId, goodQty: qty, badQty: 0, unitCost: cost }));
  const { id } = await draft(keeper, otherIn, {
    inType: "opening",
    warehouseId: first.warehouseId,
    bizDate: day,
    items,
  });
  await laidIn(c, keeper, id);
  await dated(c.sql, "other_in", { id, no: numbers("QR")(day) }, `${day} 09:00:00`);
}

/**
 * Packs an order from our own warehouse whose goods are held, and audits it.
 * @param first pieces of the first parcel; the rest goes into a second one
 * @returns it, or nothing where no warehouse has the goods
 */
export async function pack(
  c: RuleContext,
  id: string,
  { skuId, qty }: Pick<LeavingGoods, "skuId" | "qty">,
  channelId: string,
  first = qty,
): Promise<string | undefined> {
  const from = await c.sql.one<{ warehouseId: string }>(
    `select s.warehouse_id as "warehouseId" from stock s join warehouse w on w.id = s.warehouse_id and w.kind = 'domestic'
     where s.sku_id = $1 and s.available_qty >= $2 order by s.available_qty desc limit 1`,
    [skuId, qty],
  );
  if (!from) return;
  const line = await c.sql.one<{ id: string }>(
    "select id from sales_order_line where sales_order_id = $1 and del_flag = 0",
    [id],
  );
  nextOrder(c.sql);
  await rebuildDrafts(
    c,
    id,
    [first, qty - first]
      .filter((pieces) => pieces > 0)
      .map((pieces) => ({
        warehouseId: from.warehouseId,
        channelId,
        lines: [{ orderLineId: line?.id ?? "", skuId, qty: pieces }],
      })),
  );
  nextOrder(c.sql);
  await moveTo(c, salesOrder, id, "pendingAudit", "已定仓库与物流");
  await act(c, salesOrder.name, id, "audit");
  return id;
}

/**
 * Makes the order of a platform order, and packs it into parcels from our own warehouse whose goods are held; one that
 * was given up ends there.
 * @returns the order that is to be sent
 */
async function begin(
  c: RuleContext,
  { id: platformOrderId, skuId, qty, canceled }: SentOrder,
  channelId: string,
): Promise<string | undefined> {
  await act(asSystem(c.sql), "platform_order", platformOrderId, "convert");
  const made = await c.sql.one<{ id: string }>(`select id from ${salesOrder.table} where platform_order_id = $1`, [
    platformOrderId,
  ]);
  if (!made) return;
  const { id } = made;
  if (canceled) {
    await act(c, salesOrder.name, id, "cancel", { reason: "买家取消订单" });
    return id;
  }
  return pack(c, id, { skuId, qty }, channelId, qty < TWO ? qty : Math.ceil(qty / 2));
}

/** Sends what was packed on the next day; what had time to arrive has arrived. */
export async function send(c: RuleContext, nth: number, { id, bought }: { id: string; bought: Date }, now: Date) {
  const keeper = await personAt(c, nth % 3 ? "warehouse" : "warehouse_lead");
  const after = (hours: number) => new Date(bought.getTime() + hours * HOUR_MS);
  const arrived = after(24 * (6 + (nth % 7)));
  nextOrder(c.sql);
  for (const parcel of await packagesOf(c, id)) {
    const step = (action: string, input = {}) => act(keeper, "package_order", parcel.id, action, input);
    await workFrom(c.sql, after(20 + (nth % 9)));
    await step("send");
    await step("register", {
      carrierCode: "YUNTU",
      trackingNo: `YT${String(2_400_000_000 + Number(parcel.id) * 7919)}`,
    });
    await step("ship");
    // No platform is connected while it is made.
    await patchRow(c.sql, "package_order", [parcel.id], { confirm_state: "uploaded" });
    if (arrived >= now) continue;
    await goTo(c.sql, arrived);
    await act(c, "package_order", parcel.id, "deliver");
    if (nth % RETURNED !== RETURNED - 1) continue;
    await workFrom(c.sql, arrived);
    await step("takeBack", { reason: "买家未签收，退回发件仓" });
  }
  nextOrder(c.sql);
  if (arrived < now) await moveTo(c, salesOrder, id, "completed", "自动完成");
}

/** Who works on orders. */
export async function clerksOf(c: RuleContext): Promise<RuleContext[]> {
  const staff: RuleContext[] = [];
  for (const name of await workersOf(c.sql, "ORDER")) staff.push(await personAt(c, name));
  return staff;
}

/** The line that parcels of former days went by. */
export const channelOf = (sql: Sql) =>
  sql.one<{ id: string }>("select id from logistics_channel where tenant_id = 1 and code = 'CN-YT-THPHR'");

/** What grows while they are made. Planned as the few rows that it had, each next one would look through all of it. */
const GROWING = `sales_order, sales_order_item, sales_order_line, package_order, package_order_line, stock_move,
  stock_reservation, doc_link, sys_oper_log`;
export const known = async (sql: Sql, nth: number) => {
  if (nth % 150 === 100) await sql.query(`analyze ${GROWING}`);
};

/**
 * Orders of former days that left from our own warehouses, and those that were given up before. What the platform says
 * of them and what they brought in figures stands already.
 * @param most the oldest of them; null: all
 */
export async function insertSent(sql: Sql, most: number | null = null): Promise<number> {
  const c = asSystem(sql);
  const now = new Date();
  const found = await sentOf(sql, most);
  const staff = await clerksOf(c);
  const channel = await channelOf(sql);
  if (!channel) return 0;
  const [lost, left] = [found.filter((o) => o.canceled), found.filter((o) => !o.canceled)];
  await layIn(c, left, LAID_IN);
  // Their platforms know since: nobody is told now.
  const open = await sql.query<{ id: string }>("update connector set enabled = false where enabled returning id");
  await told(sql, found, "Unshipped");
  for (const [i, order] of found.entries()) {
    const clerk = staff[i % staff.length] ?? c;
    nextOrder(sql);
    await known(sql, i);
    await workFrom(sql, new Date(order.bought.getTime() + (1 + (i % 5)) * HOUR_MS));
    order.order = await attempt(c, () => begin(clerk, order, channel.id));
  }
  // What they brought stands in the figures: not told as sold, nothing is posted a second time.
  await told(sql, left, "Pending");
  for (const [i, order] of left.entries()) if (order.order) await send(c, i, { ...order, id: order.order }, now);
  await told(sql, left, "Shipped");
  await told(sql, lost, "Canceled");
  await patchRow(
    sql,
    "connector",
    open.map(({ id }) => id),
    { enabled: true },
  );
  return found.length;
}
