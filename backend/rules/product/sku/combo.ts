import { keep } from "../../../db/locks";
import type { RuleContext } from "../../../documents/rules";
import { at } from "../at";

interface Part {
  childSkuId?: string | null;
}

interface Whole {
  skuType?: string | null;
  combo?: readonly Part[];
}

/** Kinds of the SKUs that a combination is made of, by id; they stay as they are. */
export async function kindsOf(
  { sql }: RuleContext,
  parts: readonly Part[] = [],
): Promise<Map<string, string>> {
  if (!parts.length) return new Map();
  const rows = await sql.query<{ id: string; skuType: string }>(
    `select id, sku_type as "skuType" from sku where id = any($1::bigint[])
     order by id ${keep(sql, "sku", "share")}`,
    [parts.map((p) => p.childSkuId)],
  );
  return new Map(rows.map((r) => [r.id, r.skuType]));
}

/**
 * Parts of a combination: plain SKUs, not itself, none twice; others have no parts.
 * @throws Refusal 400
 */
export function requireCombo(
  { skuType, combo = [] }: Whole,
  kinds: ReadonlyMap<string, string>,
  id?: string,
) {
  if (skuType !== "combo") {
    if (combo.length) throw at("combo", "只有组合SKU可以填写组合成分");
    return;
  }
  const seen = new Set<string>();
  for (const [i, { childSkuId }] of combo.entries()) {
    const path = `combo.${i}.childSkuId`;
    const child = childSkuId ?? "";
    if (child === id) throw at(path, "组合成分不能是它自己");
    if (kinds.get(child) === "combo") throw at(path, "组合成分不能是组合SKU");
    if (seen.has(child)) throw at(path, "组合成分重复");
    seen.add(child);
  }
}
