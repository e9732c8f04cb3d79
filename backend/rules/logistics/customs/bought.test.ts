import { expect, it } from "vitest";
import { lying, take } from "./bought";

const receipt = (qty: number, price: string, taxType = "tax") => ({
  ...{ warehouseId: "1", skuId: "1", qty, price, taxType, contract: `HT-${price}` },
});

it("goods leave first in, first out; what no receipt knows lay there before", () => {
  // Newest first, as they are read: of 100 at 9 only 20 are left.
  const lots = lying([receipt(30, "12"), receipt(100, "9", "nonTax")], 50);
  expect(lots.map((lot) => [lot.qty, lot.price])).toEqual([
    [20, "9"],
    [30, "12"],
  ]);
  expect(take(lots, 25, 0, "10")).toEqual({
    ...{ amount: "240.00", contracts: ["HT-9", "HT-12"], nonTax: true },
  });
  expect(take(lots, 25, 10, "10.005")).toMatchObject({ amount: "235.05", nonTax: true });
  expect(take([], 3, 0, "10.005")).toEqual({ amount: "30.02", contracts: [], nonTax: false });
});
