import type Big from "big.js";
import { allocate, dec } from "#backend/platform/values";
import type { Line, TransferRow } from "./lines";
import type { Packing } from "./skus";

const piece = (packing: Packing | undefined, of: "pieceKg" | "pieceM3") => dec(packing?.[of] ?? 0);

const contentsOf = (value: unknown): { skuId: string; qty: number }[] => (Array.isArray(value) ? value : []);

/** What boxes weigh (or take up) of each SKU: a box is shared by the weight of what is in it. */
function bySku(row: TransferRow, packings: ReadonlyMap<string, Packing>): Map<string, Big> {
  const found = new Map<string, Big>();
  for (const box of row.boxes) {
    const whole =
      row.feeShareType === "weight"
        ? dec(box.chargeWeightKg)
        : dec(box.lengthCm).times(dec(box.widthCm)).times(dec(box.heightCm));
    const contents = contentsOf(box.contents);
    const known = contents.every(({ skuId }) => packings.get(skuId)?.pieceKg);
    const parts = contents.map(({ skuId, qty }) =>
      known ? piece(packings.get(skuId), "pieceKg").times(qty) : dec(qty),
    );
    const total = parts.reduce((a, b) => a.plus(b), dec(0));
    for (const [i, { skuId }] of contents.entries())
      found.set(skuId, (found.get(skuId) ?? dec(0)).plus(whole.times(parts[i] ?? 0).div(total)));
  }
  return found;
}

/** Weights by which freight is shared among lines that were sent (supply.md 5, feeShareType). */
function weightsOf(row: TransferRow, lines: readonly Line[], packings: ReadonlyMap<string, Packing>): string[] {
  const { feeShareType: by } = row;
  const qty = (line: Line) => dec(line.shippedQty);
  if (by === "qty") return lines.map((l) => qty(l).toFixed(6));
  if (by === "amount") return lines.map((l) => l.outAmount);
  const boxed = bySku(row, packings);
  const sent = (skuId: string) => lines.reduce((n, l) => n + (l.skuId === skuId ? l.shippedQty : 0), 0);
  const weights = lines.map((line) => {
    const of = boxed.get(line.skuId);
    if (row.boxes.length) return (of ?? dec(0)).times(line.shippedQty).div(sent(line.skuId));
    const packing = packings.get(line.skuId);
    return qty(line).times(piece(packing, by === "weight" ? "pieceKg" : "pieceM3"));
  });
  // Without weights of all, pieces are what can be counted.
  const known = weights.every((w) => w.gt(0));
  return (known ? weights : lines.map(qty)).map((w) => w.toFixed(6));
}

/** Shares of a fee in CNY by line: the last line takes the remainder. */
export function sharesOf(row: TransferRow, fee: string, packings: ReadonlyMap<string, Packing>): Map<string, string> {
  const lines = row.items.filter((line) => line.shippedQty > 0);
  const parts = allocate(fee, weightsOf(row, lines, packings));
  return new Map(lines.map((line, i) => [line.id, parts[i] ?? "0.00"]));
}
