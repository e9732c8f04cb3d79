type ScannedRow = Record<string, unknown>;

/** How a delivery line is packed, for the form that counts its cartons. */
export interface ScannedPacking {
  /** Numbers of its cartons, first and last, as their labels say them. */
  from: number;
  to: number;
  pcsPerCarton: number;
  /** Pieces altogether; the last carton holds what remains. */
  qty: number;
}

/** `1-10x50/480`: what the form carries along. */
export const packingText = (p: ScannedPacking): string => `${p.from}-${p.to}x${p.pcsPerCarton}/${p.qty}`;

const packingOf = (text: unknown): ScannedPacking | undefined => {
  const found = /^(\d+)-(\d+)x(\d+)\/(\d+)$/.exec(String(text ?? ""));
  if (!found) return undefined;
  const [from = 0, to = 0, pcsPerCarton = 0, qty = 0] = found.slice(1).map(Number);
  return { from, to, pcsPerCarton, qty };
};

/** Number of a carton on its label `{delivery no}-{i}/{n}`. */
export const cartonOf = (code: string): number | undefined => {
  const i = /-(\d+)\/\d+$/.exec(code.trim())?.[1];
  return i ? Number(i) : undefined;
};

/** Labels as a form or a call gives them, each once. */
export const codesIn = (value: unknown): string[] => [
  ...new Set(
    (Array.isArray(value) ? value.map(String) : String(value ?? "").split(/\r?\n/))
      .map((code) => code.trim())
      .filter(Boolean),
  ),
];

/** Pieces of a line that are in these cartons. */
export const piecesIn = ({ from, to, pcsPerCarton, qty }: ScannedPacking, cartons: readonly number[]) =>
  cartons
    .filter((i) => i >= from && i <= to)
    .reduce((n, i) => n + Math.max(0, Math.min(pcsPerCarton, qty - (i - from) * pcsPerCarton)), 0);

/** Rows of the form, counted by the carton labels that stand in its header. */
export function countByCartons(header: ScannedRow): ScannedRow[] {
  const cartons = codesIn(header.cartonCodes).flatMap((code) => cartonOf(code) ?? []);
  return ((header.items as ScannedRow[] | undefined) ?? []).map((row) => {
    const packing = packingOf(row.packing);
    return packing ? { ...row, signQty: piecesIn(packing, cartons) } : row;
  });
}
