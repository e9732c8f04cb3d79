import { expect, it } from "vitest";
import { paramsOf, withParams } from "./url";

it("changes some parameters and keeps the others", () => {
  expect(withParams("/list?a=1&b=2&b=3", { a: 5, c: "新" })).toBe("/list?a=5&b=2&b=3&c=%E6%96%B0");
});

it("removes a parameter that has no value, and the question mark with the last one", () => {
  expect(withParams("/list?a=1", { a: null })).toBe("/list");
  expect(withParams("/list?a=1&b=2", { a: "" })).toBe("/list?b=2");
});

it("lists the parameters that a GET form must carry along", () => {
  expect(paramsOf("/list?a=1&b=2&b=3&page=4", ["page"])).toEqual([
    ["a", "1"],
    ["b", "2"],
    ["b", "3"],
  ]);
});
