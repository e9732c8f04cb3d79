import type { Sql } from "#backend/platform/db/sql";
import { insertNumbered, insertRows } from "../insert";
import type { MenuIds } from "../menus/insert";
import { grantsOf, pagesOf } from "./grants";
import { ROLES } from "./roles";

/**
 * Inserts roles and what they are granted: buttons, and the pages these open. First-level menus are
 * not granted: a user sees them as ancestors (market.md §10 menu, invariant 1), except ADMIN, who
 * holds every row so that it may grant every row.
 */
export async function insertRoles(sql: Sql, tenantId: string, menus: MenuIds): Promise<Map<string, number>> {
  const made = await insertNumbered(sql, "sys_role", ROLES.length, () =>
    ROLES.map((r) => ({
      tenant_id: tenantId,
      role_name: r.name,
      role_code: r.code,
      role_desc: r.desc,
      ds_type: r.dsType,
      ds_scope: [],
    })),
  );
  const ids = new Map(ROLES.map((r, i) => [r.code, made[i] ?? 0]));
  await insertRows(
    sql,
    "sys_role_menu",
    ROLES.flatMap((role) => {
      const granted = grantsOf(role);
      const menuIds = [
        ...[...granted].map((code) => menus.byCode.get(code)),
        ...pagesOf(granted).map((p) => menus.byPath.get(p.path)),
      ];
      return menuIds.map((menu_id) => ({ role_id: ids.get(role.code), menu_id }));
    }),
  );
  await sql.query(
    `insert into sys_role_menu select $1, id from sys_menu where parent_id = -1 and tenant_id = $2
     on conflict do nothing`,
    [ids.get("ADMIN"), tenantId],
  );
  return ids;
}
