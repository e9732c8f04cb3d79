import { foretoldEntries } from "#backend/domain/order/state/facts";
import { type Engine, pick, type RuleContext } from "#backend/engine/documents";
import { addTradeFacts, type TradeEntry } from "#backend/ledgers/facts/post";
import type { Database } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { closedUntil } from "#backend/platform/values";
import { settlement } from "#documents/finance/settlement/settlement";
import { lineAmount, linesPosted, SOURCE } from "../lines";
import { recount } from "./figures";
import { postOrders } from "./post";

/** Settlements that one turn goes through. */
const MOST = 200;

/** Lines whose goods were not known when they came and have a listing of their store now. */
const KNOWN_NOW = `settlement_line l join sku_listing g on g.store_id = l.store_id and lower(g.msku) = lower(l.msku)
    and g.del_flag = 0
  where l.fact_sku = '*' and l.msku is not null and l.del_flag = 0`;

/** What a settlement's lines move from the store's row to their goods, on the days on which they count. */
const MOVED = `
  select '${SOURCE}' as "sourceType", h.no as "sourceNo", l.store_id as "storeId", x.sku as "sellerSku",
    l.landing_date::text as "bizDate", l.measure as "column",
    sum(x.sign * ${lineAmount("l")})::text as amount
  from settlement_line l join settlement h on h.id = l.settlement_id
    join lateral (select msku from sku_listing g where g.store_id = l.store_id and lower(g.msku) = lower(l.msku)
      and g.del_flag = 0 order by g.id limit 1) g on true
    cross join lateral (values ('*', -1), (g.msku, 1)) x(sku, sign)
  where l.settlement_id = $1 and l.fact_sku = '*' and l.msku is not null and ${linesPosted("l")}
  group by 1, 2, 3, 4, 5, 6 order by 5, 3, 4, 6`;

/** Gives the lines of one settlement the goods that are known now: rows change, totals never (figures.md F.12). */
async function pairOne(c: RuleContext, id: string): Promise<void> {
  const row = await pick(c, settlement, id, ["status"], { lock: true });
  const posted = row?.status === "posted";
  const moved = posted ? await c.sql.query<TradeEntry>(MOVED, [id]) : [];
  await c.sql.query(
    `update settlement_line l set landed_sku = case when l.landing_date <= $2::date then l.fact_sku end,
       fact_sku = (select g.msku from sku_listing g where g.store_id = l.store_id
         and lower(g.msku) = lower(l.msku) and g.del_flag = 0 order by g.id limit 1)
     where l.id in (select l.id from ${KNOWN_NOW} and l.settlement_id = $1)`,
    [id, await closedUntil(c)],
  );
  if (posted) {
    await postOrders(c, id);
    await addTradeFacts(c.sql, [...moved, ...(await foretoldEntries(c.sql, { settlement: id }))]);
  }
  await recount(c, id);
}

/** Settlements some of whose goods have been paired since, each in a transaction of its own. */
export async function pairLines(db: Database, engine: Engine): Promise<void> {
  const found = await db.query<{ id: string; tenantId: string }>(
    `select distinct l.settlement_id as id, l.tenant_id as "tenantId" from ${KNOWN_NOW} order by 1 limit ${MOST}`,
  );
  for (const { id, tenantId } of found) await db.tx((sql) => pairOne({ sql, ...systemOf(tenantId), ...engine }, id));
}
