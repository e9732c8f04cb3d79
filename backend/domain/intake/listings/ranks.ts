import { z } from "zod";
import { call } from "#backend/engine/connect/call";
import { type Connector, connectorOf, connectorsOf } from "#backend/engine/connect/connector";
import { Later, Refused } from "#backend/engine/connect/words";
import { patch } from "#backend/engine/documents";
import { eachBeside } from "#backend/platform/beside";
import { type Database, errorText } from "#backend/platform/db";
import { connector as connectorType } from "#documents/base/connector";
import { QUOTAS } from "../quotas";

/** Products that one call names at most. */
const MOST = 20;
/** Connections that are asked beside each other. */
const BESIDE = 3;

const rank = z.object({ title: z.string().max(300).optional(), rank: z.number().int().positive().max(2e9) });
const places = z.array(rank).max(100).optional();
const item = z.object({
  asin: z.string().max(20),
  relationships: z
    .array(
      z.object({
        marketplaceId: z.string(),
        relationships: z
          .array(z.object({ type: z.string(), parentAsins: z.array(z.string().max(20)).max(100).optional() }))
          .max(100),
      }),
    )
    .max(100)
    .optional(),
  salesRanks: z
    .array(z.object({ marketplaceId: z.string(), displayGroupRanks: places, classificationRanks: places }))
    .max(100)
    .optional(),
});
const answer = z.object({ items: z.array(item).max(MOST) });

interface RankedStore {
  tenantId: string;
  storeId: string;
  marketplaceId: string;
  /** Today at its site. */
  day: string;
}

/** What is listed and sold, and was not asked for today. $1 tenant, $2 store, $3 day */
const UNASKED = `
  select distinct t.asin from store_listing t
  where t.tenant_id = $1 and t.store_id = $2 and t.del_flag = 0 and t.state = 'active' and t.asin is not null
    and not exists (select 1 from listing_rank r where r.store_id = t.store_id and r.asin = t.asin and r.day = $3)
  order by 1 limit ${MOST}`;

/** Our own listings without a parent have the one that the platform says; a typed one stays. $1 tenant, $2 store, $3 products */
const FILL_PARENT = `
  update sku_listing l set parent_asin = x.parent
  from jsonb_to_recordset($3::jsonb) as x(asin text, parent text)
  where l.tenant_id = $1 and l.store_id = $2 and l.asin = x.asin and l.del_flag = 0 and coalesce(l.parent_asin, '') = ''
    and x.parent ~ '^[XB][A-Z0-9]{9}$' and x.parent <> x.asin`;

/** What the platform says of products at a marketplace: the best of their ranks, in the large group and in a leaf. */
async function rankedOf(db: Database, connector: Connector, marketplaceId: string, asins: readonly string[]) {
  const { items } = await call(db, connector, {
    path: "/catalog/2022-04-01/items",
    query: {
      identifiersType: "ASIN",
      identifiers: asins.join(),
      marketplaceIds: marketplaceId,
      includedData: "relationships,salesRanks",
      pageSize: String(MOST),
    },
    schema: answer,
    quota: QUOTAS.searchCatalogItems,
  });
  const here = <T extends { marketplaceId: string }>(of: readonly T[] = []) =>
    of.find((one) => one.marketplaceId === marketplaceId);
  const best = (of: z.infer<typeof places> = []) => [...of].sort((a, b) => a.rank - b.rank)[0];
  return asins.map((asin) => {
    const told = items.find((one) => one.asin === asin);
    const ranks = here(told?.salesRanks);
    const [group, leaf] = [best(ranks?.displayGroupRanks), best(ranks?.classificationRanks)];
    return {
      asin,
      rank: group?.rank ?? null,
      rank_in: group?.title ?? null,
      leaf_rank: leaf?.rank ?? null,
      leaf_in: leaf?.title ?? null,
      parent: here(told?.relationships)?.relationships.flatMap((r) => r.parentAsins ?? [])[0] ?? null,
    };
  });
}

/** Asks for all that a store sells, some at a time: what was said so far is kept where it breaks off. */
async function readStore(db: Database, connector: Connector, store: RankedStore): Promise<void> {
  const { tenantId, storeId, day, marketplaceId } = store;
  for (;;) {
    const asins = (await db.query<{ asin: string }>(UNASKED, [tenantId, storeId, day])).map((r) => r.asin);
    if (!asins.length) return;
    const rows = await rankedOf(db, connector, marketplaceId, asins);
    await db.tx(async (sql) => {
      await sql.query(
        `insert into listing_rank (tenant_id, store_id, asin, day, rank, rank_in, leaf_rank, leaf_in)
         select $1, $2, x.asin, $3, x.rank, x.rank_in, x.leaf_rank, x.leaf_in
         from jsonb_to_recordset($4::jsonb) as x(asin text, rank int, rank_in text, leaf_rank int, leaf_in text)
         order by x.asin on conflict do nothing`,
        [tenantId, storeId, day, JSON.stringify(rows)],
      );
      await sql.query(FILL_PARENT, [tenantId, storeId, JSON.stringify(rows)]);
    });
  }
}

/**
 * Reads how what the stores sell ranks today (figures.md D.5), and the parents that it has. What is not answered now is
 * asked for again an hour later, and said at the connection.
 */
export async function readRanks(db: Database): Promise<void> {
  const all = await connectorsOf(db, "marketplace");
  await eachBeside(all, BESIDE, async ({ id }) => {
    const store = await db.one<RankedStore>(
      `select t.tenant_id as "tenantId", t.id as "storeId", i.marketplace_id as "marketplaceId",
         (now() at time zone i.timezone)::date::text as day
       from connector x join store t on t.id = x.store_id join site i on i.id = t.site_id
       where x.id = $1 and t.state = 'enabled' and t.del_flag = 0 and i.marketplace_id <> ''`,
      [id],
    );
    if (!store) return;
    try {
      await readStore(db, await connectorOf(db, id), store);
    } catch (error) {
      if (!(error instanceof Later || error instanceof Refused)) throw error;
      const lastError = `商品排名：${errorText(error, "message")}`.slice(0, 300);
      await patch({ sql: db }, connectorType, id, { lastError });
    }
  });
}
