import { expect, test } from "vitest";
import { rules } from "#backend/domain";
import { adminEndpoints } from "#backend/domain/admin/endpoints";
import { documentEndpoints } from "#backend/engine/documents/endpoints";
import { noticeEndpoints } from "#backend/engine/notices/endpoints";
import { documents } from "#documents";
import { authEndpoints } from "../auth/endpoints";
import { fileEndpoints } from "../files/endpoints";
import { logEndpoints } from "../logs/endpoints";
import { MENU_GROUPS, permissionCodes } from "./menus";

const endpoints = [
  ...authEndpoints([]),
  ...logEndpoints,
  ...fileEndpoints,
  ...noticeEndpoints,
  ...adminEndpoints,
  ...documents.filter((d) => !d.calls?.handwritten).flatMap((d) => documentEndpoints(d, rules[d.name])),
];

test("every code that the backend checks can be granted in the menu", () => {
  const known = new Set(permissionCodes());
  const checked = new Set(endpoints.flatMap((e) => e.permission ?? []));
  expect([...checked].filter((code) => !known.has(code))).toEqual([]);
});

test("every code of the administration is checked by the backend", () => {
  const checked = new Set(endpoints.flatMap((e) => e.permission ?? []));
  const unchecked = permissionCodes().filter((c) => c.startsWith("sys_") && !checked.has(c));
  expect(unchecked).toEqual([]);
});

test("every list page of a declared document is in the menu, or a tab of one that is", () => {
  const paths = new Set(MENU_GROUPS.flatMap((g) => g.pages.map((p) => p.path)));
  const lists = documents.flatMap((d) => d.screens.list ?? []);
  expect(lists.length).toBeGreaterThan(0);
  const tabs = documents.flatMap((d) => (paths.has(d.screens.list) ? (d.screens.tabs ?? []) : []));
  const shown = new Set([...paths, ...documents.filter((d) => tabs.includes(d.name)).map((d) => d.screens.list)]);
  expect(lists.filter((path) => !shown.has(path))).toEqual([]);
});
