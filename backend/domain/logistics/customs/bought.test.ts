import { expect, it } from "vitest";
import { boughtOf, lying, type Receipt, take, type Undeclared } from "./bought";
import type { SourcePieces } from "./sources";

const here = { warehouseId: "1", skuId: "1" };
const receipt = (qty: number, price: string, taxType = "tax"): Receipt => ({
  ...here,
  lineId: price,
  qty,
  price,
  taxType,
  contract: `HT-${price}`,
});
const pieces = (qty: number, shipped = 0, outAmount = "0"): SourcePieces => ({
  ...here,
  transferId: "1",
  qty,
  shipped,
  outAmount,
  grossKg: "0",
});
const pool = (qty: number, avgCost: string): Undeclared => ({ ...here, qty, avgCost });

it("goods leave first in, first out; what no receipt knows lay there before", () => {
  // Newest first, as they are read: of 100 at 9 only 20 are left.
  const receipts = [receipt(30, "12"), receipt(100, "9", "nonTax")];
  const lots = lying(receipts, 50);
  expect(lots.map((lot) => [lot.qty, lot.price])).toEqual([
    [20, "9"],
    [30, "12"],
  ]);
  const bought = (qty: number, onHand: number, known = receipts) =>
    boughtOf(take([pieces(qty)], known, [pool(onHand, "10.005")])).get("1");
  expect(bought(25, 50)).toEqual({ amount: "240.00", contracts: ["HT-9", "HT-12"], nonTax: true });
  expect(bought(25, 60, [...lots].reverse())).toMatchObject({ amount: "235.05", nonTax: true });
  expect(bought(3, 3, [])).toEqual({ amount: "30.02", contracts: [], nonTax: false });
});

it("transfers of one pool take different pieces; what was sent lay there", () => {
  const lots = take([pieces(30), pieces(40, 40, "480")], [receipt(30, "12"), receipt(20, "9")], [pool(30, "12")]);
  expect(lots.map((lot) => [lot.lineId, lot.qty, lot.amount])).toEqual([
    [null, 20, "240.00"],
    ["9", 10, "90.00"],
    ["9", 10, "90.00"],
    ["12", 30, "360.00"],
  ]);
  const [gone] = take([pieces(3, 3, "10")], [], [pool(0, "0")]);
  expect(gone?.amount).toBe("10.00");
});
