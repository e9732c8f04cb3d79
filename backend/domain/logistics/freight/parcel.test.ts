import { expect, it } from "vitest";
import { priceOf } from "#documents/logistics/freight-price";
import type { FreightTerms } from "#documents/logistics/freight-types";
import { parcelBox } from "./quote";

const terms = (volumeDivisor: number): FreightTerms => ({
  billingType: "weight",
  currency: "USD",
  volumeDivisor,
  roundUnitKg: "0.5",
  roundScope: "box",
  minCharge: "0",
  scale: 2,
  items: [
    { kind: "tier", fromQty: "0", unitPrice: "10" },
    { kind: "surcharge", name: "超尺寸", calcType: "fixed", value: "100", condition: "oversize" },
  ],
});

const total = (volumeDivisor: number, parcel: Parameters<typeof parcelBox>[0]) => {
  const price = priceOf(terms(volumeDivisor), { boxes: [parcelBox(parcel)] });
  return "refused" in price ? price.refused : price.total;
};

it("a parcel weighs what its carrier's own divisor makes of its volume", () => {
  const shoes = { weightKg: "0.4", volumeCm3: "6000", longestCm: "30" };
  expect(total(6000, shoes)).toBe("10.00");
  expect(total(8000, shoes)).toBe("10.00");
  expect(total(5000, shoes)).toBe("15.00");
  expect(total(0, shoes)).toBe("5.00");
});

it("only what is long is oversize", () => {
  expect(total(6000, { weightKg: "1", volumeCm3: "1200", longestCm: "60" })).toBe("10.00");
  expect(total(6000, { weightKg: "1", volumeCm3: "1200", longestCm: "61" })).toBe("110.00");
  // Many small things together take more room than the longest of them.
  expect(total(6000, { weightKg: "1", volumeCm3: "64000", longestCm: "5" })).toBe("110.00");
  expect(total(6000, { weightKg: "1", volumeCm3: "0", longestCm: "0" })).toBe("10.00");
});
