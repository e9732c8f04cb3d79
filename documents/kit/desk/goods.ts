import type { DocumentType, Lines } from "../document";

/** Lines that say what goods a document is about, and the field with how many. */
export interface GoodsLines {
  lines: Lines;
  qty?: string;
}

/** The first lines of a document that name a SKU. */
export function goodsLines({ lines = {} }: DocumentType): GoodsLines | undefined {
  const found = Object.values(lines).find((l) => l.fields.skuId?.kind === "ref");
  if (!found) return undefined;
  const counts = Object.entries(found.fields).filter(
    ([name, f]) => /qty$/i.test(name) && (f.kind === "int" || f.kind === "decimal") && !f.virtual,
  );
  const names = counts.map(([name]) => name);
  return { lines: found, qty: names.includes("qty") ? "qty" : names[0] };
}
