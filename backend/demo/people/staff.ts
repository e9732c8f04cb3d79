import { DEMO_PASSWORD } from "#backend/platform/auth/demo/account";
import { hashPassword } from "#backend/platform/auth/password";
import type { Sql } from "#backend/platform/db";
import {
  type Account,
  LEADER_ACCOUNTS,
  NO_ROLE_USERNAME,
  ROLE_ACCOUNTS,
} from "#backend/platform/tenancy/organisation/accounts";
import { DEPTS, GROUPS_PER_DEPT, OPS_DEPTS } from "#backend/platform/tenancy/organisation/depts";
import { deptId, groupsOf, insertAccounts } from "#backend/platform/tenancy/organisation/insert";
import { GIVEN_NAMES, SURNAMES } from "../names";
import type { Chance } from "../random";

type Seat = Pick<Account, "roleCode" | "dept" | "post" | "groups">;

const seats = (n: number, roleCode: string, dept: string, post: string): Seat[] =>
  Array.from({ length: n }, () => ({ roleCode, dept, post }));

const OPS_PER_DEPT = 6;

/** Operators share the groups of their department, in turn. */
const opsSeats = (dept: string): Seat[] =>
  Array.from({ length: OPS_PER_DEPT }, (_, i) => ({
    roleCode: "OPS",
    dept,
    post: "运营专员",
    groups: groupsOf(dept).filter((_, g) => g % OPS_PER_DEPT === i && g < GROUPS_PER_DEPT),
  }));

/** With the named accounts these make 120 users (market.md §13). */
const SEATS: Seat[] = [
  ...OPS_DEPTS.flatMap((dept) => [...opsSeats(dept), ...seats(1, "ADS", dept, "广告专员")]),
  ...seats(6, "PROMO", "promo", "推广专员"),
  ...seats(5, "KOL", "kol", "红人专员"),
  ...seats(8, "CS", "service", "客服专员"),
  ...seats(4, "ORDER", "service", "订单专员"),
  ...seats(5, "PRODUCT", "product", "产品专员"),
  ...seats(6, "BUYER", "purchase", "采购员"),
  ...seats(4, "WAREHOUSE", "warehouse", "仓管员"),
  ...seats(4, "LOGISTICS", "logistics", "物流专员"),
  ...seats(2, "FINANCE", "finance", "会计"),
];

/** The invented staff in the order of their seats. */
export function staff(chance: Chance): Account[] {
  const taken = new Set<string>();
  return SEATS.map((seat, i) => {
    for (let attempt = 0; ; attempt++) {
      const key = `staff:${i}:${attempt}`;
      const [surname, spelling] = chance.pick(SURNAMES, `${key}:surname`);
      const [given, givenSpelling] = chance.pick(GIVEN_NAMES, `${key}:given`);
      const username = `${spelling}.${givenSpelling}`;
      if (taken.has(username)) continue;
      taken.add(username);
      return { ...seat, username, displayname: surname + given };
    }
  });
}

/** The seats of people who have left: their accounts are locked. */
const LEFT_SEATS = ["FINANCE", "ORDER"].map((role) => SEATS.map(({ roleCode }) => roleCode).lastIndexOf(role));

const newcomer: Account = {
  username: NO_ROLE_USERNAME,
  displayname: "新同事",
  roleCode: "",
  dept: "it",
  post: "待分配",
};

/**
 * Adds the staff and gives everybody a past: hired in the last three years, most signed in during
 * the last two weeks, two accounts locked. Each operating group gets a leader of its own. Answers the number of users.
 */
export async function insertStaff(sql: Sql, chance: Chance, today: string): Promise<number> {
  const roles = await sql.query<{ id: string; role_code: string }>(
    "select id, role_code from sys_role where del_flag = 0",
  );
  const named = [...ROLE_ACCOUNTS, ...LEADER_ACCOUNTS].length;
  const accounts = [...staff(chance), newcomer];
  await insertAccounts(sql, accounts, {
    tenantId: "1",
    contacts: true,
    depts: new Map(DEPTS.map(({ key }) => [key, deptId(key)])),
    passwordHash: await hashPassword(DEMO_PASSWORD),
    roleIds: new Map(roles.map((r) => [r.role_code, Number(r.id)])),
  });
  await sql.query(
    `update sys_user s set
       create_time = d.day - (d.hired * 1000 + 30) * interval '1 day',
       password_modify_time = d.day - d.changed * 80 * interval '1 day',
       last_login_time = case when d.away < 0.93 and s.username <> $2
         then d.day - d.login * 14 * interval '1 day' end
     from (select id, $1::date::timestamptz as day,
             pg_temp.u('hired:' || id) as hired, pg_temp.u('changed:' || id) as changed,
             pg_temp.u('away:' || id) as away, pg_temp.u('login:' || id) as login
           from sys_user) d
     where d.id = s.id`,
    [today, NO_ROLE_USERNAME],
  );
  await sql.query("update sys_user set lock_flag = '9' where username = any ($1)", [
    LEFT_SEATS.map((seat) => accounts[seat]?.username),
  ]);
  await sql.query(
    `update ops_group g set leader_id = (select min(u.id) from sys_user u
       where g.id = any (u.group_ids) and u.lock_flag = '0')`,
  );
  return named + accounts.length;
}

/** Binds the named accounts to the identities that the demo provider answers for them. */
export async function insertBindings(sql: Sql) {
  await sql.query(
    `insert into sys_social_binding (type, open_id, user_id)
     select t, 'demo-' || username, id from sys_user, unnest('{WX,OA,FEISHU}'::text[]) t
      where username = any ($1) order by id, t`,
    [ROLE_ACCOUNTS.map((a) => a.username)],
  );
}

/** Usernames of the first five of a role, among whom its work of former days was shared. */
export async function workersOf(sql: Sql, roleCode: string): Promise<string[]> {
  const found = await sql.query<{ name: string }>(
    `select u.username as name from sys_user u join sys_user_role h on h.user_id = u.id
       join sys_role r on r.id = h.role_id
     where u.tenant_id = 1 and r.role_code = $1 and u.del_flag = 0 and u.lock_flag = '0' order by u.id limit 5`,
    [roleCode],
  );
  return found.map(({ name }) => name);
}
