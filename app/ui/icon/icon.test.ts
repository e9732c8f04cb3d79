import { expect, test } from "vitest";
import { ICONS, iconPath } from "./icon";

test("every icon is a path", () => {
  for (const [name, path] of Object.entries(ICONS)) expect(path, name).toMatch(/^m[\d .,\-a-zA-Z]+$/i);
});

test("an unknown name shows a plain sheet", () => {
  expect(iconPath("home")).toBe(ICONS.home);
  expect(iconPath("icon-quanxian")).toBe(ICONS.page);
});
