import { keepCustomers } from "#backend/domain/buyers/keep";
import type { RuleContext } from "#backend/engine/documents";
import { keep, lockAdvisory } from "#backend/platform/db";
import { needMonths, ORDER_TABLES } from "#backend/platform/db/month-parts";
import { missing } from "#backend/platform/http";
import { postOrderFacts } from "../state/facts";
import { buyersOf } from "./buyers";
import type { PlatformOrderIn } from "./order-in";
import { ADDRESS, BROUGHT, BUYER_KEY, BUYER_NAME, HEAD, headRow, LINE, lineRows, pairsOf } from "./rows";
import { type Sorted, type SortInKnown, sortIn } from "./sort-in";

/** How many orders were told for the first time, changed, told again, or told late. */
export interface Upserted {
  new: number;
  changed: number;
  same: number;
  older: number;
  /** Orders that are other than before. */
  ids: string[];
}

const UPDATED = HEAD.filter((c) => c !== "platform_order_no" && c !== "purchase_time");

const COLUMNS = [...HEAD, ...ADDRESS, ...BUYER_NAME, BUYER_KEY, BROUGHT];
const keptUnless = (said: string, columns: readonly string[]) =>
  columns.map((c) => `${c} = case when x.${said} is null then t.${c} else x.${c} end`);
const KEPT = [
  ...keptUnless("shipping_address", ADDRESS),
  ...keptUnless("buyer_alias", BUYER_NAME),
  ...keptUnless(BUYER_KEY, [BUYER_KEY]),
];

/** The months of what is new are there, with some days for zones. */
async function haveMonths({ sql }: RuleContext, { fresh }: Sorted) {
  const times = fresh.map((o) => Date.parse(o.purchaseTime));
  if (!times.length) return;
  const [first, last] = [Math.min(...times), Math.max(...times)].map((t) => new Date(t));
  if (first && last) await needMonths(sql, ORDER_TABLES, first, last);
}

// By the index that the beginning of a number is found by: for a whole number the planner would else take
// that of parts of words, which is a thousand times as slow.
const knownOf = ({ sql, tenantId }: RuleContext, storeId: string, numbers: readonly string[]) =>
  sql.query<SortInKnown>(
    `select id, platform_order_no as "platformOrderNo", raw_hash as "rawHash", buyer_key as "buyerKey",
       extract(epoch from last_update_time)::float8 * 1000 as "lastUpdate"
     from platform_order t where tenant_id = $1 and store_id = $2 and lower(platform_order_no) = any($3)
     order by id ${keep(sql, "platform_order")}`,
    [tenantId, storeId, numbers.map((no) => no.toLowerCase())],
  );

/** Writes what the lines are now. */
async function writeLines({ sql, tenantId }: RuleContext, ids: string[], rows: readonly object[]) {
  await sql.query("delete from platform_order_line where platform_order_id = any($1::bigint[])", [ids]);
  await sql.query(
    `insert into platform_order_line (tenant_id, platform_order_id, purchase_time, ${LINE.join(", ")})
     select $1, t.id, t.purchase_time, ${LINE.map((c) => `x.${c}`).join(", ")}
     from jsonb_array_elements($2::jsonb) e
       join platform_order t on t.id = any($3::bigint[]) and t.platform_order_no = e ->> 'no'
       cross join lateral jsonb_populate_record(null::platform_order_line, e) x`,
    [tenantId, JSON.stringify(rows), ids],
  );
}

/**
 * Keeps what a platform told of a store's orders, all of them in the caller's transaction: what is told
 * again changes nothing, nor does what is older than what is kept. Facts of sales follow.
 */
export async function upsertOrders(
  c: RuleContext,
  storeId: string,
  orders: readonly PlatformOrderIn[],
): Promise<Upserted> {
  const { sql, tenantId } = c;
  // One writer of a store at a time: the number of an order is unique in it.
  await lockAdvisory(sql, "platformOrders", storeId);
  const store = await sql.one<{ siteId: string; zone: string; deptId: string | null }>(
    `select t.site_id as "siteId", i.timezone as zone, t.dept_id as "deptId"
     from store t join site i on i.id = t.site_id where t.id = $1 and t.tenant_id = $2`,
    [storeId, tenantId],
  );
  if (!store) throw missing("店铺不存在");
  const sorted = sortIn(
    orders,
    await knownOf(
      c,
      storeId,
      orders.map((o) => o.platformOrderNo),
    ),
  );
  const { fresh, changed, same, older } = sorted;
  const told = [...fresh, ...changed.map((x) => x.order)];
  const counts = { new: fresh.length, changed: changed.length, same, older };
  if (!told.length) return { ...counts, ids: [] };
  await haveMonths(c, sorted);
  const pairs = await pairsOf(
    sql,
    tenantId,
    storeId,
    told.flatMap((o) => o.lines.map((l) => l.sellerSku)),
  );
  const buyers = await buyersOf(sql, tenantId, told);
  const left = changed.flatMap((x) => x.buyerKey ?? []);
  const added = await sql.query<{ id: string }>(
    `insert into platform_order (tenant_id, store_id, site_id, time_zone, dept_id, purchase_day, ${COLUMNS.join(", ")})
     select $1, $2, $3, $4, $5, (x.purchase_time at time zone $4)::date, ${COLUMNS.map((h) => `x.${h}`).join(", ")}
     from jsonb_populate_recordset(null::platform_order, $6::jsonb) x
     order by x.purchase_time, x.platform_order_no returning id`,
    [
      tenantId,
      storeId,
      store.siteId,
      store.zone,
      store.deptId,
      JSON.stringify(fresh.map((o) => headRow(o, pairs, buyers))),
    ],
  );
  if (changed.length)
    await sql.query(
      `update platform_order t set version = t.version + 1, update_time = now(),
         ${[...UPDATED.map((h) => `${h} = x.${h}`), ...KEPT].join(", ")}
       from jsonb_populate_recordset(null::platform_order, $1::jsonb) x where t.id = x.id`,
      [JSON.stringify(changed.map(({ order, id }) => ({ ...headRow(order, pairs, buyers), id })))],
    );
  const ids = [...added.map((r) => r.id), ...changed.map((x) => x.id)];
  await writeLines(
    c,
    ids,
    told.flatMap((o) => lineRows(o, pairs)),
  );
  await postOrderFacts(sql, ids);
  await keepCustomers(sql, tenantId, ids, left);
  return { ...counts, ids };
}
