import { digitsOf, nextOf, type Parcel, type World } from "../world/world";

/** Carriers by what a channel's code says of them, and what their tracking numbers look like. */
const CARRIERS: readonly [said: RegExp, code: string, before: string, digits: number][] = [
  [/USPS/, "USPS", "9400111899", 12],
  [/FDX|FEDEX/, "FEDEX", "77", 10],
  [/UPS/, "UPS", "1Z999AA1", 10],
  [/DHL/, "DHL", "0034043", 13],
  [/DPD/, "DPD", "0150", 10],
  [/GLS/, "GLS", "50", 9],
  [/HMS|HERMES/, "HERMES", "H", 15],
  [/YT|YUNTU/, "YUNTU", "YT24", 12],
  [/YW|YANWEN/, "YANWEN", "UB", 11],
  [/SF/, "SF", "SF13", 11],
  [/EMS/, "EMS", "LZ", 11],
];
const OTHER = [/(?:)/, "STD", "STD", 12] as const;

/** Parcels by weight: so much for the first bit, so much for each kg; in cents. */
const priceOf = (weightKg: number) => 320 + Math.round(weightKg * 220);

/** What a channel makes of a parcel: what was laid down for its next one, or a number and a price of its own. */
export function parcelOf(world: World, channelCode: string, weightKg: number): Required<Parcel> {
  const laid = world.parcels[channelCode]?.shift();
  if (laid) return { weightKg, ...laid };
  const [, carrierCode, before, digits] = CARRIERS.find(([said]) => said.test(channelCode.toUpperCase())) ?? OTHER;
  const n = nextOf(world);
  const number = digitsOf(world.seed, 4) + String(n).padStart(digits - 4, "0");
  return {
    trackingNo: before + number.slice(-digits),
    carrierCode,
    weightKg,
    freight: (priceOf(weightKg) / 100).toFixed(2),
  };
}
