import { randomInt } from "node:crypto";
import { forgetCallers } from "../../auth/caller";
import { hashPassword, passwordProblem } from "../../auth/password";
import { revokeUser } from "../../auth/revoke";
import type { LegacyRules } from "../../documents/lifecycle/legacy";
import type { RuleContext } from "../../documents/rules";
import { conflict, forbidden, invalid } from "../../http/refusal";
import { attachRoles, keepAnAdmin, protectAdmin, setRoles } from "./user-roles";

const OWN = "不能删除或锁定当前登录账号";
const CHANGED = "单据状态已变更，请刷新后重试";

/** 12 characters of four classes, without look-alikes; shown once and never stored in plain. */
export function oneTimePassword(): string {
  const classes = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnpqrstuvwxyz", "23456789", "!@#%+="];
  const pick = (from: string) => from.charAt(randomInt(from.length));
  const chars = [...classes.map(pick), ...Array.from({ length: 8 }, () => pick(classes.join("")))];
  for (let i = chars.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [chars[i], chars[j]] = [chars[j] ?? "", chars[i] ?? ""];
  }
  return chars.join("");
}

const lockFlag =
  (flag: "0" | "9"): NonNullable<LegacyRules["actions"]>[string] =>
  async (c, row) => {
    await protectAdmin(c, row.id);
    if (flag === "9") {
      if (row.id === c.caller.userId) throw conflict(OWN);
      await keepAnAdmin(c, row.id);
      await revokeUser(c.sql, row.id);
    }
    // A lock of wrong passwords runs out by itself; the lock of a person does not.
    const [changed] = await c.sql.query(
      `update sys_user set lock_flag = $2, lock_until = null
       where id = $1 and (lock_flag <> $2 or lock_until is not null) returning 1`,
      [row.id, flag],
    );
    if (!changed) throw conflict(CHANGED);
    forgetCallers();
  };

/** A leader belongs to the department: who leaves it leads it no more. */
const leaveLead = (c: RuleContext, userId: string, deptId: string | null) =>
  c.sql.query(
    `update sys_dept set leader_id = null, version = version + 1, update_by = $3, update_time = now()
     where leader_id = $1 and id is distinct from $2::bigint`,
    [userId, deptId, c.caller.userId],
  );

/** 用户 (market.md §10). */
export const userRules: LegacyRules = {
  enrich: (c, rows) => attachRoles(c.sql, rows),
  filters: {
    roleIds: (value) => ({
      sql: "exists (select 1 from sys_user_role ur where ur.user_id = t.id and ur.role_id = any(?::bigint[]))",
      values: [value.split(",").filter((v) => /^\d{1,18}$/.test(v))],
    }),
  },
  async beforeSave(c, next, before) {
    if (before) await protectAdmin(c, before.id);
    const given = next.password as string | null | undefined;
    const problem = given ? passwordProblem(given) : null;
    if (problem) throw invalid(problem, { password: problem });
    if (!before) next.oneTime = given ? undefined : oneTimePassword();
    if (next.deptId) {
      const dept = await c.sql.one(
        "select 1 from sys_dept where id = $1 and tenant_id = $2 and del_flag = 0 for share",
        [next.deptId, c.tenantId],
      );
      if (!dept) throw invalid("部门不存在", { deptId: "部门不存在" });
    }
  },
  async afterSave(c, id, next, before) {
    if (!before) {
      const password = String(next.password || next.oneTime);
      await c.sql.query(
        "update sys_user set password = $2, password_modify_time = now() where id = $1",
        [id, await hashPassword(password)],
      );
    }
    if (next.roleIds) await setRoles(c, id, next.roleIds as string[], before?.roleIds as string[]);
    if (before && next.deptId) await leaveLead(c, id, next.deptId as string);
    forgetCallers();
    return next.oneTime ? { oneTimePassword: next.oneTime } : undefined;
  },
  async beforeDelete(c, row) {
    await protectAdmin(c, row.id);
    if (row.id === c.caller.userId) throw conflict(OWN);
    await keepAnAdmin(c, row.id);
    await revokeUser(c.sql, row.id);
    await leaveLead(c, row.id, null);
    forgetCallers();
  },
  actions: {
    lock: lockFlag("9"),
    unlock: lockFlag("0"),
    async reset(c, row) {
      if (row.id === c.caller.userId) throw forbidden("请在个人信息里修改自己的密码");
      await protectAdmin(c, row.id);
      const password = oneTimePassword();
      await c.sql.query(
        "update sys_user set password = $2, password_modify_time = now() where id = $1",
        [row.id, await hashPassword(password)],
      );
      await revokeUser(c.sql, row.id);
      forgetCallers();
      return { oneTimePassword: password };
    },
    async assign(c, row, input) {
      await protectAdmin(c, row.id);
      await attachRoles(c.sql, [row]);
      await setRoles(c, row.id, input.roleIds as string[], row.roleIds as string[]);
      forgetCallers();
    },
  },
};
