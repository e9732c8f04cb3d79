import { expect, test } from "vitest";
import { estimateOf } from "./figures";

const scenario = {
  goods: "90.98",
  shipping: "4.99",
  discount: "5.00",
  rate: "7.15",
  lines: [
    { qty: 2, cost: "42.00" },
    { qty: 1, cost: "88.00" },
  ],
};

test("scenario 1: 650.44 less 172.00, 97.57 and 107.61", () => {
  expect(estimateOf({ ...scenario, freightCny: "107.6075" })).toEqual({
    estCost: "172.00",
    estProfit: "273.26",
    estProfitRate: "42.01",
  });
});

test("a SKU without a price leaves it unknown; what brings nothing in has no rate", () => {
  const lines = [...scenario.lines, { qty: 1, cost: null }];
  expect(estimateOf({ ...scenario, lines, freightCny: "0" }).estProfit).toBeNull();
  const gift = { ...scenario, goods: "0", shipping: "0", discount: "0", freightCny: "10" };
  expect(estimateOf(gift)).toEqual({ estCost: "172.00", estProfit: "-182.00", estProfitRate: null });
});
