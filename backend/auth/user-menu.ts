import type { Sql } from "../db/sql";

/** One entry of the menu of the signed-in user (market.md §10 `menu`, pig-contract.md "Menu tree"). */
export interface UserMenu {
  id: string;
  parentId: string;
  name: string;
  label: string;
  path: string | null;
  icon: string | null;
  component: string | null;
  permission: string | null;
  /** "0" keep alive, "1" not. */
  keepAlive: string;
  group: string | null;
  href: string | null;
  query: string | null;
  sort: number;
  type: string;
  hasChildren: boolean;
  /** Codes of the roles that were granted the entry or something below it. */
  meta: { roles: string[] };
  children: UserMenu[];
}

type Row = Omit<UserMenu, "label" | "hasChildren" | "meta" | "children"> & { roles: string[] };

const MENU = `
with recursive mine as (
  select m.id, m.parent_id from sys_menu m
  where m.type = '0' and m.del_flag = 0 and m.id in (
    select rm.menu_id from sys_role_menu rm
    join sys_user_role ur on ur.role_id = rm.role_id and ur.user_id = $1
    join sys_role r on r.id = rm.role_id and r.del_flag = 0)
  union
  select m.id, m.parent_id from sys_menu m join mine on m.id = mine.parent_id
  where m.del_flag = 0
)
select m.id, m.parent_id as "parentId", m.name, m.path, m.icon, m.component, m.permission,
  m.keep_alive as "keepAlive", m.menu_group as "group", m.href, m.query, m.sort, m.type,
  array(select r.role_code from sys_role_menu rm join sys_role r on r.id = rm.role_id
        where rm.menu_id = m.id and r.del_flag = 0) as roles
from sys_menu m join mine on mine.id = m.id
where m.type = '0' and m.visible = '1'
order by m.sort, m.id`;

/**
 * The menus granted to at least one role of the user plus their ancestors, visible ones only,
 * sorted. What lies below a hidden menu is hidden with it.
 */
export async function userMenu(sql: Sql, userId: string): Promise<UserMenu[]> {
  const rows = await sql.query<Row>(MENU, [userId]);
  const below = new Map<string, Row[]>();
  for (const row of rows) below.set(row.parentId, [...(below.get(row.parentId) ?? []), row]);
  const tree = (row: Row): UserMenu => {
    const { roles, ...entry } = row;
    const children = (below.get(row.id) ?? []).map(tree);
    const all = new Set([...roles, ...children.flatMap((c) => c.meta.roles)]);
    return {
      ...entry,
      label: row.name,
      hasChildren: children.length > 0,
      meta: { roles: [...all].sort() },
      children,
    };
  };
  return [...(below.get("-1") ?? []), ...(below.get("0") ?? [])].map(tree);
}
