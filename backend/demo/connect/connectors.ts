import type { Sql } from "#backend/platform/db";
import { sealSecret } from "#backend/platform/personal/open";
import { insertNumbered } from "#backend/platform/tenancy/insert";

/** What the stand-ins let every account in with. */
const SECRET = "demo-secret";
/** What they let nobody in with any more. */
export const OLD_SECRET = "demo-secret-2024";
/** The connection whose sign-in is refused. */
export const SPARE = "备用承运商";
/** Stores whose orders are read from the marketplace. */
const STORES = ["AMZ-US-1", "AMZ-US-2", "AMZ-CA-1", "AMZ-UK-1", "AMZ-DE-1", "AMZ-JP-1"];

const NO_SHOP = { store_id: null, client_secret: null, refresh_token: null };

/** Connections without an address of their own: the stand-ins answer them. */
export async function insertConnectors(sql: Sql): Promise<number> {
  const stores = await sql.query<{ id: string; code: string; name: string }>(
    `select id, store_code as code, store_name as name from store
     where store_code = any($1) and tenant_id = 1 order by id`,
    [STORES],
  );
  const others = [
    { name: "谷仓", kind: "warehouse", provider: "gc", account: "DEMO-GC" },
    { name: "快递承运商", kind: "carrier", provider: "express", account: "DEMO-EXPRESS" },
    { name: "OA", kind: "oa", provider: "oa", account: "DEMO-OA" },
    // Nothing is sent by it: the first of a provider speaks for it. It shows what a refused sign-in looks like.
    { name: SPARE, kind: "carrier", provider: "express", account: "DEMO-EXPRESS-2", secret: OLD_SECRET },
  ].map(({ secret = SECRET, ...one }) => ({ ...one, ...NO_SHOP, app_secret: sealSecret(secret) }));
  const shops = stores.map(({ id, code, name }) => ({
    name,
    kind: "marketplace",
    provider: "amazon",
    account: code,
    store_id: id,
    client_secret: sealSecret(SECRET),
    refresh_token: sealSecret(`refresh-${code}`),
    app_secret: null,
  }));
  const ads = shops.map((shop) => ({
    ...shop,
    name: `${shop.name}广告`,
    kind: "ads",
    provider: "amazonAds",
    account: `ADS-${shop.account}`,
  }));
  const rows = [...shops, ...others, ...ads].map((one) => ({ ...one, tenant_id: 1, enabled: true }));
  await insertNumbered(sql, "connector", rows.length, () => rows);
  // Figures of advertising are the demonstration's own: accounts are told of changes, and not asked for reports.
  await sql.query(
    `insert into ad_feed (connector_id, tenant_id, next_plan, next_entities)
     select id, tenant_id, 'infinity', 'infinity' from connector where kind = 'ads' and tenant_id = 1`,
  );
  // What leaves a warehouse of our own is handed to the carrier.
  await sql.query(
    `update logistics_channel h set connector_id = (select id from connector
       where kind = 'carrier' and tenant_id = 1 order by id limit 1)
     where h.tenant_id = 1 and not exists (select 1 from warehouse w
       where w.id = any(h.warehouse_ids::bigint[]) and w.kind = 'thirdParty')`,
  );
  return rows.length;
}
