import { expect, it } from "vitest";
import { middleOut, sizesOf } from "./size";

it("sizes are linear in the root of the value: a quarter of the value is half the way", () => {
  expect(sizesOf([10_000, 2500, 0])).toEqual([10, 6, 1]);
  expect(sizesOf([7, 7])).toEqual([5, 5]);
  expect(sizesOf([])).toEqual([]);
});

it("the largest words stand in the middle, none is lost", () => {
  expect(middleOut([5, 4, 3, 2, 1])).toEqual([2, 4, 5, 3, 1]);
});
