import { DEMO_PASSWORD } from "#backend/platform/auth/demo/account";
import type { Database } from "#backend/platform/db";
import { completeMenus } from "#backend/platform/tenancy/complete-menus";
import { foundTenant } from "#backend/platform/tenancy/found";
import { insertRows, once } from "#backend/platform/tenancy/insert";
import { ADMIN_ACCOUNT, LEADER_ACCOUNTS, ROLE_ACCOUNTS } from "#backend/platform/tenancy/organisation/accounts";
import { DEPTS } from "#backend/platform/tenancy/organisation/depts";

const FIRST_TENANT = "1";

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
        id: FIRST_TENANT,
        tenant_id: FIRST_TENANT,
        version: 0,
        create_time: "now",
        del_flag: 0,
        name: "总公司",
        code: "main",
        state: "0",
      },
    ]);
    await foundTenant(sql, FIRST_TENANT, {
      depts: DEPTS,
      accounts: demo ? [...ROLE_ACCOUNTS, ...LEADER_ACCOUNTS] : [ADMIN_ACCOUNT],
      contacts: true,
      password,
    });
  });
  await completeMenus(db);
  return made;
}
