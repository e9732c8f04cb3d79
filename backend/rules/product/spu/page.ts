import type { RuleContext } from "../../../documents/rules";
import { combinationsOf, combinationText, readAttrs, type Spec, sameAttrs } from "./specs";

/** What the SKU matrix shows: every combination, with the SKU that has it. */
export async function matrixOf({ sql }: RuleContext, id: string, specs: readonly Spec[]) {
  const skus = await sql.query<{ skuCode: string; attrs: unknown }>(
    `select sku_code as "skuCode", attrs from sku
     where spu_id = $1 and sku_type <> 'easy' and del_flag = 0 order by id`,
    [id],
  );
  const known = skus.map((s) => ({ skuCode: s.skuCode, attrs: readAttrs(s.attrs) }));
  return combinationsOf(specs)
    .slice(0, 500)
    .map((attrs) => ({
      text: combinationText(attrs),
      skuCode: known.find((s) => sameAttrs(s.attrs, attrs))?.skuCode ?? null,
    }));
}

/** SKUs, supplier prices and seal samples of an SPU, for the tabs of its page. */
export async function tabsOf({ sql, caller }: RuleContext, id: string) {
  const prices = caller.permissions.has("purchase_price_view");
  const skus = await sql.query(
    `select id, sku_code as "skuCode", name, status, sale_status as "saleStatus"
       ${prices ? `, purchase_price::text as "purchasePrice"` : ""}
     from sku where spu_id = $1 and del_flag = 0 order by sku_code limit 500`,
    [id],
  );
  const offers = prices
    ? await sql.query(
        `select k.sku_code as "skuCode", s.name as supplier, p.currency, p.min_qty as "minQty",
           p.price::text as price, p.lead_days as "leadDays", p.valid_to as "validTo",
           p.is_default as "isDefault"
         from sku_supplier_price p join sku k on k.id = p.sku_id join supplier s on s.id = p.supplier_id
         where k.spu_id = $1 and p.del_flag = 0 and k.del_flag = 0
         order by k.sku_code, s.name, p.min_qty limit 500`,
        [id],
      )
    : [];
  const samples = caller.permissions.has("product_sealsample_view")
    ? await sql.query(
        `select f.id, f.no, k.sku_code as "skuCode", s.name as supplier, f.sample_version as version,
           f.seal_no as "sealNo", f.valid_until as "validUntil", f.status
         from seal_sample f join sku k on k.id = f.sku_id join supplier s on s.id = f.supplier_id
         where k.spu_id = $1 and f.del_flag = 0 order by f.id desc limit 200`,
        [id],
      )
    : [];
  return { skus, offers, samples };
}
