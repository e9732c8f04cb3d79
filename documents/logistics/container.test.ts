import { expect, it } from "vitest";
import { CONTAINER_NO, checkDigit, isChecked } from "./container";

// Published examples: the standard's own (CSQU3054383), and containers as they travel.
const KNOWN = ["CSQU3054383", "MSCU6639870", "TOLU4734787", "MSKU6011672", "TRHU1744930"];

it("knows the check digit of containers as they are", () => {
  expect(KNOWN.map((no) => checkDigit(no))).toEqual(KNOWN.map((no) => Number(no[10])));
  // A remainder of 10 is written as 0.
  expect(checkDigit("TEXU300003")).toBe(0);
});

it("a changed letter or digit is found", () => {
  const wrong = KNOWN.flatMap((no) =>
    [...no].slice(0, 10).map((was, i) => {
      const other = /\d/.test(was) ? (Number(was) + 1) % 10 : was === "Z" ? "Y" : "Z";
      return no.slice(0, i) + other + no.slice(i + 1);
    }),
  );
  expect(wrong.filter((no) => CONTAINER_NO.test(no) && isChecked(no))).toEqual([]);
});
