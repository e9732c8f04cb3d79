import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exact } from "./exact";
import { type FreightBox, type FreightTerms, type Priced, priceOf } from "./freight-price";

const terms = (more: Partial<FreightTerms> = {}): FreightTerms => ({
  billingType: "weight",
  currency: "CNY",
  volumeDivisor: 6000,
  roundUnitKg: "0.5",
  roundScope: "box",
  minCharge: null,
  items: [
    { kind: "tier", fromQty: "0", toQty: "45", unitPrice: "12.5" },
    { kind: "tier", fromQty: "45", toQty: "100", unitPrice: "9.80" },
    { kind: "tier", fromQty: "100", toQty: null, unitPrice: "9.2" },
    { kind: "surcharge", name: "清关费", calcType: "fixed", value: "300" },
  ],
  ...more,
});
const box = (l: number, w: number, h: number, weightKg: string, battery = false) => ({
  lengthCm: l,
  widthCm: w,
  heightCm: h,
  weightKg,
  battery,
});
const five = [
  ...Array.from({ length: 3 }, () => box(50, 40, 40, "12.0")),
  ...Array.from({ length: 2 }, () => box(60, 40, 40, "15.0")),
];
const priced = (t: FreightTerms, boxes: readonly FreightBox[] = five, more: object = {}): Priced => {
  const price = priceOf(t, { boxes, ...more });
  if ("refused" in price) throw new Error(price.refused);
  return price;
};
const surcharge = (calcType: "fixed" | "perKg" | "perCarton" | "percent", value: string) =>
  ({ kind: "surcharge", name: "附加", calcType, value }) as const;
const flat = { kind: "tier", fromQty: "0", toQty: null, unitPrice: "10" } as const;

describe("what a shipment costs", () => {
  it("is worked out by charge weight, tier and surcharge, and says how", () => {
    const price = priced(terms());
    expect(price.boxes).toEqual(["13.50", "13.50", "13.50", "16.00", "16.00"]);
    expect([price.chargeWeightKg, price.volumeM3]).toEqual(["72.50", "0.4320"]);
    expect([price.freight, price.total]).toEqual(["710.50", "1010.50"]);
    expect(price.steps.map((s) => s.amount)).toEqual([null, "710.50", "300.00"]);
    expect(price.steps[0]?.reckoning).toContain("13.5×3 + 16×2 = 72.5 kg");
    expect(price.steps[1]?.reckoning).toBe("72.5 kg × 9.8（45–100 kg）");
  });

  it("rounds the shipment once where it says so", () => {
    // 3 × 13.333… + 2 × 16 = 72.0 exactly: nothing to round up.
    expect(priced(terms({ roundScope: "shipment" })).chargeWeightKg).toBe("72.00");
  });

  it("bills the minimum", () => {
    const price = priced(terms({ minCharge: "21", items: [flat] }), [box(10, 10, 10, "1.2")]);
    expect([price.chargeWeightKg, price.total]).toEqual(["1.50", "210.00"]);
    expect(price.steps[1]?.reckoning).toContain("不足最低计费21 kg");
  });

  it("counts cubic metres, and the tier from the minimum on where none begins below", () => {
    const items = [{ ...flat, fromQty: "0.5", unitPrice: "1200" }];
    const price = priced(terms({ billingType: "volume", minCharge: "0.5", items }));
    expect(price.total).toBe("600.00");
    const refused = priceOf(terms({ billingType: "volume", items }), { boxes: five });
    expect(refused).toEqual({ refused: "没有包含0.432 m³的阶梯" });
  });

  it("takes the cheapest containers that hold it", () => {
    const items = [
      { kind: "tier", containerType: "20GP", unitPrice: "9000" },
      { kind: "tier", containerType: "40HQ", unitPrice: "15000" },
    ] as const;
    const containers = {
      "20GP": { volumeM3: "29.88", payloadKg: "21700" },
      "40HQ": { volumeM3: "68.67", payloadKg: "26500" },
    };
    const t = terms({ billingType: "container", items, containers });
    expect(priced(t).total).toBe("9000.00");
    const many = Array.from({ length: 400 }, () => box(50, 50, 40, "10"));
    expect(priced(t, many).steps[1]?.reckoning).toContain("装1个40HQ");
    const heavy = Array.from({ length: 100 }, () => box(50, 50, 40, "300"));
    expect(priced(t, heavy).total).toBe("18000.00");
  });

  it("adds what its condition holds for, each rounded", () => {
    const items = [
      flat,
      { ...surcharge("percent", "12.5"), condition: "always" },
      { ...surcharge("perCarton", "20"), condition: "oversize" },
      { ...surcharge("perKg", "0.333"), condition: "battery" },
      { ...surcharge("fixed", "50"), condition: "remote" },
      { ...surcharge("fixed", "70"), condition: "overweight" },
    ] as const;
    const boxes = [box(61, 10, 10, "22.5"), box(20, 20, 20, "3.2", true)];
    const price = priced(terms({ items }), boxes);
    expect(price.steps.slice(1).map((s) => s.amount)).toEqual(["260.00", "32.50", "20.00", "1.17"]);
    expect(priced(terms({ items }), boxes, { remote: true }).total).toBe("363.67");
  });

  it("has the decimals of its currency", () => {
    const price = priced(terms({ scale: 0, items: [{ ...flat, unitPrice: "10.55" }] }));
    expect(price.total).toBe("765");
  });

  it("says whom it does not serve", () => {
    const t = terms({ destZone: ["9", "ONT8"] });
    expect(priceOf(t, { boxes: five })).toEqual({ refused: "该渠道按分区报价，请填写邮编或FC代码" });
    expect(priceOf(t, { boxes: five, zone: "10001" })).toEqual({ refused: "不派送10001" });
    expect(priced(t, five, { zone: "ont8" }).total).toBe("1010.50");
  });

  it("grows with the weight inside a tier, and always adds up", () => {
    const size = fc.integer({ min: 1, max: 12_000 }).map((n) => (n / 100).toFixed(2));
    const boxes = fc.array(fc.record({ lengthCm: size, widthCm: size, heightCm: size, weightKg: size }), {
      minLength: 1,
      maxLength: 8,
    });
    const scope = fc.constantFrom("box" as const, "shipment" as const);
    const unit = fc.constantFrom("0.1", "0.5", "1");
    fc.assert(
      fc.property(boxes, scope, unit, size, (list, roundScope, roundUnitKg, more) => {
        for (const billingType of ["weight", "volume"] as const) {
          const t = terms({ billingType, roundScope, roundUnitKg, minCharge: "3" });
          const one = { ...t, items: [flat, ...t.items.filter((l) => l.kind === "surcharge")] };
          const before = priced(one, list);
          const heavier = list.map((b, i) => (i ? b : { ...b, weightKg: String(Number(b.weightKg) + Number(more)) }));
          const after = priced(one, heavier);
          expect(exact(after.freight) >= exact(before.freight)).toBe(true);
          expect(exact(after.chargeWeightKg) >= exact(before.chargeWeightKg)).toBe(true);
          const parts = before.steps.map((s) => exact(s.amount)).reduce((a, b) => a + b, 0n);
          expect(parts).toBe(exact(before.total));
          if (roundScope === "box" && billingType === "weight")
            expect(before.boxes.map(exact).reduce((a, b) => a + b, 0n)).toBe(exact(before.chargeWeightKg));
        }
      }),
    );
  });
});
