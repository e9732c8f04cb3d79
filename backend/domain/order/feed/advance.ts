import { groupBy } from "#backend/domain/group-by";
import { matchPlatformOrders } from "#backend/domain/promotion/order/match";
import { seeUnmapped, type Unknown } from "#backend/engine/connect/unmapped";
import { type Engine, logMove, moveTo, patch, perform, type RuleContext } from "#backend/engine/documents";
import { inSets } from "#backend/engine/documents/lifecycle/in-sets";
import { COLLIDED_WORDS, collided, type Database, errorText, keep, type Sql } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { isLiveSql } from "#backend/platform/tenancy/phase";
import { platformOrder } from "#documents/order/platform-order";
import { salesOrder } from "#documents/order/sales-order";
import { cancelSent } from "../package/recall";
import { lockApart } from "../rule/run/lock-orders";
import { runRulesOver } from "../rule/run/run-rule";
import { auditOrders } from "../sales/audit";
import { convertOrder, convertOrders, notOurs } from "../sales/convert";

const WHY = "平台已取消";
/** Something of it has left: what the platform says then is only noted. */
const LEFT = new Set(["partShipped", "shipped", "completed"]);

/**
 * The platform has cancelled an order: ours is cancelled with its packages, those that a warehouse knows
 * of once it gives them back (market.md 4, onPlatformCancel). Once more it changes nothing. The platform
 * order is locked by the caller.
 */
export async function onPlatformCancel(c: RuleContext, platformOrderId: string): Promise<void> {
  const order = await c.sql.one<{ id: string; status: string }>(
    `select id, status from sales_order
     where tenant_id = $1 and platform_order_id = $2 and del_flag = 0 ${keep(c.sql, "sales_order")}`,
    [c.tenantId, platformOrderId],
  );
  if (!order || order.status === "cancelled") return;
  if (!LEFT.has(order.status) && (await cancelSent(c, order.id, WHY)) !== "left") {
    const open = await c.sql.one(
      `select 1 from package_order p join package_order_line l on l.package_order_id = p.id
       where l.order_id = $1 and l.del_flag = 0 and p.del_flag = 0 and p.status <> 'cancelled' limit 1`,
      [order.id],
    );
    if (open) return;
    await patch(c, salesOrder, order.id, { exceptionCode: null, holdReason: null });
    return moveTo(c, salesOrder, order.id, "cancelled", WHY);
  }
  await logMove(c, salesOrder, order.id, { action: WHY });
}

const AT_ONCE = 200;
const LONGEST_SECONDS = 3600;
const ASKED_CANCEL = "买家申请取消";

interface AdvanceDue {
  id: string;
  seq: string;
  tenantId: string;
  attempts: number;
}

interface AdvanceTold {
  id: string;
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

const allTold = ({ sql, tenantId }: RuleContext, ids: readonly string[], locked: boolean) =>
  sql.query<AdvanceTold>(
    `select t.id, t.store_id as "storeId", s.store_name as "storeName", t.status, t.unpaired,
       t.fulfillment_channel as "fulfillmentChannel", o.id as "orderId", o.status as "orderStatus",
       o.hold_reason as "holdReason", exists (select 1 from platform_order_line l
         where l.platform_order_id = t.id and l.buyer_requested_cancel) as "cancelAsked"
     from platform_order t join store s on s.id = t.store_id
       left join sales_order o on o.tenant_id = $2 and o.platform_order_id = t.id and o.del_flag = 0
     where t.id = any($1::bigint[]) and t.tenant_id = $2
     order by t.id ${locked ? keep(sql, "platform_order", "change", "t") : ""}`,
    [ids, tenantId],
  );

const toldOf = async (c: RuleContext, id: string, locked: boolean) => (await allTold(c, [id], locked))[0];

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

/** Keeps in the inbox what an order names and nobody here knows. */
export const seeUnknown = async (
  c: RuleContext,
  id: string,
  { storeId, storeName }: { storeId: string; storeName: string },
): Promise<void> => seeUnmapped(c.sql, { tenantId: c.tenantId, storeId, source: storeName }, await unknownOf(c, id));

/** The buyer wants no goods any more: the order waits for somebody, where it still can. */
async function askedToCancel(c: RuleContext, { orderId, orderStatus, holdReason }: AdvanceTold) {
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
  // Before the order is locked: who resolves a name locks the inbox first.
  if (seen.unpaired) await seeUnknown(c, id, seen);
  const told = await toldOf(c, id, true);
  if (!told) return;
  await matchPlatformOrders(c, [id]);
  if (told.status === "Canceled") await onPlatformCancel(c, id);
  if (!notOurs(told)) await convertOrder(c, id);
  if (told.cancelAsked) await askedToCancel(c, (await toldOf(c, id, false)) ?? told);
}

/** The platform sends it, and there is nothing that somebody has to do about it. */
const isQuiet = (told: AdvanceTold) =>
  told.status !== "Canceled" && !told.cancelAsked && !told.unpaired && !!notOurs(told);

/** We send it, and all that follows is its order. */
const isPlain = (told: AdvanceTold) => told.status !== "Canceled" && !told.cancelAsked && !notOurs(told);

/** What follows from orders that are quiet or plain, at once. @returns those that were */
async function followTogether(c: RuleContext, ids: readonly string[]): Promise<string[]> {
  const suited = (some: readonly AdvanceTold[]) => some.filter((told) => isQuiet(told) || isPlain(told));
  const idsOf = (some: readonly AdvanceTold[]) => some.map((told) => told.id);
  const seen = suited(await allTold(c, ids, false));
  const all = seen.length ? suited(await allTold(c, idsOf(seen), true)) : [];
  if (!all.length) return [];
  await matchPlatformOrders(c, idsOf(all));
  const plain = idsOf(all.filter(isPlain));
  if (plain.length) await convertOrders(c, plain);
  return idsOf(all);
}

/**
 * The rules run over new orders once, in a transaction of their own: their SKUs are locked by the first.
 * @returns how many of these are done, from the first
 */
async function ruled(c: RuleContext, dues: readonly AdvanceDue[]): Promise<number> {
  const rows = await c.sql.query<{ id: string; of: string }>(
    `select o.id, o.platform_order_id as of from sales_order o
     where o.tenant_id = $2 and o.platform_order_id = any($1::bigint[])
       and o.del_flag = 0 and o.status = 'pendingProcess'
       and not exists (select from order_rule_log g where g.order_id = o.id)`,
    [dues.map((due) => due.id), c.tenantId],
  );
  const orderOf = new Map(rows.map((row) => [row.of, row.id]));
  const apart = new Set(
    rows.length
      ? await lockApart(
          c,
          dues.flatMap((due) => orderOf.get(due.id) ?? []),
        )
      : [],
  );
  const waits = dues.findIndex((due) => orderOf.has(due.id) && !apart.has(orderOf.get(due.id) ?? ""));
  const done = waits < 0 ? dues : dues.slice(0, waits);
  await runRulesOver(c, [...apart], "sync", auditOrders);
  await c.sql.query(
    `update platform_order set sync_state = 'ok', sync_message = null
     where id = any($1::bigint[]) and sync_state = 'lag'`,
    [done.map((due) => due.id)],
  );
  // Last of all: who changes the orders meanwhile waits for nothing else here.
  await c.sql.query(
    `delete from platform_order_due d using unnest($1::bigint[], $2::bigint[]) x(id, seq)
     where d.platform_order_id = x.id and d.seq = x.seq`,
    [done.map((due) => due.id), done.map((due) => due.seq)],
  );
  return done.length;
}

/** It is tried again later; the platform order says why it stopped. */
async function postpone(db: Database, due: AdvanceDue, reason: string) {
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
    await patch({ sql }, platformOrder, due.id, { syncState: "lag", syncMessage: reason.slice(0, 200) });
  });
}

/**
 * Makes what follows from platform orders that changed, each in a transaction of its own, and runs the
 * rules over what came of them: what was not done when a process ended is done by the next.
 */
export async function advanceOrders(db: Database, engine: Engine): Promise<void> {
  const contextOf = (due: AdvanceDue, sql: Sql) => ({ sql, ...systemOf(due.tenantId), ...engine });
  // One order that cannot go on stops no other.
  const orLater = async (due: AdvanceDue, work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      const reason = collided(error) ? COLLIDED_WORDS : errorText(error, "message");
      await postpone(db, due, reason || "处理失败");
      return false;
    }
  };
  for (;;) {
    const all = await db.query<AdvanceDue>(
      `select platform_order_id as id, seq, tenant_id as "tenantId", attempts from platform_order_due
       where next_run <= now() and ${isLiveSql("tenant_id")} order by next_run, seq limit $1`,
      [AT_ONCE],
    );
    if (!all.length) return;
    const followed: AdvanceDue[] = [];
    const together = new Set<string>();
    for (const own of groupBy(all, (due) => due.tenantId)) {
      const ids = own.map((due) => due.id);
      const [first] = own;
      // What fails of them together is tried by itself.
      const some = first && (await db.tx((sql) => followTogether(contextOf(first, sql), ids)).catch(() => []));
      for (const id of some ?? []) together.add(id);
    }
    for (const due of all)
      if (together.has(due.id)) followed.push(due);
      else if (await orLater(due, () => db.tx((sql) => follow(contextOf(due, sql), due.id)))) followed.push(due);
    const rule = (due: AdvanceDue, some: readonly AdvanceDue[]) => db.tx((sql) => ruled(contextOf(due, sql), some));
    for (const own of groupBy(followed, (due) => due.tenantId))
      await inSets(
        own,
        async (some) => (some[0] ? rule(some[0], some) : 0),
        (due) => orLater(due, () => rule(due, [due])),
      );
  }
}
