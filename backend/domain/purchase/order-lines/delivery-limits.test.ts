import { expect, test } from "vitest";
import { withAllowance } from "./delivery-limits";

test.each([
  [33, "3", 33],
  [34, "3", 35],
  [199, "0.5", 199],
  [200, "0.5", 201],
  [100, "0", 100],
])("the allowance on %d pieces at %s %% is whole pieces, never one too many", (qty, rate, most) => {
  expect(withAllowance(qty, rate)).toBe(most);
});
