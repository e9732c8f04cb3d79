import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconHref } from "./icon";
import { ICONS } from "./names";

const sprite = readFileSync("app/ui/icon/icons.svg", "utf8");

test("the names are the symbols of the sprite", () => {
  const ids = [...sprite.matchAll(/<symbol id="([a-z-]+)"/g)].map((m) => m[1]);
  expect(ids.sort()).toEqual([...ICONS].sort());
});

test("an unknown name shows a plain sheet", () => {
  expect(iconHref("home")).toMatch(/#home$/);
  expect(iconHref("icon-quanxian")).toMatch(/#page$/);
});
