import type { Sql } from "#backend/platform/db/sql";
import { insertNumbered } from "../insert";
import { MENU_GROUPS, type MenuGroup, type Page } from ".";

/** Ids of what was inserted, for grants. */
export interface MenuIds {
  byCode: Map<string, number>;
  byPath: Map<string, number>;
}

const ROOT = -1;
/** Component name of a leaf: where a client of the lineage looks for its view. */
const componentOf = (path: string) => (path.startsWith("/") ? `views${path}` : null);

type Text = string | null;
const BLANK: Record<"path" | "component" | "permission" | "icon" | "href", Text> = {
  path: null,
  component: null,
  permission: null,
  icon: null,
  href: null,
};

/** Columns of a first-level menu. */
export const groupRow = (group: MenuGroup) => ({
  ...BLANK,
  type: "0",
  menu_group: group.group,
  name: group.name,
  path: group.path,
  icon: group.icon,
  sort: (MENU_GROUPS.findIndex((g) => g.path === group.path) + 1) * 10,
});

/** Columns of a leaf. */
export const pageRow = (group: MenuGroup, page: Page) => ({
  ...BLANK,
  type: "0",
  menu_group: group.group,
  name: page.name,
  path: page.path,
  icon: page.icon,
  component: componentOf(page.path),
  href: page.path.startsWith("/") ? null : page.path,
  sort: page.sort,
});

/** Columns of one permission of a page. */
export const buttonRow = (page: Page, code: string) => {
  const at = page.buttons.findIndex((b) => b.code === code);
  const name = page.buttons[at]?.name ?? code;
  return { ...BLANK, type: "1", menu_group: null, name, permission: code, sort: at + 1 };
};

/** Inserts groups, pages and buttons. @throws Error when a page names a code that has no button. */
export async function insertMenus(sql: Sql, tenantId: string): Promise<MenuIds> {
  const places = { byCode: new Map<string, number>(), byPath: new Map<string, number>() };
  const rows: { row: Record<string, unknown>; parent?: number }[] = [];
  const add = (row: Record<string, unknown>, parent?: number) => rows.push({ row, parent }) - 1;
  for (const group of MENU_GROUPS) {
    const groupAt = add(groupRow(group));
    for (const page of group.pages) {
      const pageAt = add(pageRow(group, page), groupAt);
      places.byPath.set(page.path, pageAt);
      for (const { code } of page.buttons) places.byCode.set(code, add(buttonRow(page, code), pageAt));
    }
  }
  const pages = MENU_GROUPS.flatMap((g) => g.pages);
  for (const code of pages.flatMap((p) => p.needs))
    if (!places.byCode.has(code)) throw new Error(`no button has the code ${code}`);
  const ids = await insertNumbered(sql, "sys_menu", rows.length, (ids) =>
    rows.map(({ row, parent }) => ({
      tenant_id: tenantId,
      keep_alive: "0",
      visible: "1",
      ...row,
      parent_id: parent === undefined ? ROOT : ids[parent],
    })),
  );
  const named = (at: Map<string, number>) => new Map([...at].map(([name, i]) => [name, ids[i] ?? 0]));
  return { byCode: named(places.byCode), byPath: named(places.byPath) };
}
