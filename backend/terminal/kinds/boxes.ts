import { conflict, invalid } from "../../http/refusal";
import type { Counted, Measures, Piece } from "../job";

/** Equal boxes, one after the other, with what is in each. */
export interface Sealed extends Measures {
  boxes: number;
  contents: Piece[];
}

const NUMBER = "(\\d{1,5}(?:\\.\\d{1,2})?)";
const SEAL = new RegExp(`^(?:BOX|封箱)(?: ${NUMBER})?(?: ${NUMBER}[X*×]${NUMBER}[X*×]${NUMBER})?$`);

/** `BOX`, `BOX 12.5`, `BOX 12.5 60X40X40`: the box is full, with weight and measures. */
export function sealIn(code: string): Measures | undefined {
  const found = SEAL.exec(code.replace(/\s+/g, " "));
  if (!found) return undefined;
  const [, weightKg, lengthCm, widthCm, heightCm] = found;
  return { weightKg, lengthCm, widthCm, heightCm };
}

/** What was put into the box that is still open, by SKU. */
const sumOf = (pieces: readonly Piece[]): Piece[] => {
  const sums = new Map<string, number>();
  for (const { skuId, qty } of pieces) sums.set(skuId, (sums.get(skuId) ?? 0) + qty);
  return [...sums].map(([skuId, qty]) => ({ skuId, qty }));
};

/** Boxes as they were sealed, and what lies in the open one. */
export function boxesOf(scans: readonly Counted[]): { sealed: Sealed[]; open: Piece[] } {
  const sealed: Sealed[] = [];
  let open: Piece[] = [];
  for (const { pieces } of scans) {
    const seal = pieces.find((p) => p.seal);
    if (!seal) open.push(...pieces);
    else {
      // A box whose pieces were taken back is none.
      if (open.length) sealed.push({ ...seal.seal, boxes: seal.qty, contents: sumOf(open) });
      open = [];
    }
  }
  return { sealed, open: sumOf(open) };
}

export const countBoxes = (scans: readonly Counted[]): number =>
  boxesOf(scans).sealed.reduce((n, s) => n + s.boxes, 0);

/** Seals the open box, `times` equal ones. @throws Refusal 409 箱内没有货 */
export function seal(scans: readonly Counted[], measures: Measures, times: number) {
  if (times > 999) throw invalid("一次最多999箱");
  const { sealed, open } = boxesOf(scans);
  if (!open.length) throw conflict("箱内没有货，请先扫货");
  const first = sealed.reduce((n, s) => n + s.boxes, 0) + 1;
  const more = open.map(({ skuId, qty }) => ({ skuId, qty: qty * (times - 1) }));
  const pieces: Piece[] = [
    { skuId: "", qty: times, seal: measures },
    ...more.filter((p) => p.qty > 0),
  ];
  const inside = open.reduce((n, p) => n + p.qty, 0);
  const which = times > 1 ? `第${first}到${first + times - 1}箱` : `第${first}箱`;
  return { pieces, said: `${which}已封，${times > 1 ? "每箱" : ""}${inside}件` };
}
