import type { DocumentOf } from "#documents";
import type { PageLine } from "#documents/kit";

/** A line of a delivery as it is packed. */
export type CartonPacked = PageLine<DocumentOf<"delivery">, "items">;

export interface Carton extends Pick<CartonPacked, "skuCode" | "skuName" | "unit" | "batchNo"> {
  /** `{no}-{i}/{n}`: what its bars say. */
  code: string;
  index: number;
  total: number;
  qty: number;
}

/** Each carton of a delivery with what is in it: full ones first, the rest in what remains. */
export function cartonsOf(no: string, items: readonly CartonPacked[]): Carton[] {
  const total = items.reduce((n, l) => n + (l.cartons ?? 0), 0);
  const found: Carton[] = [];
  for (const line of items) {
    const { skuCode, skuName, unit, batchNo } = line;
    let rest = line.qty ?? 0;
    for (let i = 0; i < (line.cartons ?? 0); i++) {
      const qty = Math.min(rest, line.pcsPerCarton ?? 0);
      rest -= qty;
      const index = found.length + 1;
      found.push({ skuCode, skuName, unit, batchNo, qty, index, total, code: `${no}-${index}/${total}` });
    }
  }
  return found;
}
