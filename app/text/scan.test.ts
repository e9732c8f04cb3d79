import { describe, expect, it } from "vitest";
import { countScan, scanOf } from "./scan";

const rows = [
  { room: 0, codes: ["A-1", "X0001"] },
  { room: 20, codes: ["A-1", "X0001"] },
  { room: 5, codes: ["2x4-BOARD"] },
];
const scan = (text: string) => countScan(rows, text);

describe("a scan", () => {
  it("is a code, with a count before it", () => {
    expect(scanOf(" A-1 ")).toEqual({ code: "A-1", count: 1 });
    expect(scanOf("12*A-1")).toEqual({ code: "A-1", count: 12 });
    expect(scanOf("2x4-BOARD")).toEqual({ code: "2x4-BOARD", count: 1 });
    expect(scanOf("0*A-1")).toBeNull();
    expect(scanOf("  ")).toBeNull();
  });

  it("counts the first row of its code that has room", () => {
    expect(scan("x0001")).toMatchObject({ index: 1, count: 1 });
    expect(scan("12*a-1")).toMatchObject({ index: 1, count: 12 });
    expect(scan("2X4-board")).toMatchObject({ index: 2, count: 1 });
  });

  it("says why it counts nothing", () => {
    expect(scan("B-9")).toEqual({ refused: "B-9不在本单中" });
    expect(scan("21*A-1")).toEqual({ refused: "A-1最多还能计20件" });
    expect(countScan(rows.slice(0, 1), "A-1")).toEqual({ refused: "A-1已经计满" });
    expect(scan("")).toEqual({ refused: "没有扫到条码" });
  });
});
