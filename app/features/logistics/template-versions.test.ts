import { expect, it } from "vitest";
import type { FreightTerms } from "#documents/logistics/freight-types";
import { versionChanges } from "./template-versions";

const before: FreightTerms = {
  billingType: "weight",
  currency: "CNY",
  volumeDivisor: 6000,
  minCharge: "12.00",
  items: [
    { kind: "tier", fromQty: "0.00", toQty: "45.00", unitPrice: "12.5000" },
    { kind: "tier", fromQty: "45.00", unitPrice: "9.8000" },
    { kind: "surcharge", name: "清关费", calcType: "fixed", value: "300.0000", condition: "always" },
  ],
};

it("a version says what it changed: terms, prices, lines that came and went", () => {
  const after: FreightTerms = {
    ...before,
    volumeDivisor: 5000,
    minCharge: "12",
    items: [
      { kind: "tier", fromQty: "0", toQty: "45", unitPrice: "13" },
      { kind: "tier", fromQty: "45", unitPrice: "9.8" },
      { kind: "surcharge", name: "燃油", calcType: "percent", value: "12", condition: "battery" },
    ],
  };
  expect(versionChanges(before, after)).toEqual([
    "材积系数 6000 → 5000",
    "阶梯0–45 12.5 → 13",
    "删除附加费清关费 每票300",
    "新增附加费燃油（含电） 运费百分比12",
  ]);
  expect(versionChanges(before, before)).toEqual([]);
});
