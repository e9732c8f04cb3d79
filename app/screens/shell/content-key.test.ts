import { expect, it } from "vitest";
import { contentKey } from "./content-key";

it.each([
  ["a name", { a: 1 }, { b: 1 }],
  ["a value", { a: 1 }, { a: 2 }],
  ["a kind of value", { a: 1 }, { a: "1" }],
  ["something deep inside", { a: [{ b: null }] }, { a: [{ b: 0 }] }],
  ["where a text ends", ["a", "b"], ["a,b"]],
  ["what is nested in what", { a: { b: 1 } }, { a: {}, b: 1 }],
  ["the order of a list", [1, 2], [2, 1]],
  ["a text that looks like data", { a: '1,"b":2' }, { a: 1, b: 2 }],
])("two contents differ by %s", (_, one, other) => {
  expect(contentKey(one)).not.toBe(contentKey(other));
});

it("the order of names and what is undefined make no difference", () => {
  expect(contentKey({ a: 1, b: [2], c: undefined })).toBe(contentKey({ b: [2], a: 1 }));
});

it.each([
  ["a function", { a: () => 1 }],
  ["a set", { a: new Set([1]) }],
  ["a date", { a: new Date(0) }],
])("%s is refused: its content cannot be compared", (_, value) => {
  expect(() => contentKey(value)).toThrow("not plain data");
});
