import type { RuleContext } from "../../../documents/rules";

interface Listing {
  skuId: string;
  fnsku: string;
  msku: string | null;
}

/** What the shelf label of each line says: the FNSKU of its SKU's first platform mapping that has one. */
export async function addLabels(
  { sql }: RuleContext,
  items: readonly { skuId: string }[],
): Promise<void> {
  const rows = await sql.query<Listing>(
    `select distinct on (sku_id) sku_id as "skuId", fnsku, msku from sku_listing
     where sku_id = any($1::bigint[]) and fnsku <> '' and del_flag = 0 order by sku_id, id`,
    [items.map((l) => l.skuId)],
  );
  for (const line of items) {
    const { fnsku = null, msku = null } = rows.find((r) => r.skuId === line.skuId) ?? {};
    Object.assign(line, { fnsku, msku });
  }
}
