import { expect, it } from "vitest";
import { field } from "#documents/kit";
import { sumOf } from "./sums";

const rows = [
  { orderQty: 3, amount: "0.10", price: "1.5" },
  { orderQty: 4, amount: "9007199254740993.20", price: "2.5" },
  { orderQty: null, amount: null },
];

it("adds exactly what the declaration says adds up", () => {
  expect(sumOf("orderQty", field.int("数量", { sum: true }), rows)).toBe("7");
  expect(sumOf("amount", field.money("金额", { sum: true }), rows)).toBe("9007199254740993.30");
  const scaled = field.decimal("单价", { scale: 4, sum: true });
  expect(sumOf("price", scaled, rows)).toBe("4.0000");
});

it("guesses nothing from a name", () => {
  expect(sumOf("amount", field.money("金额"), rows)).toBeUndefined();
  expect(sumOf("orderQty", field.int("数量"), rows)).toBeUndefined();
});
