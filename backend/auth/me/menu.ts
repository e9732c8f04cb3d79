import { z } from "zod";
import type { Sql } from "../../db/sql";
import { promotionOff } from "../modules";

const entry = z.object({
  id: z.string(),
  parentId: z.string(),
  name: z.string(),
  label: z.string(),
  path: z.string().nullable(),
  icon: z.string().nullable(),
  component: z.string().nullable(),
  permission: z.string().nullable(),
  keepAlive: z.string().describe("0 缓存，1 不缓存"),
  group: z.string().nullable().describe("顶部菜单；查询带 groups=true 时才有"),
  href: z.string().nullable(),
  query: z.string().nullable(),
  sort: z.number().int(),
  type: z.string(),
  hasChildren: z.boolean(),
  meta: z.object({
    roles: z
      .array(z.string())
      .optional()
      .describe("可见的角色编码，含下级；查询带 roles=true 时才有"),
  }),
});

/**
 * One entry of the menu of the signed-in user (market.md §10 `menu`, pig-contract.md "Menu tree"). The
 * menu holds what the caller may see: clients of the lineage that filter it again by numeric role ids
 * would leave nothing, so the codes are sent to who asks for them.
 */
export type UserMenu = z.output<typeof entry> & { children: UserMenu[] };

export const userMenuSchema = z.array(
  entry.extend({ children: z.array(z.unknown()).describe("同样的结构") }),
);

interface Row extends Omit<UserMenu, "label" | "hasChildren" | "meta" | "children"> {
  roles: string[];
  mine: boolean;
}

const MENU = `
with granted as (
  select rm.menu_id, array_agg(r.role_code) as roles, bool_or(ur.user_id is not null) as mine
  from sys_role r
  join sys_role_menu rm on rm.role_id = r.id
  join sys_menu m on m.id = rm.menu_id and m.type = '0'
  left join sys_user_role ur on ur.role_id = r.id and ur.user_id = $1
  where r.del_flag = 0
  group by rm.menu_id
)
select m.id, m.parent_id as "parentId", m.name, m.path, m.icon, m.component, m.permission,
  m.keep_alive as "keepAlive", m.menu_group as "group", m.href, m.query, m.sort, m.type,
  coalesce(g.roles, '{}') as roles, coalesce(g.mine, false) as mine
from sys_menu m left join granted g on g.menu_id = m.id
where m.type = '0' and m.visible = '1' and m.del_flag = 0 and m.packed
  and not (m.path like '/evaluation%'
    and ${promotionOff("(select tenant_id from sys_user where id = $1)")})
order by m.sort, m.id`;

/**
 * The menus granted to at least one role of the user plus their ancestors, visible ones only,
 * sorted. What lies below a hidden menu is hidden with it.
 */
export async function userMenu(
  sql: Sql,
  userId: string,
  { roles: asked = false, groups = false } = {},
): Promise<UserMenu[]> {
  const rows = await sql.query<Row>(MENU, [userId]);
  const below = new Map<string, Row[]>();
  for (const row of rows) {
    const siblings = below.get(row.parentId);
    if (siblings) siblings.push(row);
    else below.set(row.parentId, [row]);
  }
  const branch = (parentId: string): { entry: UserMenu; roles: string[] }[] =>
    (below.get(parentId) ?? []).flatMap(({ roles, mine, ...own }) => {
      const inner = branch(own.id);
      if (!mine && inner.length === 0) return [];
      const all = [...new Set([...roles, ...inner.flatMap((i) => i.roles)])].sort();
      const entry = {
        ...own,
        // A client of the lineage shows in its side menu only what bears none.
        group: groups ? own.group : null,
        label: own.name,
        hasChildren: inner.length > 0,
        meta: asked ? { roles: all } : {},
        children: inner.map((i) => i.entry),
      };
      return [{ entry, roles: all }];
    });
  return [...branch("-1"), ...branch("0")].map((b) => b.entry);
}
