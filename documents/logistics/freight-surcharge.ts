import { add, type Exact, exact, said, short, times } from "./exact";
import type { Charged } from "./freight-charge";
import type { FreightBox, FreightLine, FreightStep, Shipment } from "./freight-types";
import { conditions } from "./freight-words";

const OVERWEIGHT = exact("22.5");
const OVERSIZE = exact("60");

const is = {
  always: () => true,
  remote: () => true,
  battery: (b: FreightBox) => !!b.battery,
  overweight: (b: FreightBox) => exact(b.weightKg) > OVERWEIGHT,
  oversize: (b: FreightBox) =>
    [b.lengthCm, b.widthCm, b.heightCm].some((side) => exact(side) > OVERSIZE),
};

interface Reckoned {
  amount: Exact;
  reckoning: string;
}

function reckon(
  line: FreightLine,
  count: number,
  weight: Exact,
  freight: Exact,
  scale: number,
): Reckoned {
  const value = exact(line.value);
  const shown = short(value);
  switch (line.calcType) {
    case "perKg":
      return { amount: times(value, weight), reckoning: `${short(weight, 2)} kg × ${shown}` };
    case "perCarton":
      return { amount: value * BigInt(count), reckoning: `${count}箱 × ${shown}` };
    case "percent":
      return {
        amount: times(freight, value) / 100n,
        reckoning: `运费${said(freight, scale)} × ${shown}%`,
      };
    default:
      return { amount: value, reckoning: `每票${shown}` };
  }
}

/**
 * One surcharge of a shipment; nothing when its condition does not hold. What is counted by box or
 * kilogram counts the boxes of which the condition holds.
 */
export function surchargeOf(
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
