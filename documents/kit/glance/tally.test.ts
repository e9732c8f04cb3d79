import { expect, it } from "vitest";
import { portionOf } from "./tally";

it("rows are done not at all, in part or whole", () => {
  const portion = (...rows: [number, number][]) => portionOf(rows.map(([done, of]) => ({ done, of })));
  expect(portion([0, 3], [0, 1])).toBe("none");
  expect(portion([3, 3], [0, 1])).toBe("part");
  expect(portion([3, 3], [2, 1])).toBe("all");
});
