import type { Sql } from "../../db/sql";
import { insertRows } from "../insert";
import { MENU_GROUPS, type MenuGroup, type Page } from "./index";

/** Ids of what was inserted, for grants. */
export interface MenuIds {
  byCode: Map<string, number>;
  byPath: Map<string, number>;
}

const ROOT = -1;
const COMMON = {
  tenant_id: 1,
  version: 0,
  create_time: "now",
  del_flag: 0,
  keep_alive: "0",
  visible: "1",
};

/** Component name of a leaf: where a client of the lineage looks for its view. */
const componentOf = (path: string) => (path.startsWith("/") ? `views${path}` : null);

type Text = string | null;
const BLANK: Record<"path" | "component" | "permission" | "icon" | "href", Text> = {
  ...{ path: null, component: null, permission: null, icon: null, href: null },
};

/** Columns of a first-level menu. */
export const groupRow = (group: MenuGroup) => ({
  ...{ ...BLANK, type: "0", menu_group: group.group },
  ...{ name: group.name, path: group.path, icon: group.icon },
  sort: (MENU_GROUPS.findIndex((g) => g.path === group.path) + 1) * 10,
});

/** Columns of a leaf. */
export const pageRow = (group: MenuGroup, page: Page) => ({
  ...{ ...BLANK, type: "0", menu_group: group.group },
  ...{ name: page.name, path: page.path, icon: page.icon },
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
export async function insertMenus(sql: Sql): Promise<MenuIds> {
  const ids: MenuIds = { byCode: new Map(), byPath: new Map() };
  const rows: Record<string, unknown>[] = [];
  const add = (row: Record<string, unknown>) => {
    const id = rows.length + 1;
    rows.push({ ...COMMON, ...row, id });
    return id;
  };
  for (const group of MENU_GROUPS) {
    const groupId = add({ ...groupRow(group), parent_id: ROOT });
    for (const page of group.pages) {
      const pageId = add({ ...pageRow(group, page), parent_id: groupId });
      ids.byPath.set(page.path, pageId);
      for (const { code } of page.buttons)
        ids.byCode.set(code, add({ ...buttonRow(page, code), parent_id: pageId }));
    }
  }
  const pages = MENU_GROUPS.flatMap((g) => g.pages);
  for (const code of pages.flatMap((p) => p.needs))
    if (!ids.byCode.has(code)) throw new Error(`no button has the code ${code}`);
  await insertRows(sql, "sys_menu", rows);
  return ids;
}
