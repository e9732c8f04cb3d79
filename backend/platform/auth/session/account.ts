import type { Sql } from "#backend/platform/db/sql";
import { Refusal } from "#backend/platform/http/refusal";

/** What sign-in needs to know of a user. */
export interface SessionAccount {
  id: string;
  tenantId: string;
  username: string;
  deptId: string | null;
  password: string | null;
  /** Locked by a person until a person unlocks it. */
  locked: boolean;
  /** Locked by wrong passwords for a while, as earlier programs did: no new sign-in, running sessions go on. */
  paused: boolean;
  tenantOpen: boolean;
  /** A first password that nobody changed in time. */
  expired: boolean;
}

export type AccountKey = { username: string; tenantId: string } | { mobile: string; tenantId: string } | { id: string };

/** Finds a user that is not deleted, or undefined. User names compare without case. */
export function findAccount(sql: Sql, key: AccountKey): Promise<SessionAccount | undefined> {
  const [condition, values] =
    "username" in key
      ? ["u.tenant_id = $1 and lower(u.username) = lower($2)", [key.tenantId, key.username]]
      : "mobile" in key
        ? ["u.tenant_id = $1 and u.mobile = $2", [key.tenantId, key.mobile]]
        : ["u.id = $1", [key.id]];
  return sql.one<SessionAccount>(
    `select u.id, u.tenant_id as "tenantId", u.username, u.dept_id as "deptId", u.password,
            u.lock_flag = '9' and u.lock_until is null as locked,
            u.lock_flag = '9' and coalesce(u.lock_until > now(), false) as paused,
            coalesce(u.first_password_until < now(), false) as expired,
            coalesce(n.state = '0' and n.del_flag = 0
              and (n.expire_date is null or n.expire_date >= current_date), false) as "tenantOpen"
     from sys_user u left join sys_tenant n on n.id = u.tenant_id
     where u.del_flag = 0 and ${condition}`,
    values,
  );
}

/** Statuses and sentences of refused sign-ins (specification 8; the locked ones are ours). */
export const wrongCredentials = () => new Refusal(426, "用户名不存在或密码错误");
export const accountPaused = () => new Refusal(426, "密码连续错误次数过多，此账号在当前网络暂停登录，请30分钟后再试");
export const accountLocked = () => new Refusal(426, "账号已锁定，请联系管理员");
export const notBound = () => new Refusal(417, "未绑定登录账号，请使用密码登录后绑定");
export const tenantClosed = () => new Refusal(426, "租户已停用或已到期，请联系管理员");

/** @throws Refusal 426 when the account may not start a session. */
export function refuseClosed(account: SessionAccount): void {
  if (account.locked) throw accountLocked();
  if (account.paused) throw accountPaused();
  if (account.expired) throw new Refusal(426, "初始密码已过期，请在服务器上运行 npm run admin-password 重新生成");
  if (!account.tenantOpen) throw tenantClosed();
}
