import type { Sql } from "../../../db/sql";
import type { Pairs } from "./rows";

/** SKUs that these platform SKUs of a store are paired with. */
export async function pairsOf(
  sql: Sql,
  tenantId: string,
  storeId: string,
  sellerSkus: Iterable<string>,
): Promise<Pairs> {
  const rows = await sql.query<{ msku: string; skuId: string }>(
    `select distinct on (lower(l.msku)) lower(l.msku) as msku, l.sku_id as "skuId"
     from sku_listing l where l.tenant_id = $1 and l.store_id = $2 and l.del_flag = 0
       and lower(l.msku) = any($3) order by lower(l.msku), l.id`,
    [tenantId, storeId, [...new Set([...sellerSkus].map((s) => s.toLowerCase()))]],
  );
  return new Map(rows.map((r) => [r.msku, r.skuId]));
}
