import { lockAdvisory } from "../../db/advisory";
import { keep } from "../../db/locks";
import type { Sql } from "../../db/sql";
import type { RuleContext } from "../../documents/rules";
import { conflict, forbidden, invalid, type Refusal } from "../../http/refusal";

/** Fills roleIds and roleNames of users. */
export async function attachRoles(sql: Sql, rows: readonly { id: string }[]): Promise<void> {
  if (!rows.length) return;
  const found = await sql.query<{ user_id: string; id: string; role_name: string }>(
    `select ur.user_id, r.id, r.role_name from sys_user_role ur
     join sys_role r on r.id = ur.role_id and r.del_flag = 0
     where ur.user_id = any($1::bigint[]) order by r.id`,
    [rows.map((r) => r.id)],
  );
  for (const row of rows) {
    const own = found.filter((f) => f.user_id === row.id);
    Object.assign(row, {
      roleIds: own.map((f) => f.id),
      roleNames: own.map((f) => f.role_name),
    });
  }
}

/**
 * Is this the only unlocked administrator? Changes that ask take turns, so that two administrators
 * cannot remove each other at the same time.
 */
export async function isLastAdmin(c: RuleContext, userId: string): Promise<boolean> {
  if (c.sql.held) await lockAdvisory(c.sql, "lastAdministrator", c.tenantId);
  const admins = await c.sql.query<{ id: string }>(
    `select u.id from sys_user u
     join sys_user_role ur on ur.user_id = u.id
     join sys_role r on r.id = ur.role_id and r.role_code = 'ADMIN' and r.del_flag = 0
     where u.tenant_id = $1 and u.del_flag = 0 and u.lock_flag = '0'`,
    [c.tenantId],
  );
  return admins.some((a) => a.id === userId) && admins.length === 1;
}

export const LAST_ADMIN = "至少保留一个管理员";

/**
 * The refusal (403) when somebody else than an administrator is about to change an administrator: who
 * could change one's mobile or password could sign in as one.
 */
export async function protectedAdmin(c: RuleContext, userId: string): Promise<Refusal | undefined> {
  if (c.caller.roles.includes("ADMIN")) return undefined;
  const admin = await c.sql.one(
    `select 1 from sys_user_role ur join sys_role r on r.id = ur.role_id
     where ur.user_id = $1 and r.role_code = 'ADMIN' and r.del_flag = 0`,
    [userId],
  );
  return admin && forbidden("只有系统管理员可以修改系统管理员账号");
}

/** Replaces the roles of a user. Only an administrator makes or unmakes administrators. */
export async function setRoles(
  c: RuleContext,
  userId: string,
  roleIds: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  const roles = await c.sql.query<{ id: string; role_code: string }>(
    `select id, role_code from sys_role
     where id = any($1::bigint[]) and tenant_id = $2 and del_flag = 0 order by id ${keep(c.sql, "sys_role", "share")}`,
    [[...new Set([...roleIds, ...before])], c.tenantId],
  );
  if (roleIds.some((id) => !roles.some((r) => r.id === id)))
    throw invalid("角色不存在", { roleIds: "角色不存在" });
  const admin = roles.find((r) => r.role_code === "ADMIN")?.id;
  if (admin && roleIds.includes(admin) !== before.includes(admin)) {
    if (!c.caller.roles.includes("ADMIN"))
      throw forbidden("只有系统管理员可以分配或收回系统管理员角色");
    if (!roleIds.includes(admin) && (await isLastAdmin(c, userId))) throw conflict(LAST_ADMIN);
  }
  await c.sql.query("delete from sys_user_role where user_id = $1", [userId]);
  await c.sql.query(
    "insert into sys_user_role (user_id, role_id) select $1, unnest($2::bigint[])",
    [userId, [...new Set(roleIds)]],
  );
}
