import type { RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";

/** What a document line copies of its SKU. */
export interface SkuFacts {
  id: string;
  skuCode: string;
  skuName: string;
  spec: string | null;
  unit: string | null;
  imageUrl: string | null;
  status: string;
  skuType: string;
  purchasePrice: string | null;
  moq: number | null;
}

/** A line that names a SKU. */
type SkuLineNamed = { readonly skuId?: unknown } | Readonly<Record<string, unknown>>;

/** SKUs of lines by id, share-locked so that they cannot be stopped meanwhile. */
export async function skusOf(c: RuleContext, lines: readonly SkuLineNamed[]): Promise<Map<string, SkuFacts>> {
  const ids = [...new Set(lines.map((l) => String(l.skuId)))].sort();
  const rows = await c.sql.query<SkuFacts>(
    `select id, sku_code as "skuCode", name as "skuName",
       case when jsonb_typeof(attrs) = 'object'
         then (select string_agg(key || ':' || value, ' ' order by key) from jsonb_each_text(attrs))
         else spec end as spec,
       unit, images[1] as "imageUrl", status, sku_type as "skuType",
       purchase_price::text as "purchasePrice", moq
     from sku where id = any($1::bigint[]) and tenant_id = $2 and del_flag = 0
     order by id ${keep(c.sql, "sku", "share")}`,
    [ids, c.tenantId],
  );
  return new Map(rows.map((r) => [r.id, r]));
}

/** What a line shows of its SKU before it is submitted. */
export function wordsOf(skus: ReadonlyMap<string, SkuFacts>, skuId: unknown) {
  const { skuCode, skuName, spec, unit } = skus.get(String(skuId)) ?? {};
  return { skuCode, skuName, spec, unit };
}

/**
 * Guards of L-SKU lines (supply.md 0.1): known, approved, no combination, none twice unless the lines
 * come from different source lines (`source` answers it).
 */
export function requireSkus<L extends SkuLineNamed>(
  lines: readonly L[],
  skus: ReadonlyMap<string, SkuFacts>,
  source?: (line: L) => unknown,
): void {
  const seen = new Set<string>();
  for (const line of lines) {
    const sku = skus.get(String(line.skuId));
    if (!sku) throw conflict("SKU不存在");
    if (sku.status === "stopped") throw conflict(`SKU ${sku.skuCode} 已停用`);
    if (sku.status !== "approved") throw conflict(`SKU ${sku.skuCode} 未审核`);
    if (sku.skuType === "combo") throw conflict("组合SKU不能直接采购或出入库");
    const key = `${sku.id}/${source?.(line) ?? ""}`;
    if (seen.has(key)) throw conflict(`SKU ${sku.skuCode} 重复`);
    seen.add(key);
  }
}

/** Copies name, specification, unit and picture onto the lines of a document that is submitted. */
export async function snapshotSkus(c: RuleContext, table: string, lines: readonly { id: string }[]) {
  await c.sql.query(
    `update ${table} l set sku_code = s.sku_code, sku_name = s.name, unit = s.unit,
       spec = case when jsonb_typeof(s.attrs) = 'object'
         then (select string_agg(key || ':' || value, ' ' order by key) from jsonb_each_text(s.attrs))
         else s.spec end,
       image_url = s.images[1]
     from sku s where s.id = l.sku_id and l.id = any($1::bigint[])`,
    [lines.map((l) => l.id)],
  );
}
