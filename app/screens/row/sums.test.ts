import { expect, it } from "vitest";
import { field } from "#documents/kit";
import { sumOf } from "./sums";

it("adds quantities and amounts of lines exactly, and nothing else", () => {
  const rows = [
    { orderQty: 3, amount: "0.10", price: "1.5", minQty: 9 },
    { orderQty: 4, amount: "0.20", price: "2.5", minQty: 9 },
    { orderQty: null, amount: null },
  ];
  const int = field.int({ label: "数量" });
  expect(sumOf("orderQty", int, rows)).toBe("7");
  expect(sumOf("amount", field.money({ label: "金额" }), rows)).toBe("0.30");
  expect(sumOf("price", field.decimal({ label: "单价" }), rows)).toBeUndefined();
  expect(sumOf("minQty", int, rows)).toBeUndefined();
});
