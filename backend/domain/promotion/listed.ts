import type { RuleContext } from "#backend/engine/documents";
import { forbidden, invalidAt } from "#backend/platform/http";
import { requireSkus, skusOf, wordsOf } from "../sku-lines";

/** @throws Refusal 403 unless the caller made the document or answers for it (market.md 0.5) */
export function requireOwn(
  { caller }: Pick<RuleContext, "caller">,
  row: { createBy?: string | null; ownerId?: string | null },
): void {
  if (row.createBy !== caller.userId && row.ownerId !== caller.userId) throw forbidden("只能提交本人负责的单据");
}

/** Days from one to the other, both yyyy-MM-dd. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** What the store of a document says: its site, and the currency that it sells in. */
export async function placeOf({ sql, tenantId }: RuleContext, storeId: string | null | undefined) {
  const found = await sql.one<{ siteId: string; currency: string; state: string }>(
    `select s.site_id as "siteId", z.currency, s.state from store s join site z on z.id = s.site_id
     where s.id = $1 and s.tenant_id = $2 and s.del_flag = 0`,
    [storeId, tenantId],
  );
  if (found?.state !== "enabled") throw invalidAt("storeId", "店铺不存在或已停用");
  return { siteId: found.siteId, currency: found.currency };
}

/**
 * Fills the words and ASINs of lines, each SKU once and sold by the store; answers the group that sells
 * the first of them. @throws Refusal 400 at a line, 409 for a SKU that cannot be used
 */
export async function listLines(
  c: RuleContext,
  storeId: string | null | undefined,
  lines: readonly { skuId?: string | null; asin?: string | null }[],
): Promise<{ groupId: string | undefined; asins: string }> {
  const skus = await skusOf(c, lines);
  requireSkus(lines, skus);
  const found = await c.sql.query<{ skuId: string; asin: string | null; groupId: string }>(
    `select distinct on (sku_id) sku_id as "skuId", asin, group_id as "groupId" from sku_listing
     where store_id = $1 and sku_id = any($2::bigint[]) and del_flag = 0
     order by sku_id, listing_status, line_no`,
    [storeId, [...skus.keys()]],
  );
  const listings = new Map(found.map((l) => [l.skuId, l]));
  lines.forEach((line, i) => {
    const listing = listings.get(String(line.skuId));
    const code = skus.get(String(line.skuId))?.skuCode;
    if (!listing?.asin) throw invalidAt(`items.${i}.skuId`, `SKU ${code} 在该店铺没有平台映射的ASIN`);
    Object.assign(line, wordsOf(skus, line.skuId), { asin: listing.asin });
  });
  return {
    groupId: listings.get(String(lines[0]?.skuId))?.groupId,
    asins: [...new Set(lines.map((l) => l.asin))].join(" "),
  };
}
