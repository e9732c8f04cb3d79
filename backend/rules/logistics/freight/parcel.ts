import Big from "big.js";
import type { FreightBox } from "#documents/logistics/freight-price";
import { dec } from "../../../values/money";

export interface Parcel {
  weightKg: string;
  volumeCm3: string;
  /** Longest side of anything in it; 0: nobody knows. */
  longestCm: string;
}

/** Decimals of a side: three sides together have what a price reckons with. */
const SIDE = 4;

/**
 * A parcel as a template prices it: as long as the longest thing in it and otherwise square, so that no
 * side is longer than its goods take. Sides are cut, so that its volume never goes beyond what it holds.
 */
export function parcelBox({ weightKg, volumeCm3, longestCm }: Parcel): FreightBox {
  const volume = dec(volumeCm3);
  const cube = dec(Math.cbrt(volume.toNumber()).toFixed(SIDE));
  const length = cube.gt(longestCm) ? cube : dec(longestCm);
  if (length.lte(0)) return { weightKg, lengthCm: "0", widthCm: "0", heightCm: "0" };
  const area = volume.div(length);
  const width = area.sqrt().round(SIDE, Big.roundDown);
  const height = width.gt(0) ? area.div(width).round(SIDE, Big.roundDown) : width;
  return {
    weightKg,
    lengthCm: length.toFixed(),
    widthCm: width.toFixed(SIDE),
    heightCm: height.toFixed(SIDE),
  };
}
