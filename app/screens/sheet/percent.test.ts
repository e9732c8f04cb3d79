import { expect, it } from "vitest";
import { byPercent } from "./percent";
import { adjustSchema } from "./target";

it.each([
  ["12.00", "-3", 2, "11.64"],
  ["12", "+3", 2, "12.36"],
  ["0.05", "10", 2, "0.06"],
  ["0.05", "-10", 2, "0.05"],
  ["-0.05", "10", 2, "-0.06"],
  ["7.1234", "0.5", 4, "7.1590"],
  ["999999999999.99", "12.3456", 2, "1123455999999.99"],
  ["100", "33.3333", 0, "133"],
  ["1.10", "0", 2, "1.10"],
])("%s by %s%% with %i places is %s", (value, by, scale, expected) => {
  expect(byPercent(value, by, scale)).toBe(expected);
});

it("is nothing of what is no number", () => {
  expect(byPercent("", "5", 2)).toBeNull();
  expect(byPercent("12", "much", 2)).toBeNull();
});

it("a percentage is read as people write it, and within reason", () => {
  const read = (by: string) => adjustSchema.safeParse({ adjust: "price", by }).data?.by;
  expect(read(" -3% ")).toBe("-3");
  expect(read("＋2.5％")).toBe("+2.5");
  expect(read("－3")).toBe("-3");
  for (const wrong of ["", "3e2", "-100", "-250", "1001", "0.12345", "3-"]) expect(read(wrong), wrong).toBeUndefined();
});
