import { hashPassword } from "../auth/password";
import type { Sql } from "../db/sql";
import { insertBasics } from "./basics";
import { completeMenu } from "./complete-menus";
import { insertDicts } from "./dicts/insert";
import { insertMenus } from "./menus/insert";
import { type Account, ADMIN_ACCOUNT } from "./organisation/accounts";
import type { SeedDept } from "./organisation/depts";
import { insertAccounts, insertDepts } from "./organisation/insert";
import { insertRoles } from "./roles/insert";

export interface Foundation {
  /** The administrator's department among them. */
  depts: readonly SeedDept[];
  accounts: Account[];
  /** First password of every account. */
  password: string;
  /** Accounts have invented mobile numbers and addresses. */
  contacts?: boolean;
}

/**
 * What no tenant can live without: departments, menu with permissions, roles with grants, accounts,
 * dictionaries. Parameters come with the row of the tenant (a trigger), approval flows are the
 * standard ones until the tenant changes them, numbers start at 0001 for each tenant.
 */
export async function foundTenant(sql: Sql, tenantId: string, foundation: Foundation) {
  const { accounts, password, contacts } = foundation;
  const depts = await insertDepts(sql, tenantId, foundation.depts);
  const roleIds = await insertRoles(sql, tenantId, await insertMenus(sql, tenantId));
  const passwordHash = await hashPassword(password);
  await insertAccounts(sql, accounts, { tenantId, depts, roleIds, passwordHash, contacts });
  await insertDicts(sql, tenantId);
  await completeMenu(sql, tenantId);
}

/** A tenant with one department of its name, one account, its administrator, and what a purchase needs. */
export async function foundBranch(sql: Sql, tenantId: string, name: string, password: string) {
  await foundTenant(sql, tenantId, {
    depts: [{ key: ADMIN_ACCOUNT.dept, name, parent: null }],
    accounts: [{ ...ADMIN_ACCOUNT, leads: true }],
    password,
  });
  await insertBasics(sql, tenantId, name);
}
