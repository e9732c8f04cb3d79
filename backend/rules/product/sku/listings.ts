import type { LineDraft } from "#documents/kit";
import type { sku } from "#documents/product/sku";
import { lockAdvisory } from "../../../db/advisory";
import type { RuleContext } from "../../../documents/rules";
import { at } from "../at";

type Draft = LineDraft<typeof sku, "listings">;

/** Listings of other living SKUs by these MSKUs, in small letters. */
const others = ({ sql, tenantId }: RuleContext, mskus: string[], id: string | undefined) =>
  sql.query<{ storeId: string; msku: string; code: string }>(
    `select l.store_id as "storeId", lower(l.msku) as msku, k.sku_code as code
     from sku_listing l join sku k on k.id = l.sku_id
     where l.tenant_id = $1 and l.del_flag = 0 and k.del_flag = 0 and k.id is distinct from $2
       and lower(l.msku) = any($3)`,
    [tenantId, id ?? null, mskus],
  );

const sitesOf = ({ sql }: RuleContext, rows: readonly Draft[]) =>
  sql.query<{ id: string; site: string }>(
    `select s.id, i.site_code as site from store s join site i on i.id = s.site_id
     where s.id = any($1::bigint[])`,
    [rows.map((r) => r.storeId)],
  );

/** MSKU unique per store among living SKUs; fnsku only for AFN; the site is the store's. */
export async function requireListings(c: RuleContext, rows: readonly Draft[], id?: string) {
  if (!rows.length) return;
  await lockAdvisory(c.sql, "platformSku");
  const stores = await sitesOf(c, rows);
  const small = (r: Draft) => (r.msku ?? "").toLowerCase();
  const known = await others(c, rows.map(small), id);
  const seen = new Set<string>();
  for (const [i, r] of rows.entries()) {
    const msku = small(r);
    const key = `${r.storeId}/${msku}`;
    if (seen.has(key)) throw at(`listings.${i}.msku`, "同一店铺的MSKU重复");
    seen.add(key);
    const other = known.find((t) => t.storeId === r.storeId && t.msku === msku);
    if (other) throw at(`listings.${i}.msku`, `MSKU已映射到SKU ${other.code}`);
    if (r.fnsku && r.fulfillmentChannel !== "AFN")
      throw at(`listings.${i}.fnsku`, "只有AFN可以填写FNSKU");
    r.site = stores.find((s) => s.id === r.storeId)?.site ?? null;
  }
}
