import { add, ceilOf, type Exact, exact, larger, over, short, times } from "./exact";
import type { FreightBox, FreightStep, FreightTerms } from "./freight-types";

/** Boxes as they count: kg of each, and of the shipment. */
export interface Charged {
  boxes: Exact[];
  weight: Exact;
  volume: Exact;
  step: FreightStep;
}

const cubic = (b: FreightBox): Exact =>
  times(exact(b.lengthCm), exact(b.widthCm), exact(b.heightCm));

/** `13.5×3 + 16×2`; of many different boxes their number alone. */
function grouped(boxes: readonly Exact[]): string {
  const counts = new Map<string, number>();
  for (const box of boxes) {
    const text = short(box, 3);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  if (counts.size > 8) return `${boxes.length}箱之和`;
  return [...counts].map(([kg, n]) => (n > 1 ? `${kg}×${n}` : kg)).join(" + ");
}

const basis = (divisor: number) =>
  divisor ? `每箱取实重与长×宽×高÷${divisor}的较大者` : "每箱取实重";

/**
 * Charge weight (supply.md 5): of each box the larger of its weight and its size by the divisor, rounded
 * up by box, or the sum rounded up once.
 */
export function chargeOf(terms: FreightTerms, boxes: readonly FreightBox[]): Charged {
  const divisor = terms.volumeDivisor ?? 0;
  const unit = exact(terms.roundUnitKg);
  const by = BigInt(divisor || 1);
  // Kilograms × divisor: the size by the divisor is no finite decimal.
  const raw = boxes.map((b) => larger(exact(b.weightKg) * by, divisor ? cubic(b) : 0n));
  const up = (value: Exact) => (unit ? ceilOf(value, by * unit) * unit : value / by);
  const perShipment = terms.roundScope === "shipment";
  const each = raw.map((value) => (perShipment ? value / by : up(value)));
  const weight = perShipment ? up(add(raw)) : add(each);
  const scope = perShipment ? "合计后" : "每箱";
  const rounded = unit ? `，${scope}按${short(unit)} kg进位` : "";
  return {
    boxes: each,
    weight,
    volume: over(add(boxes.map(cubic)), exact(1_000_000)),
    step: {
      label: "计费重",
      reckoning: `${basis(divisor)}${rounded}：${grouped(each)} = ${short(weight, 2)} kg`,
      amount: null,
    },
  };
}
