import { expect, it } from "vitest";
import { holds, told, worked } from "./works";

const known = (row: Record<string, string | number | null>) => (name: string) => row[name];

it("works out products, sums and percentages exactly and rounds once", () => {
  const row = known({ qty: 3, price: "0.3333", taxRate: "13" });
  expect(worked("qty*price", row, 2)).toBe("1.00");
  expect(worked("qty*price + qty*price*taxRate%", row, 2)).toBe("1.13");
  expect(worked("price + price*taxRate%", row, 4)).toBe("0.3766");
  expect(worked("qty - 10", row, 0)).toBe("-7");
  expect(worked("qty*price", known({ qty: "99999999999999", price: "0.0001" }), 2)).toBe("10000000000.00");
});

it("knows nothing of what is not known", () => {
  expect(worked("qty*price", known({ qty: 3, price: "" }), 2)).toBeNull();
  expect(worked("qty*price", known({ qty: 3, price: "1,5" }), 2)).toBeNull();
  expect(worked("qty*price", known({ qty: 3, price: 0 }), 2)).toBe("0.00");
});

it("compares sums, limits and multiples; what is not known breaks nothing", () => {
  const row = known({ pass: 8, bad: "2", sign: 10, moq: 4, none: null, zero: 0 });
  expect(holds("pass+bad = sign", row)).toBe(true);
  expect(holds("pass = sign", row)).toBe(false);
  expect(holds("pass <= sign", row)).toBe(true);
  expect(holds("sign <= pass", row)).toBe(false);
  expect(holds("pass of moq", row)).toBe(true);
  expect(holds("sign of moq", row)).toBe(false);
  expect(holds("sign of zero", row)).toBe(true);
  expect(holds("sign of none", row)).toBe(true);
});

it("says a sentence of a row", () => {
  expect(told("不是起订量{moq}的倍数", known({ moq: 4 }))).toBe("不是起订量4的倍数");
});
