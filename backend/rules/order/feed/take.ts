import { createHash } from "node:crypto";
import type { Connector } from "../../../connect/connector";
import type { Database } from "../../../db/sql";
import type { Engine } from "../../../documents/rules";
import { systemOf } from "../../../http/caller";
import { addDue } from "../platform/due";
import type { PlatformOrderIn } from "../platform/order-in";
import { upsertOrders } from "../platform/upsert";
import { type Page, wholeOrder } from "./marketplace";
import type { OrderTold } from "./schema";

/** Orders whose lines are asked for at once. */
const AT_ONCE = 8;
const MOST_SAID = 20;

/** Those of a page that are not kept as they are told: the others need no further call. */
async function unknownOf(db: Database, { tenantId, storeId }: Connector, orders: OrderTold[]) {
  const known = await db.query<{ no: string; at: number }>(
    `select platform_order_no as no, extract(epoch from last_update_time)::float8 * 1000 as at
     from platform_order where tenant_id = $1 and store_id = $2 and lower(platform_order_no) = any($3)`,
    [tenantId, storeId, orders.map((o) => o.AmazonOrderId.toLowerCase())],
  );
  const at = new Map(known.map((k) => [k.no, k.at]));
  return orders.filter((o) => !(Date.parse(o.LastUpdateDate) <= (at.get(o.AmazonOrderId) ?? -1)));
}

async function wholeOrders(db: Database, connector: Connector, told: readonly OrderTold[]) {
  const whole: PlatformOrderIn[] = [];
  const left = [...told];
  const work = async () => {
    for (let one = left.shift(); one; one = left.shift())
      try {
        whole.push(await wholeOrder(db, connector, one));
      } catch (error) {
        // The page is given up: nobody asks for the rest of it.
        left.length = 0;
        throw error;
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return whole;
}

/** What is new of a page, whole. */
export const wholePage = async (db: Database, connector: Connector, page: Page) =>
  wholeOrders(db, connector, await unknownOf(db, connector, page.orders));

/** Keeps one page of orders, what it counts, and that something follows from it: all or nothing. */
export async function takePage(
  db: Database,
  engine: Engine,
  connector: Connector,
  feedId: string,
  page: Page,
  orders: readonly PlatformOrderIn[],
): Promise<void> {
  await db.tx(async (sql) => {
    const c = { sql, ...systemOf(connector.tenantId), ...engine };
    const taken = await upsertOrders(c, connector.storeId ?? "", orders);
    await addDue(c, taken.ids);
    const before = await sql.one<{ hash: string | null; error: string | null }>(
      `select raw_hash as hash, error from feed_run where id = $1`,
      [feedId],
    );
    const hash = createHash("sha256").update(before?.hash ?? "");
    for (const raw of page.raw) hash.update(JSON.stringify(raw));
    const said = [before?.error, ...page.bad.slice(0, MOST_SAID)].filter(Boolean).join("；");
    await sql.query(
      `update feed_run set told = told + $2, fresh = fresh + $3, changed = changed + $4,
         same = same + $5, bad = bad + $6, raw_hash = $7, error = $8, update_time = now()
       where id = $1`,
      [
        ...[feedId, page.raw.length, taken.new, taken.changed],
        page.orders.length - taken.new - taken.changed,
        ...[page.bad.length, hash.digest("hex"), said.slice(0, 2000) || null],
      ],
    );
  });
}
