import { add, ceilOf, type Exact, exact, larger, over, said, short, times } from "./exact";
import type { FreightBox, FreightLine, FreightPrice, FreightStep, FreightTerms, Shipment } from "./freight-types";
import { conditions } from "./freight-types";

/** Boxes as they count: kg of each, and of the shipment. */
interface Charged {
  boxes: Exact[];
  weight: Exact;
  volume: Exact;
  step: FreightStep;
}

const cubic = (b: FreightBox): Exact => times(exact(b.lengthCm), exact(b.widthCm), exact(b.heightCm));

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

const basis = (divisor: number) => (divisor ? `每箱取实重与长×宽×高÷${divisor}的较大者` : "每箱取实重");

/**
 * Charge weight (supply.md 5): of each box the larger of its weight and its size by the divisor, rounded
 * up by box, or the sum rounded up once.
 */
function chargeOf(terms: FreightTerms, boxes: readonly FreightBox[]): Charged {
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

const OVERWEIGHT = exact("22.5");
const OVERSIZE = exact("60");

const is = {
  always: () => true,
  remote: () => true,
  battery: (b: FreightBox) => !!b.battery,
  overweight: (b: FreightBox) => exact(b.weightKg) > OVERWEIGHT,
  oversize: (b: FreightBox) => [b.lengthCm, b.widthCm, b.heightCm].some((side) => exact(side) > OVERSIZE),
};

interface FreightPriceReckoned {
  amount: Exact;
  reckoning: string;
}

function reckon(line: FreightLine, count: number, weight: Exact, freight: Exact, scale: number): FreightPriceReckoned {
  const value = exact(line.value);
  const shown = short(value);
  switch (line.calcType) {
    case "perKg":
      return { amount: times(value, weight), reckoning: `${short(weight, 2)} kg × ${shown}` };
    case "perCarton":
      return { amount: value * BigInt(count), reckoning: `${count}箱 × ${shown}` };
    case "percent":
      return { amount: times(freight, value) / 100n, reckoning: `运费${said(freight, scale)} × ${shown}%` };
    default:
      return { amount: value, reckoning: `每票${shown}` };
  }
}

/**
 * One surcharge of a shipment; nothing when its condition does not hold. What is counted by box or
 * kilogram counts the boxes of which the condition holds.
 */
function surchargeOf(
  line: FreightLine,
  { boxes, remote }: Shipment,
  { boxes: charged, weight }: Charged,
  freight: Exact,
  scale: number,
): (FreightStep & { amount: string }) | undefined {
  const condition = line.condition ?? "always";
  if (condition === "remote" && !remote) return undefined;
  const hit = charged.filter((_, i) => {
    const box = boxes[i];
    return box && is[condition](box);
  });
  if (!hit.length) return undefined;
  const all = hit.length === charged.length;
  const { amount, reckoning } = reckon(line, hit.length, all ? weight : add(hit), freight, scale);
  const why = condition === "always" ? "" : `（${conditions[condition].label}）`;
  return { label: line.name || "附加费", reckoning: reckoning + why, amount: said(amount, scale) };
}

export type {
  FreightBox,
  FreightPrice,
  FreightStep,
  FreightTerms,
  Priced,
  Shipment,
} from "./freight-types";

interface Base {
  amount: Exact;
  step: Omit<FreightStep, "amount">;
}

/** Why a place outside of the zones of a template is not served. */
export function zoneProblem(
  zones: readonly string[] | null | undefined,
  zone: string | null | undefined,
): string | undefined {
  if (!zones?.length) return undefined;
  const at = zone?.trim().toUpperCase();
  if (!at) return "该渠道按分区报价，请填写邮编或FC代码";
  return zones.some((z) => at.startsWith(z.trim().toUpperCase())) ? undefined : `不派送${zone}`;
}

const within = (line: FreightLine, charge: Exact) =>
  charge >= exact(line.fromQty) && (!line.toQty || charge < exact(line.toQty));

const span = (line: FreightLine, unit: string) =>
  line.toQty
    ? `${short(exact(line.fromQty))}–${short(exact(line.toQty))} ${unit}`
    : `${short(exact(line.fromQty))} ${unit}以上`;

/** Freight by kilogram or cubic metre: the tier that the charge falls into, at least the minimum. */
function tiered(terms: FreightTerms, charge: Exact, unit: string): Base | { refused: string } {
  const least = exact(terms.minCharge);
  const billed = larger(charge, least);
  const tiers = terms.items.filter((l) => l.kind === "tier");
  const tier = tiers.find((l) => within(l, charge)) ?? tiers.find((l) => within(l, billed));
  if (!tier) return { refused: `没有包含${short(billed, 4)} ${unit}的阶梯` };
  const below = charge < least ? `，不足最低计费${short(least)} ${unit}` : "";
  return {
    amount: times(billed, exact(tier.unitPrice)),
    step: {
      label: "运费",
      reckoning: `${short(billed, 4)} ${unit} × ${short(exact(tier.unitPrice))}（${span(tier, unit)}${below}）`,
    },
  };
}

/** Freight by whole containers of one type, the cheapest that take it all. */
function contained(terms: FreightTerms, charged: Charged, actual: Exact): Base | { refused: string } {
  const offers = terms.items.flatMap((line) => {
    const room = terms.containers?.[line.containerType ?? ""];
    if (line.kind !== "tier" || !room) return [];
    const byVolume = ceilOf(charged.volume, exact(room.volumeM3));
    const byWeight = ceilOf(actual, exact(room.payloadKg));
    const count = [1n, byVolume, byWeight].reduce((a, b) => (a > b ? a : b));
    return [{ line, count, amount: count * exact(line.unitPrice) }];
  });
  const [best] = offers.sort((a, b) => (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0));
  if (!best) return { refused: "没有柜型的价格" };
  const { line, count, amount } = best;
  const load = `${short(charged.volume, 4)} m³、${short(actual, 2)} kg`;
  return {
    amount,
    step: { label: "运费", reckoning: `${load}装${count}个${line.containerType} × ${short(exact(line.unitPrice))}` },
  };
}

const volumeStep = (volume: Exact, count: number): FreightStep => ({
  label: "体积",
  reckoning: `${count}箱的长×宽×高之和 = ${short(volume, 4)} m³`,
  amount: null,
});

function baseOf(terms: FreightTerms, charged: Charged, shipment: Shipment) {
  if (terms.billingType === "volume") return tiered(terms, exact(said(charged.volume, 4)), "m³");
  if (terms.billingType === "container")
    return contained(terms, charged, add(shipment.boxes.map((b) => exact(b.weightKg))));
  return tiered(terms, charged.weight, "kg");
}

/**
 * What a shipment costs by a template, and how that was worked out (supply.md 5): freight by tier, volume
 * or container, at least the minimum, and the surcharges whose condition holds; each rounded to the
 * currency. Or the sentence why it is not served.
 */
export function priceOf(terms: FreightTerms, shipment: Shipment): FreightPrice {
  if (!shipment.boxes.length) return { refused: "请填写箱子" };
  const outside = zoneProblem(terms.destZone, shipment.zone);
  if (outside) return { refused: outside };
  const scale = terms.scale ?? 2;
  const charged = chargeOf(terms, shipment.boxes);
  const base = baseOf(terms, charged, shipment);
  if ("refused" in base) return base;
  const freight = said(base.amount, scale);
  const extras = terms.items.flatMap((line) => {
    if (line.kind !== "surcharge") return [];
    return surchargeOf(line, shipment, charged, exact(freight), scale) ?? [];
  });
  const total = said(add([freight, ...extras.map((e) => e.amount)].map(exact)), scale);
  const first = terms.billingType === "weight" ? charged.step : volumeStep(charged.volume, shipment.boxes.length);
  return {
    boxes: charged.boxes.map((kg) => said(kg, 2)),
    chargeWeightKg: said(charged.weight, 2),
    volumeM3: said(charged.volume, 4),
    freight,
    total,
    steps: [first, { ...base.step, amount: freight }, ...extras],
  };
}
