import { type RuleContext, rules, transition } from "#backend/engine/documents";
import { forgetCallers } from "#backend/platform/auth/caller";
import { keep, type Sql } from "#backend/platform/db";
import { forbidden, invalid } from "#backend/platform/http";
import { role } from "#documents/admin/role";

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

/** Menu ids that a caller holds by any role. */
const ownMenus = async ({ sql, caller }: RuleContext): Promise<Set<string>> =>
  new Set(
    (
      await sql.query<{ menu_id: string }>(
        `select distinct rm.menu_id from sys_role_menu rm
         join sys_user_role ur on ur.role_id = rm.role_id where ur.user_id = $1`,
        [caller.userId],
      )
    ).map((g) => g.menu_id),
  );

async function requireMenus({ sql, tenantId }: RuleContext, menuIds: readonly string[]) {
  const known = await sql.query<{ id: string }>(
    `select id from sys_menu where id = any($1::bigint[]) and tenant_id = $2 and del_flag = 0
     order by id ${keep(sql, "sys_menu", "share")}`,
    [menuIds, tenantId],
  );
  if (known.length !== new Set(menuIds).size) throw invalid("菜单不存在", { menuIds: "菜单不存在" });
}

/** Replaces a role's grants; nobody passes on what he does not hold. */
const perm = transition(role, "perm", {
  async lock(c, row) {
    const granted = await grantedMenus(c.sql, row.id);
    // The history tells what the role had.
    Object.assign(row, { menuIds: granted });
    return { granted: new Set(granted), own: await ownMenus(c) };
  },
  guard: ({ row }, { caller }) => row.roleCode === "ADMIN" && !caller.roles.includes("ADMIN") && forbidden(ADMIN_ONLY),
  check({ row, granted, own }, { menuIds }) {
    if (row.roleCode === "ADMIN" && !menuIds.length) return "系统管理员的权限不能清空";
    return menuIds.some((id) => !granted.has(id) && !own.has(id)) && forbidden("不能授予自己没有的权限");
  },
  async effect(c, { row }, { menuIds }) {
    await requireMenus(c, menuIds);
    await c.sql.query("delete from sys_role_menu where role_id = $1", [row.id]);
    await c.sql.query("insert into sys_role_menu (role_id, menu_id) select $1, unnest($2::bigint[])", [
      row.id,
      [...new Set(menuIds)],
    ]);
    forgetCallers();
  },
});

const del = transition(role, "del", {
  lock: async ({ sql }, row) => ({
    used: await sql.one(
      `select 1 from sys_user_role ur join sys_user u on u.id = ur.user_id and u.del_flag = 0
       where ur.role_id = $1`,
      [row.id],
    ),
  }),
  guard({ row, used }) {
    if (row.roleCode === "ADMIN") return "系统管理员角色不能删除";
    return used && "角色已分配给用户，不能删除";
  },
  async effect({ sql }, { row }) {
    await sql.query("delete from sys_role_menu where role_id = $1", [row.id]);
    forgetCallers();
  },
});

/** 角色 (market.md §10). */
export const roleRules = rules(role, {
  async enrich({ sql }, rows) {
    const counts = await sql.query<{ role_id: string; n: number }>(
      `select ur.role_id, count(*)::int as n from sys_user_role ur
       join sys_user u on u.id = ur.user_id and u.del_flag = 0
       where ur.role_id = any($1::bigint[]) group by 1`,
      [rows.map((r) => r.id)],
    );
    for (const row of rows) Object.assign(row, { userCount: counts.find((n) => n.role_id === row.id)?.n ?? 0 });
  },
  async enrichOne({ sql }, row) {
    Object.assign(row, { menuIds: await grantedMenus(sql, row.id) });
  },
  async beforeSave(c, next, before) {
    if (before?.roleCode === "ADMIN" && !c.caller.roles.includes("ADMIN")) throw forbidden(ADMIN_ONLY);
    const dsType = next.dsType ?? before?.dsType;
    const scope = next.dsScope ?? before?.dsScope;
    if (dsType === "1" && !scope?.length) throw invalid("请选择自定义部门", { dsScope: "请选择自定义部门" });
    if (dsType !== "1") next.dsScope = [];
  },
  async afterSave() {
    forgetCallers();
  },
  transitions: [perm, del],
});
