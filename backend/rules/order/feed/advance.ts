import { platformOrder } from "#documents/order/platform-order";
import { salesOrder } from "#documents/order/sales-order";
import { seeUnmapped, type Unknown } from "../../../connect/unmapped";
import { COLLIDED_WORDS, collided, errorText } from "../../../db/errors";
import { keep } from "../../../db/locks";
import type { Database, Sql } from "../../../db/sql";
import { logMove } from "../../../documents/lifecycle/move";
import { perform } from "../../../documents/lifecycle/perform";
import type { Engine, RuleContext } from "../../../documents/rules";
import { systemOf } from "../../../http/caller";
import { matchPlatformOrder } from "../../promotion/order/match";
import { runRule } from "../rule/run/run-rule";
import { auditOrder } from "../sales/audit";
import { convertOrder, notOurs } from "../sales/convert";
import { onPlatformCancel } from "../sales/platform-cancel";

const AT_ONCE = 200;
const LONGEST_SECONDS = 3600;
const ASKED_CANCEL = "买家申请取消";

interface Due {
  id: string;
  seq: string;
  tenantId: string;
  attempts: number;
}

interface Told {
  storeId: string;
  storeName: string;
  status: string;
  fulfillmentChannel: string | null;
  unpaired: boolean | null;
  orderId: string | null;
  orderStatus: string | null;
  holdReason: string | null;
  cancelAsked: boolean;
}

const toldOf = ({ sql, tenantId }: RuleContext, id: string, locked: boolean) =>
  sql.one<Told>(
    `select t.store_id as "storeId", s.store_name as "storeName", t.status, t.unpaired,
       t.fulfillment_channel as "fulfillmentChannel", o.id as "orderId", o.status as "orderStatus",
       o.hold_reason as "holdReason", exists (select 1 from platform_order_line l
         where l.platform_order_id = t.id and l.buyer_requested_cancel) as "cancelAsked"
     from platform_order t join store s on s.id = t.store_id
       left join sales_order o on o.tenant_id = $2 and o.platform_order_id = t.id and o.del_flag = 0
     where t.id = $1 and t.tenant_id = $2 ${locked ? keep(sql, "platform_order", "change", "t") : ""}`,
    [id, tenantId],
  );

/** Every platform SKU of the order that nobody here knows, and how many orders of the store wait for it. */
const unknownOf = ({ sql, tenantId }: RuleContext, id: string) =>
  sql.query<Unknown>(
    `select min(l.seller_sku) as code, max(l.title) as title, count(distinct t.id)::int as count,
       min(t.platform_order_no) as sample, min(t.purchase_time)::text as "firstSeen",
       max(t.last_update_time)::text as "lastSeen"
     from platform_order t join platform_order_line l on l.platform_order_id = t.id
     where t.tenant_id = $1 and t.unpaired and l.sku_id is null and t.store_id = (
         select store_id from platform_order where id = $2)
       and lower(l.seller_sku) in (select lower(seller_sku) from platform_order_line
         where platform_order_id = $2 and sku_id is null)
     group by lower(l.seller_sku) order by 1`,
    [tenantId, id],
  );

/** The buyer wants no goods any more: the order waits for somebody, where it still can. */
async function askedToCancel(c: RuleContext, { orderId, orderStatus, holdReason }: Told) {
  if (!orderId || orderStatus === "cancelled" || holdReason === ASKED_CANCEL) return;
  const may: readonly (string | null)[] = salesOrder.actions.hold.from;
  if (may.includes(orderStatus))
    await perform(c, salesOrder, orderId, "hold", { reason: ASKED_CANCEL }, { trusted: true });
  else await logMove(c, salesOrder, orderId, { action: ASKED_CANCEL });
}

/** What follows from what the platform says of an order now. */
async function follow(c: RuleContext, id: string): Promise<void> {
  const seen = await toldOf(c, id, false);
  if (!seen) return;
  if (seen.unpaired) {
    // Before the order is locked: who resolves a name locks the inbox first.
    const { storeId, storeName: source } = seen;
    await seeUnmapped(c.sql, { tenantId: c.tenantId, storeId, source }, await unknownOf(c, id));
  }
  const told = await toldOf(c, id, true);
  if (!told) return;
  await matchPlatformOrder(c, id);
  if (told.status === "Canceled") await onPlatformCancel(c, id);
  if (!notOurs(told)) await convertOrder(c, id);
  if (told.cancelAsked) await askedToCancel(c, (await toldOf(c, id, false)) ?? told);
}

/** The rules run over a new order once, in a transaction of their own: its SKUs are locked by the first. */
async function ruled(c: RuleContext, id: string): Promise<void> {
  const order = await c.sql.one<{ id: string }>(
    `select o.id from sales_order o where o.tenant_id = $2 and o.platform_order_id = $1
       and o.del_flag = 0 and o.status = 'pendingProcess'
       and not exists (select from order_rule_log g where g.order_id = o.id)`,
    [id, c.tenantId],
  );
  if (order) await runRule(c, order.id, "sync", auditOrder);
}

/** It is tried again later; the platform order says why it stopped. */
async function postpone(db: Database, due: Due, reason: string) {
  const seconds = Math.min(60 * 2 ** due.attempts, LONGEST_SECONDS);
  await db.tx(async (sql) => {
    const waits = await sql.one(
      `update platform_order_due set attempts = attempts + 1,
         next_run = now() + make_interval(secs => $3)
       where platform_order_id = $1 and seq = $2 returning 1`,
      [due.id, due.seq, seconds],
    );
    // Another worker has done it meanwhile.
    if (!waits) return;
    await sql.query(
      `update ${platformOrder.table} set sync_state = 'lag', sync_message = $2 where id = $1`,
      [due.id, reason.slice(0, 200)],
    );
  });
}

/**
 * Makes what follows from platform orders that changed, each in a transaction of its own: what was not
 * done when a process ended is done by the next.
 */
export async function advanceOrders(db: Database, engine: Engine): Promise<void> {
  for (;;) {
    const all = await db.query<Due>(
      `select platform_order_id as id, seq, tenant_id as "tenantId", attempts from platform_order_due
       where next_run <= now() order by next_run, seq limit $1`,
      [AT_ONCE],
    );
    if (!all.length) return;
    for (const due of all)
      try {
        const contextOf = (sql: Sql) => ({ sql, ...systemOf(due.tenantId), ...engine });
        await db.tx((sql) => follow(contextOf(sql), due.id));
        await db.tx(async (sql) => {
          await ruled(contextOf(sql), due.id);
          await sql.query(
            `update platform_order set sync_state = 'ok', sync_message = null
             where id = $1 and sync_state = 'lag'`,
            [due.id],
          );
          // Last of all: who changes the order meanwhile waits for nothing else here.
          await sql.query(
            "delete from platform_order_due where platform_order_id = $1 and seq = $2",
            [due.id, due.seq],
          );
        });
      } catch (error) {
        // One order that cannot go on stops no other.
        const reason = collided(error) ? COLLIDED_WORDS : errorText(error, "message");
        await postpone(db, due, reason || "处理失败");
      }
  }
}
