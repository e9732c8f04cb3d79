import { type RuleContext, rules, transition } from "#backend/engine/documents";
import { forgetCallers } from "#backend/platform/auth/caller";
import { revokeUser } from "#backend/platform/auth/caller-cache";
import { hashPassword, passwordProblem } from "#backend/platform/auth/password";
import { keep, lockAdvisory, NOW, patchRow, type Sql } from "#backend/platform/db";
import { conflict, forbidden, invalid, type Refusal } from "#backend/platform/http";
import { randomPassword } from "#backend/platform/values/random-password";
import { user } from "#documents/admin/user";

/** Fills roleIds and roleNames of users. */
async function attachRoles(sql: Sql, rows: readonly { id: string }[]): Promise<void> {
  if (!rows.length) return;
  const found = await sql.query<{ user_id: string; id: string; role_name: string }>(
    `select ur.user_id, r.id, r.role_name from sys_user_role ur
     join sys_role r on r.id = ur.role_id and r.del_flag = 0
     where ur.user_id = any($1::bigint[]) order by r.id`,
    [rows.map((r) => r.id)],
  );
  for (const row of rows) {
    const own = found.filter((f) => f.user_id === row.id);
    Object.assign(row, { roleIds: own.map((f) => f.id), roleNames: own.map((f) => f.role_name) });
  }
}

/**
 * Is this the only unlocked administrator? Changes that ask take turns, so that two administrators
 * cannot remove each other at the same time.
 */
async function isLastAdmin(c: RuleContext, userId: string): Promise<boolean> {
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

const LAST_ADMIN = "至少保留一个管理员";

/**
 * The refusal (403) when somebody else than an administrator is about to change an administrator: who
 * could change one's mobile or password could sign in as one.
 */
async function protectedAdmin(c: RuleContext, userId: string): Promise<Refusal | undefined> {
  if (c.caller.roles.includes("ADMIN")) return undefined;
  const admin = await c.sql.one(
    `select 1 from sys_user_role ur join sys_role r on r.id = ur.role_id
     where ur.user_id = $1 and r.role_code = 'ADMIN' and r.del_flag = 0`,
    [userId],
  );
  return admin && forbidden("只有系统管理员可以修改系统管理员账号");
}

/** Replaces the roles of a user. Only an administrator makes or unmakes administrators. */
async function setRoles(
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
  if (roleIds.some((id) => !roles.some((r) => r.id === id))) throw invalid("角色不存在", { roleIds: "角色不存在" });
  const admin = roles.find((r) => r.role_code === "ADMIN")?.id;
  if (admin && roleIds.includes(admin) !== before.includes(admin)) {
    if (!c.caller.roles.includes("ADMIN")) throw forbidden("只有系统管理员可以分配或收回系统管理员角色");
    if (!roleIds.includes(admin) && (await isLastAdmin(c, userId))) throw conflict(LAST_ADMIN);
  }
  await c.sql.query("delete from sys_user_role where user_id = $1", [userId]);
  await c.sql.query("insert into sys_user_role (user_id, role_id) select $1, unnest($2::bigint[])", [
    userId,
    [...new Set(roleIds)],
  ]);
}

const OWN = "不能删除或锁定当前登录账号";
const CHANGED = "单据状态已变更，请刷新后重试";

const writePassword = async (c: RuleContext, id: string, password: string) =>
  patchRow(c.sql, "sys_user", id, { password: await hashPassword(password), password_modify_time: NOW });

/** A leader belongs to the department: who leaves it leads it no more. */
const leaveLead = (c: RuleContext, userId: string, deptId: string | null) =>
  c.sql.query(
    `update sys_dept set leader_id = null, version = version + 1, update_by = $3, update_time = now()
     where leader_id = $1 and id is distinct from $2::bigint`,
    [userId, deptId, c.caller.userId],
  );

/** What protects a user from being changed, locked or removed by this caller. */
const shieldOf = async (c: RuleContext, row: { id: string }) => ({ shield: await protectedAdmin(c, row.id) });

const leavingOf = async (c: RuleContext, row: { id: string }) => ({
  ...(await shieldOf(c, row)),
  last: await isLastAdmin(c, row.id),
});

type Leaving = Awaited<ReturnType<typeof leavingOf>> & { row: { id: string } };

/** Why this user cannot be locked or removed. */
const leavingReason = ({ row, shield, last }: Leaving, { caller }: Pick<RuleContext, "caller">) =>
  shield ?? (row.id === caller.userId ? OWN : last && LAST_ADMIN);

/** A lock of wrong passwords runs out by itself; the lock of a person does not. */
async function writeFlag(c: RuleContext, id: string, flag: "0" | "9") {
  const [changed] = await c.sql.query(
    `update sys_user set lock_flag = $2, lock_until = null
     where id = $1 and (lock_flag <> $2 or lock_until is not null) returning 1`,
    [id, flag],
  );
  if (!changed) throw conflict(CHANGED);
  forgetCallers();
}

const leaving = { lock: leavingOf, guard: leavingReason };

const shielded = { lock: shieldOf, guard: ({ shield }: Awaited<ReturnType<typeof shieldOf>>) => shield };

const lock = transition(user, "lock", {
  ...leaving,
  async effect(c, { row }) {
    await revokeUser(c.sql, row.id);
    await writeFlag(c, row.id, "9");
  },
});

const unlock = transition(user, "unlock", { ...shielded, effect: (c, { row }) => writeFlag(c, row.id, "0") });

const reset = transition(user, "reset", {
  lock: shieldOf,
  guard: ({ row, shield }, { caller }) => (row.id === caller.userId ? "请在个人信息里修改自己的密码" : shield),
  async effect(c, { row }) {
    const password = randomPassword();
    await writePassword(c, row.id, password);
    await revokeUser(c.sql, row.id);
    forgetCallers();
    return { oneTimePassword: password };
  },
});

const assign = transition(user, "assign", {
  async lock(c, row) {
    // The history tells the roles that the user had.
    await attachRoles(c.sql, [row]);
    return shieldOf(c, row);
  },
  guard: ({ shield }) => shield,
  async effect(c, { row }, { roleIds }) {
    await setRoles(c, row.id, roleIds, row.roleIds ?? []);
    forgetCallers();
  },
});

const del = transition(user, "del", {
  ...leaving,
  async effect(c, { row }) {
    await revokeUser(c.sql, row.id);
    await leaveLead(c, row.id, null);
    forgetCallers();
  },
});

/** 用户 (market.md §10). */
export const userRules = rules(user, {
  enrich: (c, rows) => attachRoles(c.sql, rows),
  filters: {
    roleIds: (value) => ({
      sql: "exists (select 1 from sys_user_role ur where ur.user_id = t.id and ur.role_id = any(?::bigint[]))",
      values: [value.split(",").filter((v) => /^\d{1,18}$/.test(v))],
    }),
  },
  async beforeSave(c, next, before) {
    const shield = before && (await protectedAdmin(c, before.id));
    if (shield) throw shield;
    const given = next.password;
    const problem = given ? passwordProblem(given) : null;
    if (problem) throw invalid(problem, { password: problem });
    if (next.deptId) {
      if (before) await lockAdvisory(c.sql, "departmentLead", before.id);
      const dept = await c.sql.one(
        `select 1 from sys_dept where id = $1 and tenant_id = $2 and del_flag = 0
         ${keep(c.sql, "sys_dept", "share")}`,
        [next.deptId, c.tenantId],
      );
      if (!dept) throw invalid("部门不存在", { deptId: "部门不存在" });
    }
  },
  async afterSave(c, id, next, before) {
    const made = before || next.password ? undefined : randomPassword();
    if (!before) await writePassword(c, id, made ?? next.password ?? "");
    if (next.roleIds) await setRoles(c, id, next.roleIds, before?.roleIds ?? []);
    if (before && next.deptId) await leaveLead(c, id, next.deptId);
    forgetCallers();
    return made ? { oneTimePassword: made } : undefined;
  },
  transitions: [lock, unlock, reset, assign, del],
});
