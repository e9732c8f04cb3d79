import { addDue } from "#backend/domain/order/platform/due";
import type { PlatformOrderIn } from "#backend/domain/order/platform/order-in";
import { upsertOrders } from "#backend/domain/order/platform/upsert";
import { connectorFor } from "#backend/engine/connect/connector";
import { requestFeed } from "#backend/engine/connect/feed";
import type { RuleContext } from "#backend/engine/documents";
import { lockAllAdvisory } from "#backend/platform/db";
import { everyDay, type ReportWindow } from "../cadence";
import { cell, signOf } from "../cells";
import { type AccountStore, type AccountStores, placesOf } from "../places";
import { periodOf } from "../rows";
import type { ReportTaken, ReportTold, TakenReport } from "../taken";
import { AMOUNTS, type OrderRows, orderOf, ordersIn } from "./said";

/** The last days every day, the last month on Mondays and at first: a new connection reads as far back. */
export const lastOrderDays = (today: string, first: boolean): ReportWindow[] =>
  first ? everyDay(30, 30)(today, false).slice(0, 1) : everyDay(3, 30)(today, false);

/** Orders that are written at once. */
const BATCH = 500;
/** Days that a connection reads back when it is asked for a time. */
const MOST_DAYS = 30;
const DAY_MS = 86_400_000;

/** A store of the account: what tells its orders, if anything does, and until when it was read. */
interface OrderStore extends AccountStore {
  marketplaceId: string;
  connectorId: string | null;
  readTo: string | null;
}

async function orderStores(c: RuleContext, stores: AccountStores): Promise<OrderStore[]> {
  const found: OrderStore[] = [];
  for (const store of stores) {
    const connector = await connectorFor(c, { provider: "amazon", storeId: store.id });
    const more = await c.sql.one<{ marketplaceId: string | null; readTo: string | null }>(
      `select i.marketplace_id as "marketplaceId", (select x.synced_to::text from connector x where x.id = $2) as "readTo"
       from store t join site i on i.id = t.site_id where t.id = $1`,
      [store.id, connector?.id ?? null],
    );
    found.push({
      ...store,
      marketplaceId: more?.marketplaceId ?? "",
      connectorId: connector?.id ?? null,
      readTo: more?.readTo ?? null,
    });
  }
  return found;
}

/**
 * Those of some orders of a store that are not here as they are told. What was brought along as it was then is told
 * by a file first, where no connection does.
 */
async function lacking(
  { sql, tenantId }: RuleContext,
  { id: storeId, connectorId }: OrderStore,
  orders: readonly PlatformOrderIn[],
) {
  const known = await sql.query<{ no: string; at: number; brought: boolean }>(
    `select lower(platform_order_no) as no, extract(epoch from last_update_time)::float8 * 1000 as at,
       opening_no is not null as brought
     from platform_order where tenant_id = $1 and store_id = $2 and lower(platform_order_no) = any($3)`,
    [tenantId, storeId, orders.map((o) => o.platformOrderNo.toLowerCase())],
  );
  const kept = new Map(known.map((k) => [k.no, k]));
  return orders.filter((o) => {
    const have = kept.get(o.platformOrderNo.toLowerCase());
    return !have || (have.brought && !connectorId) || Date.parse(o.lastUpdateTime) > have.at;
  });
}

/** Times between which orders changed that their connection did not tell. */
interface Missed {
  count: number;
  from: number;
  to: number;
}

/** What a connected store lacks though it was read since: it is read once more, for these days. */
function missedOf({ readTo }: OrderStore, orders: readonly PlatformOrderIn[], before?: Missed): Missed | undefined {
  const times = orders.map((o) => Date.parse(o.lastUpdateTime)).filter((at) => readTo && at < Date.parse(readTo));
  if (!times.length) return before;
  const [from, to] = [Math.min(...times), Math.max(...times)];
  return {
    count: (before?.count ?? 0) + times.length,
    from: Math.min(from, before?.from ?? from),
    to: Math.max(to, before?.to ?? to),
  };
}

/**
 * Takes a platform's report of all orders. Where a connection tells them it only finds what that one left out, and has
 * it read again; else the orders come by this file, without their buyers.
 */
export async function takeOrderReport(
  c: RuleContext,
  _report: TakenReport,
  taken: ReportTaken,
  accounts: AccountStores,
): Promise<ReportTold> {
  const sign = await signOf(taken, AMOUNTS, accounts[0].siteCode);
  const stores = await orderStores(c, accounts);
  // Two files of one account wait for each other here, before any row.
  await lockAllAdvisory(
    c.sql,
    "platformOrders",
    stores.map(({ id }) => id),
  );
  const placed = await placesOf(c.sql, accounts, accounts[0]);
  const missed = new Map<string, Missed>();
  const days = new Set<string>();
  const said = { rows: 0, fresh: 0, changed: 0 };

  const take = async (whole: readonly OrderRows[]) => {
    const places = await placed(
      whole.map(([row]) => ({
        marketplace: cell(row, "sales-channel"),
        orderNo: cell(row, "amazon-order-id"),
        sku: cell(row, "sku"),
      })),
    );
    for (const store of stores) {
      const orders = whole
        .filter((_, i) => places[i]?.store.id === store.id)
        .map((rows) => orderOf(rows, sign, store.marketplaceId));
      for (const { lastUpdateTime } of orders) days.add(lastUpdateTime.slice(0, 10));
      const other = await lacking(c, store, orders);
      if (store.connectorId) {
        const found = missedOf(store, other, missed.get(store.id));
        if (found) missed.set(store.id, found);
        continue;
      }
      const kept = await upsertOrders(c, store.id, other);
      await addDue(c, kept.ids);
      said.fresh += kept.new;
      said.changed += kept.changed;
    }
  };

  let batch: OrderRows[] = [];
  for await (const whole of ordersIn(taken)) {
    said.rows += whole.length;
    // Orders of other shops, which this marketplace sends for us, are told by those.
    if (cell(whole[0], "sales-channel").toLowerCase().startsWith("non-amazon")) continue;
    batch.push(whole);
    if (batch.length < BATCH) continue;
    await take(batch);
    batch = [];
  }
  await take(batch);

  const told: string[] = [];
  for (const { id, name, connectorId } of stores) {
    const found = missed.get(id);
    if (!found || !connectorId) continue;
    const from = new Date(Math.max(found.from, found.to - MOST_DAYS * DAY_MS + 1)).toISOString();
    const busy = await requestFeed(c, connectorId, { from, to: new Date(found.to + 1).toISOString() });
    told.push(`${name}缺少${found.count}单，${busy ? "正在同步，稍后请再导入核对" : "已重新读取"}`);
  }
  if (said.fresh || said.changed) told.push(`新增${said.fresh}单，更新${said.changed}单，不含买家与地址`);
  return { rowCount: said.rows, ...periodOf(days), problem: told.join("；") || null };
}
