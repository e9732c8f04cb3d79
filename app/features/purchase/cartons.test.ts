import fc from "fast-check";
import { expect, it } from "vitest";
import { cartonsOf } from "./cartons";

const line = (skuCode: string, qty: number, cartons: number, pcsPerCarton: number) => ({
  id: skuCode,
  skuCode,
  qty,
  cartons,
  pcsPerCarton,
});

it("numbers cartons through all lines and puts the rest into the last of a line", () => {
  const cartons = cartonsOf("SH1", [line("A", 25, 3, 10), line("B", 4, 1, 6)]);
  expect(cartons.map((c) => [c.code, c.skuCode, c.qty])).toEqual([
    ["SH1-1/4", "A", 10],
    ["SH1-2/4", "A", 10],
    ["SH1-3/4", "A", 5],
    ["SH1-4/4", "B", 4],
  ]);
});

it("no piece is lost and no carton holds too many", () => {
  const any = fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 40 }))
    .chain(([cartons, pcs]) => fc.integer({ min: 1, max: cartons * pcs }).map((qty) => line("A", qty, cartons, pcs)));
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 4 }), (lines) => {
      const cartons = cartonsOf("SH1", lines);
      expect(cartons.reduce((n, c) => n + c.qty, 0)).toBe(lines.reduce((n, l) => n + l.qty, 0));
      expect(new Set(cartons.map((c) => c.code)).size).toBe(lines.reduce((n, l) => n + l.cartons, 0));
      const most = Math.max(...lines.map((l) => l.pcsPerCarton));
      expect(cartons.every((c) => c.qty <= most)).toBe(true);
    }),
  );
});
