import { expect, it } from "vitest";
import { CONTAINER_NO, checkDigit, isChecked } from "./container";

// Published examples: the standard's own (CSQU3054383), and containers as they travel.
const KNOWN = ["CSQU3054383", "MSCU6639870", "TOLU4734787", "MSKU6011672"];

it("knows the check digit of containers as they are", () => {
  expect(KNOWN.map((no) => checkDigit(no))).toEqual(KNOWN.map((no) => Number(no[10])));
  // A remainder of 10 is written as 0.
  expect(checkDigit("TEXU300003")).toBe(0);
});

it("a wrong digit, two that changed places and a wrong letter are found", () => {
  const wrong = ["CSQU3054384", "CSQU3045383", "CSQV3054383"];
  expect(wrong.map((no) => CONTAINER_NO.test(no) && isChecked(no))).toEqual([false, false, false]);
  expect(CONTAINER_NO.test("CSQU305438")).toBe(false);
});
