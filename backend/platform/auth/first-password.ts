import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { randomPassword } from "#backend/platform/values/random-password";
import type { BackendConfig } from "../config";
import { patchRow } from "../db/by-id";
import { joinCluster } from "../db/cluster/cluster";
import { openDatabase, type Sql } from "../db/sql";
import { withDatabase } from "../db/with-database";
import { revokeUser } from "./caller-cache";
import { hashPassword } from "./password";

/** How long a first password signs in. */
const DAYS = 7;

const fileIn = (dataDir: string) => path.join(dataDir, "first-password");

/** Whose password is a first one: it signs in for some days, and only to be changed. */
export const markFirst = (sql: Sql, userId: string) =>
  patchRow(sql, "sys_user", userId, { first_password_until: new Date(Date.now() + DAYS * 86_400_000) });

/** Whoever installs reads it there; nobody else of this machine does. @returns how to tell of it */
export function keepFirst(dataDir: string, password: string): string {
  const file = fileIn(dataDir);
  rmSync(file, { force: true });
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return `${password}（${DAYS}天内有效，登录后须修改；也保存在 ${file}）`;
}

/** The administrator has chosen a password. */
export const dropFirst = (dataDir: string) => rmSync(fileIn(dataDir), { force: true });

/**
 * `npm run admin-password`, also while the product runs: another first password for the administrator who
 * was there first. Ends that person's sessions, and a lock of the account.
 */
export async function adminPasswordCommand(config: BackendConfig, log: (line: string) => void): Promise<void> {
  const password = randomPassword();
  const work = async (connectionString: string) => {
    const db = openDatabase(connectionString, 1);
    try {
      await db.tx(async (sql) => {
        const admin = await sql.one<{ id: string; username: string }>(
          `update sys_user set password = $1, password_modify_time = now(), lock_flag = '0', lock_until = null
           where id = (select min(u.id) from sys_user u join sys_user_role ur on ur.user_id = u.id
             join sys_role r on r.id = ur.role_id and r.role_code = 'ADMIN' and r.del_flag = 0
             where u.tenant_id = 1 and u.del_flag = 0)
           returning id, username`,
          [await hashPassword(password)],
        );
        if (!admin) throw new Error("没有系统管理员，请先启动一次");
        await markFirst(sql, admin.id);
        await revokeUser(sql, admin.id);
        log(`管理员 ${admin.username} 的新初始密码：${keepFirst(config.dataDir, password)}`);
      });
    } finally {
      await db.close();
    }
  };
  await withDatabase(config, log, work, joinCluster);
}
