import { forgetCallers } from "../../auth/caller";
import type { Sql } from "../../db/sql";
import type { LegacyRules } from "../../documents/lifecycle/legacy";
import type { Row, RuleContext } from "../../documents/rules";
import { conflict, forbidden, invalid } from "../../http/refusal";

const ADMIN_ONLY = "只有系统管理员可以修改系统管理员角色";

/** Menu ids granted to a role. */
export const grantedMenus = async (sql: Sql, roleId: string): Promise<string[]> =>
  (
    await sql.query<{ menu_id: string }>(
      `select rm.menu_id from sys_role_menu rm join sys_menu m on m.id = rm.menu_id
       where rm.role_id = $1 and m.del_flag = 0 order by rm.menu_id`,
      [roleId],
    )
  ).map((g) => g.menu_id);

/** Replaces a role's grants; nobody passes on what he does not hold. The row learns what it had. */
async function grant(c: RuleContext, row: Row, menuIds: string[]) {
  const roleId = row.id;
  if (row.roleCode === "ADMIN") {
    if (!c.caller.roles.includes("ADMIN")) throw forbidden(ADMIN_ONLY);
    if (!menuIds.length) throw conflict("系统管理员的权限不能清空");
  }
  row.menuIds = await grantedMenus(c.sql, roleId);
  const before = new Set(row.menuIds as string[]);
  const own = new Set(
    (
      await c.sql.query<{ menu_id: string }>(
        `select distinct rm.menu_id from sys_role_menu rm
         join sys_user_role ur on ur.role_id = rm.role_id where ur.user_id = $1`,
        [c.caller.userId],
      )
    ).map((g) => g.menu_id),
  );
  if (menuIds.some((id) => !before.has(id) && !own.has(id)))
    throw forbidden("不能授予自己没有的权限");
  const known = await c.sql.query<{ id: string }>(
    `select id from sys_menu where id = any($1::bigint[]) and tenant_id = $2 and del_flag = 0
     order by id for share`,
    [menuIds, c.tenantId],
  );
  if (known.length !== new Set(menuIds).size)
    throw invalid("菜单不存在", { menuIds: "菜单不存在" });
  await c.sql.query("delete from sys_role_menu where role_id = $1", [roleId]);
  await c.sql.query(
    "insert into sys_role_menu (role_id, menu_id) select $1, unnest($2::bigint[])",
    [roleId, [...new Set(menuIds)]],
  );
  forgetCallers();
}

/** 角色 (market.md §10). */
export const roleRules: LegacyRules = {
  async enrich({ sql }, rows) {
    const counts = await sql.query<{ role_id: string; n: number }>(
      `select ur.role_id, count(*)::int as n from sys_user_role ur
       join sys_user u on u.id = ur.user_id and u.del_flag = 0
       where ur.role_id = any($1::bigint[]) group by 1`,
      [rows.map((r) => r.id)],
    );
    for (const row of rows) row.userCount = counts.find((n) => n.role_id === row.id)?.n ?? 0;
  },
  async enrichOne({ sql }, row) {
    row.menuIds = await grantedMenus(sql, row.id);
  },
  async beforeSave(c, next, before) {
    if (before?.roleCode === "ADMIN" && !c.caller.roles.includes("ADMIN"))
      throw forbidden(ADMIN_ONLY);
    const dsType = next.dsType ?? before?.dsType;
    const scope = (next.dsScope ?? before?.dsScope) as string[] | undefined;
    if (dsType === "1" && !scope?.length)
      throw invalid("请选择自定义部门", { dsScope: "请选择自定义部门" });
    if (dsType !== "1") next.dsScope = [];
  },
  async afterSave() {
    forgetCallers();
  },
  async beforeDelete({ sql }, row) {
    if (row.roleCode === "ADMIN") throw conflict("系统管理员角色不能删除");
    const used = await sql.one(
      `select 1 from sys_user_role ur join sys_user u on u.id = ur.user_id and u.del_flag = 0
       where ur.role_id = $1`,
      [row.id],
    );
    if (used) throw conflict("角色已分配给用户，不能删除");
    await sql.query("delete from sys_role_menu where role_id = $1", [row.id]);
    forgetCallers();
  },
  actions: {
    perm: (c, row, input) => grant(c, row, input.menuIds as string[]),
  },
};
