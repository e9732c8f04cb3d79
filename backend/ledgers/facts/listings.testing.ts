import type { Database } from "#backend/platform/db/sql";

/** SKU M-01 of model MODEL, sold as S1, S2 … : one listing for each store and group given. */
export async function insertListings(db: Database, listings: readonly { storeId: number; groupId: number }[]) {
  await db.query(
    "insert into spu (id, spu_code, model_code, name) overriding system value values (1, 'M', 'MODEL', 'x')",
  );
  await db.query(
    "insert into sku (id, sku_code, spu_id, name, sku_type) overriding system value values (1, 'M-01', 1, 'x', 'normal')",
  );
  await db.query(
    `insert into sku_listing (sku_id, line_no, store_id, msku, group_id)
     select 1, n, (l ->> 'storeId')::bigint, 'S' || n, (l ->> 'groupId')::bigint
     from jsonb_array_elements($1::jsonb) with ordinality x(l, n)`,
    [JSON.stringify(listings)],
  );
}
