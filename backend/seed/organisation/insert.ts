import type { Sql } from "../../db/sql";
import { insertRows } from "../insert";
import type { Account } from "./accounts";
import { DEPTS, GROUPS_PER_DEPT, OPS_DEPTS } from "./depts";

/** Id of a department or division by its key in DEPTS. */
export const deptId = (key: string): number => {
  const at = DEPTS.findIndex((d) => d.key === key);
  if (at < 0) throw new Error(`unknown department ${key}`);
  return at + 1;
};

/** Group numbers of an operating department. */
export const groupsOf = (dept: string): number[] => {
  const at = OPS_DEPTS.indexOf(dept);
  return at < 0
    ? []
    : Array.from({ length: GROUPS_PER_DEPT }, (_, i) => at * GROUPS_PER_DEPT + i + 1);
};

export async function insertDepts(sql: Sql) {
  await insertRows(
    sql,
    "sys_dept",
    DEPTS.map((d, i) => ({
      id: deptId(d.key),
      tenant_id: 1,
      name: d.name,
      parent_id: d.parent ? deptId(d.parent) : 0,
      division_id: d.division ? deptId(d.division) : null,
      sort_order: i + 1,
      version: 0,
      create_time: "now",
      del_flag: 0,
    })),
  );
}

/** Invented mobile numbers: eleven digits with 555 inside. */
export const mobileOf = (id: number) => `199555${String(id).padStart(5, "0")}`;

const ACCOUNT_COLUMNS = {
  tenant_id: 1,
  version: 0,
  create_time: "now",
  del_flag: 0,
  lock_flag: "0",
};

/** Inserts users with their roles; ids count up from `firstId`. Leaders are entered in their departments. */
export async function insertAccounts(
  sql: Sql,
  accounts: Account[],
  options: { firstId: number; passwordHash: string; roleIds: Map<string, number> },
) {
  const rows = accounts.map((a, i) => ({ ...a, id: options.firstId + i }));
  await insertRows(
    sql,
    "sys_user",
    rows.map((a) => ({
      ...ACCOUNT_COLUMNS,
      id: a.id,
      username: a.username,
      displayname: a.displayname,
      password: options.passwordHash,
      mobile: mobileOf(a.id),
      email: `${a.username}@example.com`,
      dept_id: deptId(a.dept),
      post_name: a.post,
      group_ids: a.groups ?? [],
      password_modify_time: "now",
    })),
  );
  await insertRows(
    sql,
    "sys_user_role",
    rows.flatMap((a) => {
      const role = options.roleIds.get(a.roleCode);
      return role ? [{ user_id: a.id, role_id: role }] : [];
    }),
  );
  for (const a of rows.filter((a) => a.leads))
    await sql.query("update sys_dept set leader_id = $1 where id = $2", [a.id, deptId(a.dept)]);
}
