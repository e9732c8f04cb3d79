/** A line of a delivery as it is packed. */
export interface Packed {
  id: string;
  poLineCode?: string;
  skuCode: string;
  skuName?: string;
  unit?: string;
  qty: number;
  cartons: number;
  pcsPerCarton: number;
  batchNo?: string | null;
}

export interface Carton extends Pick<Packed, "skuCode" | "skuName" | "unit" | "batchNo"> {
  /** `{no}-{i}/{n}`: what its bars say. */
  code: string;
  index: number;
  total: number;
  qty: number;
}

/** Each carton of a delivery with what is in it: full ones first, the rest in what remains. */
export function cartonsOf(no: string, items: readonly Packed[]): Carton[] {
  const total = items.reduce((n, l) => n + Number(l.cartons), 0);
  const found: Carton[] = [];
  for (const line of items) {
    const { skuCode, skuName, unit, batchNo } = line;
    let rest = Number(line.qty);
    for (let i = 0; i < Number(line.cartons); i++) {
      const qty = Math.min(rest, Number(line.pcsPerCarton));
      rest -= qty;
      const index = found.length + 1;
      found.push({
        ...{ skuCode, skuName, unit, batchNo, qty, index, total },
        code: `${no}-${index}/${total}`,
      });
    }
  }
  return found;
}
