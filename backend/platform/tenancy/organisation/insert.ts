import { patchRow } from "#backend/platform/db/by-id";
import type { Sql } from "#backend/platform/db/sql";
import { insertNumbered, insertRows } from "../insert";
import type { Account } from "./accounts";
import { DEPTS, GROUPS_PER_DEPT, OPS_DEPTS, type SeedDept } from "./depts";

/** Id of a department or division of the first tenant by its key in DEPTS. */
export const deptId = (key: string): number => {
  const at = DEPTS.findIndex((d) => d.key === key);
  if (at < 0) throw new Error(`unknown department ${key}`);
  return at + 1;
};

/** Group numbers of an operating department. */
export const groupsOf = (dept: string): number[] => {
  const at = OPS_DEPTS.indexOf(dept);
  return at < 0 ? [] : Array.from({ length: GROUPS_PER_DEPT }, (_, i) => at * GROUPS_PER_DEPT + i + 1);
};

/** Departments of a tenant by their keys; a parent stands before its children. */
export async function insertDepts(
  sql: Sql,
  tenantId: string,
  depts: readonly SeedDept[],
): Promise<Map<string, number>> {
  const at = (key: string) => depts.findIndex((d) => d.key === key);
  const ids = await insertNumbered(sql, "sys_dept", depts.length, (ids) =>
    depts.map((d, i) => ({
      tenant_id: tenantId,
      name: d.name,
      parent_id: d.parent ? ids[at(d.parent)] : 0,
      division_id: d.division ? ids[at(d.division)] : null,
      sort_order: i + 1,
    })),
  );
  return new Map(depts.map((d, i) => [d.key, ids[i] ?? 0]));
}

/** Invented mobile numbers: eleven digits with 555 inside. */
export const mobileOf = (id: number) => `199555${String(id).padStart(5, "0")}`;

export interface AccountsSeed {
  tenantId: string;
  passwordHash: string;
  /** Ids of departments by their keys. */
  depts: Map<string, number>;
  roleIds: Map<string, number>;
  /** With invented mobile numbers and addresses. */
  contacts?: boolean;
}

/** Inserts users with their roles. Leaders are entered in their departments. */
export async function insertAccounts(sql: Sql, accounts: Account[], seed: AccountsSeed) {
  const ids = await insertNumbered(sql, "sys_user", accounts.length, (ids) =>
    accounts.map((a, i) => ({
      tenant_id: seed.tenantId,
      lock_flag: "0",
      username: a.username,
      displayname: a.displayname,
      password: seed.passwordHash,
      mobile: seed.contacts ? mobileOf(ids[i] ?? 0) : null,
      email: seed.contacts ? `${a.username}@example.com` : null,
      dept_id: seed.depts.get(a.dept),
      post_name: a.post,
      group_ids: a.groups ?? [],
      password_modify_time: new Date().toISOString(),
    })),
  );
  await insertRows(
    sql,
    "sys_user_role",
    accounts.flatMap((a, i) => {
      const role = seed.roleIds.get(a.roleCode);
      return role ? [{ user_id: ids[i], role_id: role }] : [];
    }),
  );
  for (const [i, a] of accounts.entries())
    if (a.leads) await patchRow(sql, "sys_dept", seed.depts.get(a.dept), { leader_id: ids[i] ?? null });
}
