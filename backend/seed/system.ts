import { DEMO_PASSWORD } from "../auth/demo/account";
import { hashPassword } from "../auth/password";
import type { Database } from "../db/sql";
import { completeMenus } from "./complete-menus";
import { insertDicts } from "./dicts/insert";
import { insertRows, once } from "./insert";
import { insertMenus } from "./menus/insert";
import { ADMIN_ACCOUNT, LEADER_ACCOUNTS, ROLE_ACCOUNTS } from "./organisation/accounts";
import { insertAccounts, insertDepts } from "./organisation/insert";
import { insertRoles } from "./roles/insert";

export interface SystemSeedOptions {
  /** False: only `admin`, no demo accounts. */
  demo?: boolean;
  /** First password of every account made here. */
  password?: string;
}

/**
 * What the system cannot live without: tenant 1, departments, menu with permissions, roles with
 * grants, dictionaries, accounts. Runs once per database; answers whether it ran now. Entries that
 * the menu got since are brought at every start.
 */
export async function seedSystem(db: Database, options: SystemSeedOptions = {}): Promise<boolean> {
  const made = await once(db, "system", async (sql) => {
    const { demo = true, password = DEMO_PASSWORD } = options;
    await insertRows(sql, "sys_tenant", [
      {
        id: 1,
        tenant_id: 1,
        version: 0,
        create_time: "now",
        del_flag: 0,
        name: "总公司",
        code: "main",
        state: "0",
      },
    ]);
    await insertDepts(sql);
    const roleIds = await insertRoles(sql, await insertMenus(sql));
    await insertAccounts(sql, demo ? [...ROLE_ACCOUNTS, ...LEADER_ACCOUNTS] : [ADMIN_ACCOUNT], {
      firstId: 1,
      passwordHash: await hashPassword(password),
      roleIds,
    });
    await insertDicts(sql);
  });
  await completeMenus(db);
  return made;
}
