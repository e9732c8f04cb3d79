import { settleUnmapped } from "#backend/engine/connect/unmapped";
import type { RuleContext } from "#backend/engine/documents";
import { lockAdvisory, lockIds } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { postOrderFacts } from "../state/facts";
import { addDue } from "./due";
import { pairsOf } from "./rows";

/** A platform SKU and the SKU that it is here. */
export interface PairListingPair {
  sellerSku: string;
  skuId: string;
  asin: string | null;
}

/** The pairs are listings of the store from now on, if nobody paired them in the meantime. */
async function addListings(c: RuleContext, storeId: string, pairs: readonly PairListingPair[], groupId: string) {
  await lockAdvisory(c.sql, "platformSku");
  const known = await pairsOf(
    ...([c.sql, c.tenantId, storeId] as const),
    pairs.map((p) => p.sellerSku),
  );
  const twice = pairs.find((p) => known.has(p.sellerSku.toLowerCase()));
  if (twice) throw conflict(`平台SKU ${twice.sellerSku} 已配对，请刷新后重试`);
  const closed = await c.sql.one<{ code: string }>(
    `select sku_code as code from sku where id = any($1::bigint[]) and tenant_id = $2
       and status <> 'approved' limit 1`,
    [pairs.map((p) => p.skuId), c.tenantId],
  );
  if (closed) throw conflict(`SKU ${closed.code} 未启用，不能配对`);
  await c.sql.query(
    `insert into sku_listing (tenant_id, sku_id, line_no, store_id, site, msku, group_id,
       fulfillment_channel, asin, listing_status, create_by)
     select $1, x."skuId"::bigint, (select coalesce(max(l.line_no), 0) + 1 from sku_listing l
         where l.sku_id = x."skuId"::bigint), t.id, i.site_code, x."sellerSku", $3,
       coalesce((select o.fulfillment_channel from platform_order_line l
           join platform_order o on o.id = l.platform_order_id
         where o.tenant_id = $1 and o.store_id = t.id and o.unpaired and l.sku_id is null
           and lower(l.seller_sku) = lower(x."sellerSku") order by o.id limit 1), 'MFN'),
       x.asin, 'active', $4
     from jsonb_to_recordset($5::jsonb) as x("sellerSku" text, "skuId" text, asin text)
       join store t on t.id = $2 join site i on i.id = t.site_id`,
    [c.tenantId, storeId, groupId, c.caller.userId, JSON.stringify(pairs)],
  );
}

/** All orders of the store that waited for these platform SKUs know them now. @returns their ids */
async function applyPairs({ sql, tenantId }: RuleContext, storeId: string, pairs: readonly PairListingPair[]) {
  const waiting = await sql.query<{ id: string }>(
    `select distinct t.id from platform_order t join platform_order_line l on l.platform_order_id = t.id
     where t.tenant_id = $1 and t.store_id = $2 and t.unpaired and l.sku_id is null
       and lower(l.seller_sku) = any($3) order by t.id`,
    [tenantId, storeId, pairs.map((p) => p.sellerSku.toLowerCase())],
  );
  const ids = waiting.map((r) => r.id);
  await lockIds(sql, "platform_order", ids);
  await sql.query(
    `update platform_order_line l set sku_id = x."skuId"::bigint
     from jsonb_to_recordset($2::jsonb) as x("sellerSku" text, "skuId" text)
     where l.platform_order_id = any($1::bigint[]) and l.sku_id is null
       and lower(l.seller_sku) = lower(x."sellerSku")`,
    [ids, JSON.stringify(pairs)],
  );
  await sql.query(
    `update platform_order t set unpaired = exists (select 1 from platform_order_line l
       where l.platform_order_id = t.id and l.sku_id is null) where t.id = any($1::bigint[])`,
    [ids],
  );
  return ids;
}

/**
 * Platform SKUs become listings of a store: every order that waited for them goes on. What the inbox says
 * of them is locked by the caller.
 */
export async function pairListings(
  c: RuleContext,
  storeId: string,
  pairs: readonly PairListingPair[],
  groupId: string,
): Promise<void> {
  // Whoever takes in orders of the store meets the new pairs, or is met by them.
  await lockAdvisory(c.sql, "platformOrders", storeId);
  await addListings(c, storeId, pairs, groupId);
  const ids = await applyPairs(c, storeId, pairs);
  await postOrderFacts(c.sql, ids);
  await addDue(c, ids);
  for (const { sellerSku, skuId } of pairs)
    await settleUnmapped(c.sql, c.tenantId, { storeId, code: sellerSku, skuId });
}
