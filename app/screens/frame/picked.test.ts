import { describe, expect, it } from "vitest";
import { closeHref } from "./href";
import { pickedOf, withoutPicked } from "./picked";

describe("rows chosen across pages", () => {
  it("stay in the address when a dialog about them is closed", () => {
    const asked = "/purchaseOrder/index?_key=k&current=2&do=submit&ids=7&ids=9&picked=1";
    expect(closeHref(asked)).toBe("/purchaseOrder/index?current=2&picked=7.9");
    expect(pickedOf(closeHref(asked))).toEqual(["7", "9"]);
  });

  it("go when they were acted on, and what is no id never counts", () => {
    expect(withoutPicked("/l?picked=7.9.11", ["9", "7"])).toBe("/l?picked=11");
    expect(withoutPicked("/l?picked=7", ["7"])).toBe("/l");
    expect(pickedOf("/l?picked=1.1.x.%27")).toEqual(["1"]);
    expect(closeHref("/l?current=2")).toBe("/l?current=2");
  });
});
