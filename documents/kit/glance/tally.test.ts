import { describe, expect, it } from "vitest";
import { countScan, portionOf, scanOf, type Tally } from "./tally";

const tally: Tally = { by: "lineId", of: ["good", "bad"], left: "left", scans: "skuId" };
const rows = [
  { lineId: "1", left: 3, good: 2, bad: 1, codes: ["A-1", "X0001"] },
  { lineId: "2", left: 20, good: 0, bad: 0, codes: ["A-1", "X0001"] },
  { lineId: "3", left: 5, good: "4", bad: "", codes: ["2x4-BOARD"] },
];
const scan = (text: string) => countScan(tally, rows, (row) => row.codes as string[], text);

describe("a scan", () => {
  it("is a code, with a count before it", () => {
    expect(scanOf(" A-1 ")).toEqual({ code: "A-1", count: 1 });
    expect(scanOf("12*A-1")).toEqual({ code: "A-1", count: 12 });
    expect(scanOf("2x4-BOARD")).toEqual({ code: "2x4-BOARD", count: 1 });
    expect(scanOf("0*A-1")).toBeNull();
    expect(scanOf("  ")).toBeNull();
  });

  it("counts the first row of its code that has room", () => {
    expect(scan("x0001")).toEqual({ index: 1, value: 1 });
    expect(scan("12*a-1")).toEqual({ index: 1, value: 12 });
    expect(scan("2X4-board")).toEqual({ index: 2, value: 5 });
  });

  it("says why it counts nothing", () => {
    expect(scan("B-9")).toEqual({ refused: "B-9不在本单中" });
    expect(scan("21*A-1")).toEqual({ refused: "A-1最多还能计20件" });
    expect(countScan(tally, rows.slice(0, 1), (r) => r.codes as string[], "A-1")).toEqual({
      refused: "A-1已经计满",
    });
    expect(scan("")).toEqual({ refused: "没有扫到条码" });
  });
});

it("rows are done not at all, in part or whole", () => {
  expect(
    portionOf([
      { done: 0, of: 3 },
      { done: 0, of: 1 },
    ]),
  ).toBe("none");
  expect(
    portionOf([
      { done: 3, of: 3 },
      { done: 0, of: 1 },
    ]),
  ).toBe("part");
  expect(
    portionOf([
      { done: 3, of: 3 },
      { done: 2, of: 1 },
    ]),
  ).toBe("all");
});
