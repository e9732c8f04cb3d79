import { expect, it } from "vitest";
import { codesIn, countByCartons, packingText } from "./scanned";

it("pieces of a line are those of its scanned cartons, the last one with what remains", () => {
  const items = [
    { packing: packingText({ from: 1, to: 3, pcsPerCarton: 10, qty: 25 }), signQty: 25 },
    { packing: packingText({ from: 4, to: 4, pcsPerCarton: 8, qty: 8 }), signQty: 8 },
    { signQty: 2 },
  ];
  const counted = (cartonCodes: unknown) => countByCartons({ cartonCodes, items }).map((r) => r.signQty);
  expect(counted("SH2611210001-1/4\r\nSH2611210001-3/4\nSH2611210001-3/4\n")).toEqual([15, 0, 2]);
  expect(counted(["SH2611210001-2/4", "SH2611210001-4/4", "x"])).toEqual([10, 8, 2]);
  expect(counted("")).toEqual([0, 0, 2]);
  expect(codesIn(" a \n\na\nb")).toEqual(["a", "b"]);
});
