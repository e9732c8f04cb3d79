import type { RuleContext } from "#backend/engine/documents";
import { nextOrder, type Sql } from "#backend/platform/db";
import { dec } from "#backend/platform/values";
import { salesOrder } from "#documents/order/sales-order";
import { asSystem, attempt, draft } from "../acting";
import { workAgo } from "../clock";
import { invented } from "../platform/orders";
import { channelOf, clerksOf, insertSent, known, type LeavingGoods, layIn, pack, send } from "./sent";

/** How many orders of former days were written by hand. */
const WRITTEN = 800;
/** Every third is a sample for who shows our goods; the others buy more than one at a lower price. */
const SAMPLE = 3;
const PIECES = [2, 6, 4, 12, 3, 8, 5] as const;
const REBATE = "0.8";
const DAY_MS = 86_400_000;
/** Days before the last one that their goods were laid in. */
const LAID_IN = 118;

interface WrittenOrder extends LeavingGoods {
  storeId: string;
  site: string;
  price: string;
  order?: string;
}

/** What is asked for is what sells: one of so many orders of the platform shows its store, its goods and its price. */
async function wanted(sql: Sql, most: number): Promise<WrittenOrder[]> {
  const rows = await sql.query<Omit<WrittenOrder, "bought" | "qty"> & { bought: string }>(
    `select x."storeId", x.site, x."skuId", x.bought, x.price from (
       select p.store_id as "storeId", i.site_code as site, l.sku_id as "skuId", p.purchase_time::text as bought,
         (l.item_price / l.qty)::text as price, count(*) over () as all_of_them,
         row_number() over (order by p.purchase_time, p.id) as nth
       from platform_order p join platform_order_line l on l.platform_order_id = p.id
         join sku k on k.id = l.sku_id and k.status = 'approved' join site i on i.id = p.site_id
       where p.tenant_id = 1 and p.fulfillment_channel = 'AFN' and p.status = 'Shipped'
         and p.purchase_time < now() - interval '5 days') x
     where x.nth % greatest(x.all_of_them / $1, 1) = 0
     order by x.nth limit $1`,
    [most],
  );
  return rows.map(({ bought, ...row }, i) => ({
    ...row,
    qty: i % SAMPLE === 0 ? 1 : (PIECES[i % PIECES.length] ?? 1),
    bought: new Date(bought),
  }));
}

/** One of them as somebody writes it down, packed and audited. */
async function write(c: RuleContext, nth: number, wish: WrittenOrder, channelId: string): Promise<string | undefined> {
  const sample = nth % SAMPLE === 0;
  const { id } = await draft(c, salesOrder, {
    orderSource: sample ? "sample" : "manual",
    storeId: wish.storeId,
    receiver: invented(wish.site, 7_000 + nth),
    remark: sample ? "红人样品，随附使用说明" : "老客户批量补货，按约定折扣",
    items: [{ skuId: wish.skuId, qty: wish.qty, unitPrice: sample ? "0" : dec(wish.price).times(REBATE).toFixed(2) }],
  });
  nextOrder(c.sql);
  return pack(c, id, wish, channelId);
}

/**
 * Orders of former days that no platform told of: who shows our goods got samples, who resells them bought more.
 * All left from our own warehouses.
 */
export async function insertWritten(sql: Sql, most = WRITTEN): Promise<number> {
  const c = asSystem(sql);
  const now = new Date();
  const channel = await channelOf(sql);
  if (!channel) return 0;
  const staff = await clerksOf(c);
  const wishes = await wanted(sql, most);
  await layIn(c, wishes, LAID_IN);
  for (const [i, wish] of wishes.entries()) {
    nextOrder(sql);
    await known(sql, i);
    // At any hour of work: what is asked for at night would all be written in the morning.
    await workAgo(sql, Math.floor((now.getTime() - wish.bought.getTime()) / DAY_MS) + ((i * 37) % 100) / 100);
    wish.order = await attempt(c, () => write(staff[i % staff.length] ?? c, i, wish, channel.id));
  }
  for (const [i, { order: id, bought }] of wishes.entries()) if (id) await send(c, i, { id, bought }, now);
  return wishes.filter(({ order }) => order).length;
}

/** All orders that left in former days. */
export const insertFormerOrders = async (sql: Sql): Promise<number> =>
  (await insertSent(sql)) + (await insertWritten(sql));
