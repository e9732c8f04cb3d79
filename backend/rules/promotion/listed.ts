import type { RuleContext } from "../../documents/rules";
import { invalidAt } from "../../http/refusal";
import { requireSkus, skusOf, wordsOf } from "../sku-lines";

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

interface Listing {
  skuId: string;
  asin: string | null;
  groupId: string;
}

interface Line {
  skuId?: string | null;
  asin?: string | null;
}

/**
 * Fills the words and ASINs of lines, each SKU once and sold by the store; answers the group that sells
 * the first of them. @throws Refusal 400 at a line, 409 for a SKU that cannot be used
 */
export async function listLines(
  c: RuleContext,
  storeId: string | null | undefined,
  lines: readonly Line[],
): Promise<{ groupId: string | undefined; asins: string }> {
  const skus = await skusOf(c, lines);
  requireSkus(lines, skus);
  const found = await c.sql.query<Listing>(
    `select distinct on (sku_id) sku_id as "skuId", asin, group_id as "groupId" from sku_listing
     where store_id = $1 and sku_id = any($2::bigint[]) and del_flag = 0
     order by sku_id, listing_status, line_no`,
    [storeId, [...skus.keys()]],
  );
  const listings = new Map(found.map((l) => [l.skuId, l]));
  lines.forEach((line, i) => {
    const listing = listings.get(String(line.skuId));
    const code = skus.get(String(line.skuId))?.skuCode;
    if (!listing?.asin)
      throw invalidAt(`items.${i}.skuId`, `SKU ${code} 在该店铺没有平台映射的ASIN`);
    Object.assign(line, wordsOf(skus, line.skuId), { asin: listing.asin });
  });
  return {
    groupId: listings.get(String(lines[0]?.skuId))?.groupId,
    asins: [...new Set(lines.map((l) => l.asin))].join(" "),
  };
}
