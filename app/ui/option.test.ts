import { expect, it } from "vitest";
import { flatten, labelsOf } from "./option";

const tree = [
  { value: "1", label: "一", children: [{ value: "11", label: "一一" }] },
  { value: "2", label: "二" },
];

it("walks a tree in reading order with depths", () => {
  expect(flatten(tree).map((o) => [o.value, o.depth])).toEqual([
    ["1", 0],
    ["11", 1],
    ["2", 0],
  ]);
});

it("names chosen values in the order of the options and skips unknown ones", () => {
  expect(labelsOf(tree, ["2", "11", "x"])).toEqual(["一一", "二"]);
});
