import { conflict, invalidAt } from "#backend/platform/http";
import { dec, r2, round } from "#backend/platform/values";
import type { InputOf, LineOf } from "#documents/kit";
import type { transfer } from "#documents/logistics/transfer";
import type { Packing } from "./skus";

type BoxLine = Pick<LineOf<typeof transfer, "items">, "skuId" | "goodQty" | "badQty">;
export type PackRow = NonNullable<InputOf<typeof transfer, "pack">["boxes"]>[number];

/** A packed box. Lengths in cm, weight in kg. */
export interface TransferBox {
  boxNo: number;
  lengthCm: string;
  widthCm: string;
  heightCm: string;
  weightKg: string;
  contents: { skuId: string; qty: number }[];
}

/** As many boxes as one shipment is packed in. */
const MOST = 2000;
const FBA_HEAVY = 22.5;
const HEAVY = 30;

/** Pieces of each SKU on the lines of a transfer. */
export function piecesBySku(lines: readonly BoxLine[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { skuId, goodQty, badQty } of lines) found.set(skuId, (found.get(skuId) ?? 0) + goodQty + badQty);
  return found;
}

/** Weight of a carton with so many pieces: what it is known to weigh, or what they weigh. */
function weightOf({ cartonKg, pieceKg, perCarton }: Packing, qty: number): string | null {
  if (cartonKg && qty === perCarton) return cartonKg;
  if (pieceKg) return r2(dec(pieceKg).times(qty));
  return cartonKg && perCarton ? r2(dec(cartonKg).times(qty).div(perCarton)) : null;
}

/** Equal cartons for each SKU, and one with the rest: what 装箱 starts with. */
export const equalBoxes = (lines: readonly BoxLine[], packings: ReadonlyMap<string, Packing>): PackRow[] =>
  [...piecesBySku(lines)].flatMap(([skuId, qty]) => {
    const packing = packings.get(skuId);
    const per = packing?.perCarton ?? qty;
    const row = (boxes: number, pieces: number): PackRow => ({
      skuId,
      boxes,
      qty: pieces,
      lengthCm: packing?.length,
      widthCm: packing?.width,
      heightCm: packing?.height,
      weightKg: packing && weightOf(packing, pieces),
    });
    const whole = Math.floor(qty / per);
    return [...(whole ? [row(whole, per)] : []), ...(qty % per ? [row(1, qty % per)] : [])];
  });

/** Measures of a new box: as typed, or those of the SKU's carton. */
function measured(row: PackRow, i: number, packing: Packing | undefined) {
  const box = {
    lengthCm: row.lengthCm ?? packing?.length,
    widthCm: row.widthCm ?? packing?.width,
    heightCm: row.heightCm ?? packing?.height,
    weightKg: row.weightKg ?? (packing && weightOf(packing, row.qty ?? 0)),
  };
  const { lengthCm, widthCm, heightCm, weightKg } = box;
  if (!lengthCm || !widthCm || !heightCm)
    throw invalidAt(`boxes.${i}.lengthCm`, `SKU ${packing?.skuCode} 缺少外箱尺寸`);
  if (!weightKg) throw invalidAt(`boxes.${i}.weightKg`, "请填写箱重");
  return { lengthCm, widthCm, heightCm, weightKg };
}

/** Boxes that rows describe; a row that names a box again adds its pieces to it. @throws Refusal 400 */
export function boxesOf(rows: readonly PackRow[], packings: ReadonlyMap<string, Packing>): TransferBox[] {
  const boxes = new Map<number, TransferBox>();
  for (const [i, row] of rows.entries()) {
    const { skuId, boxes: count = 1, qty = 0 } = row;
    const first = row.boxNo ?? Math.max(0, ...boxes.keys()) + 1;
    if (boxes.size + (count ?? 1) > MOST) throw invalidAt(`boxes.${i}.boxes`, `最多${MOST}箱`);
    for (let boxNo = first; boxNo < first + (count ?? 1); boxNo++) {
      const own = { skuId: String(skuId), qty: qty ?? 0 };
      const found = boxes.get(boxNo);
      if (found) found.contents.push(own);
      else boxes.set(boxNo, { boxNo, contents: [own], ...measured(row, i, packings.get(own.skuId)) });
    }
  }
  const packed = [...boxes.values()].sort((a, b) => a.boxNo - b.boxNo);
  if (packed.some((box, i) => box.boxNo !== i + 1)) throw conflict("箱号须从1开始连续编号");
  return packed;
}

/** Everything is in a box, and nothing else. @throws Refusal 409 装箱数量与调拨数量不一致：SKU {code} */
export function requirePacked(
  boxes: readonly TransferBox[],
  lines: readonly BoxLine[],
  packings: ReadonlyMap<string, Packing>,
): void {
  const left = piecesBySku(lines);
  for (const { skuId, qty } of boxes.flatMap((box) => box.contents)) left.set(skuId, (left.get(skuId) ?? 0) - qty);
  for (const [skuId, n] of left)
    if (n !== 0) throw conflict(`装箱数量与调拨数量不一致：SKU ${packings.get(skuId)?.skuCode ?? ""}`);
}

const cubic = (box: TransferBox) => dec(box.lengthCm).times(box.widthCm).times(box.heightCm);

/** Volume of boxes, m³. */
export const volumeOf = (boxes: readonly TransferBox[]): string =>
  round(boxes.reduce((all, box) => all.plus(cubic(box)), dec(0)).div(1_000_000), 4);

/** What is to be said of a box that is heavy. */
export function markOf(kg: string, fba: boolean): string | null {
  if (dec(kg).gt(HEAVY)) return "超过30kg";
  return fba && dec(kg).gt(FBA_HEAVY) ? "超重标" : null;
}
