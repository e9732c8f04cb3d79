import { expect, test } from "vitest";
import { MENU_GROUPS, permissionCodes } from ".";

const pages = MENU_GROUPS.flatMap((g) => g.pages);

test("permission codes are unique and follow the scheme", () => {
  const codes = permissionCodes();
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(code).toMatch(/^[a-z]+(_[a-z0-9]+)+$/);
});

test("every page opens with a code that exists, or for everybody", () => {
  const codes = new Set(permissionCodes());
  for (const page of pages) {
    expect(page.open || page.needs.length > 0, page.path).toBe(true);
    for (const code of page.needs) expect(codes, page.path).toContain(code);
  }
});

test("paths are unique, absolute or an address of another site", () => {
  const paths = [...MENU_GROUPS, ...pages].map((p) => p.path);
  const within = MENU_GROUPS.map((g) => g.pages.map((p) => p.path));
  for (const siblings of within) expect(new Set(siblings).size).toBe(siblings.length);
  for (const path of paths) expect(path).toMatch(/^(\/[A-Za-z-]+)+$|^https:\/\//);
});

test("no two pages of a group stand in one place", () => {
  for (const group of MENU_GROUPS) {
    const places = group.pages.map((p) => p.sort);
    expect(new Set(places).size, group.name).toBe(places.length);
  }
});

test("names are Chinese, at most 32 characters, and every code has one", () => {
  for (const page of pages) {
    expect(page.name.length).toBeLessThanOrEqual(32);
    for (const { code, name } of page.buttons) expect(name, code).toMatch(/\p{Script=Han}/u);
  }
});
