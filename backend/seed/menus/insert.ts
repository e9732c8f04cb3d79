import type { Sql } from "../../db/sql";
import { insertRows } from "../insert";
import { buttonsOf, MENU_GROUPS, opensWith } from "./index";

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

/** Inserts groups, pages and buttons. @throws Error when a page names a code that has no button. */
export async function insertMenus(sql: Sql): Promise<MenuIds> {
  const ids: MenuIds = { byCode: new Map(), byPath: new Map() };
  const rows: Record<string, unknown>[] = [];
  const add = (row: Record<string, unknown>) => {
    const id = rows.length + 1;
    const blank = { path: null, component: null, permission: null, icon: null, href: null };
    rows.push({ ...COMMON, ...blank, ...row, id });
    return id;
  };
  for (const [g, group] of MENU_GROUPS.entries()) {
    const top = { type: "0", menu_group: group.group };
    const groupId = add({
      ...top,
      name: group.name,
      parent_id: ROOT,
      path: group.path,
      icon: group.icon,
      sort: (g + 1) * 10,
    });
    for (const [p, page] of group.pages.entries()) {
      const pageId = add({
        ...top,
        name: page.name,
        parent_id: groupId,
        path: page.path,
        component: componentOf(page.path),
        icon: page.icon,
        href: page.path.startsWith("/") ? null : page.path,
        sort: (p + 1) * 10,
      });
      ids.byPath.set(page.path, pageId);
      for (const [b, { code, name }] of buttonsOf(page).entries())
        ids.byCode.set(
          code,
          add({
            type: "1",
            menu_group: null,
            name,
            parent_id: pageId,
            permission: code,
            sort: b + 1,
          }),
        );
    }
  }
  const pages = MENU_GROUPS.flatMap((g) => g.pages);
  for (const code of pages.flatMap(opensWith))
    if (!ids.byCode.has(code)) throw new Error(`no button has the code ${code}`);
  await insertRows(sql, "sys_menu", rows);
  return ids;
}
