import type { Field, Lines } from "#documents/kit";

const SPEC = `case when jsonb_typeof(r.attrs) = 'object'
  then (select string_agg(key || ':' || value, ' ' order by key) from jsonb_each_text(r.attrs))
  else r.spec end`;

/** What a line copies of its SKU at submit (supply.md 0.1), as the SKU `r` says it. */
const WORDS: Readonly<Record<string, string>> = {
  skuCode: "r.sku_code",
  skuName: "r.name",
  spec: SPEC,
  unit: "r.unit",
  imageUrl: "r.images[1]",
};

/** True for lines that name a SKU and copy its words. */
export const namesSku = ({ fields }: Lines): boolean =>
  fields.skuId?.kind === "ref" &&
  fields.skuId.to === "sku" &&
  fields.skuName?.kind === "text" &&
  fields.skuName.from === "skuId.name";

/**
 * A column of a line: a word that it has not copied yet is what its SKU says now, so that a draft
 * reads like what will be submitted, whatever made it.
 */
export function columnOf(lines: Lines, name: string, f: Field, column: string): string {
  const word = WORDS[name];
  if (!word || !f.computed || f.virtual || !namesSku(lines)) return `t.${column}`;
  return `coalesce(t.${column}, (select ${word} from sku r where r.id = t.sku_id))`;
}
