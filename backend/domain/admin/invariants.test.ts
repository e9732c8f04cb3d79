import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import { forgetCallers } from "#backend/platform/auth/caller-cache";
import { runs } from "../../../tests/runs";
import { type Office, openOffice } from "./office.testing";
import { expectedMenu, expectedPermissions, look, problems, sessionOf, type World } from "./world.testing";

// Anything that administrators and their helpers may try, one after the other and at the same time.

let office: Office;
let base: World;
beforeAll(async () => {
  office = await openOffice(["admin", "it_staff"]);
  const rest = ["user", "role", "menu", "dept"].flatMap((r) =>
    ["view", "add", "edit", "del", "perm", "reset"].map((a) => `sys_${r}_${a}`),
  );
  await office.allow("IT", rest);
  await office.hire("boss", ["ADMIN"]);
  base = await look(office);
});
afterAll(() => office.close());

const KINDS = [
  "addMenu",
  "moveMenu",
  "hideMenu",
  "turnMenu",
  "orderMenu",
  "delMenu",
  "addRole",
  "delRole",
  "grant",
  "grantAdmin",
  "addUser",
  "moveUser",
  "setRoles",
  "assign",
  "lock",
  "unlock",
  "delUser",
  "addDept",
  "moveDept",
  "leadDept",
  "delDept",
] as const;

const command = fc.record({
  kind: fc.constantFrom(...KINDS),
  who: fc.constantFrom("admin", "admin", "boss", "it_staff"),
  a: fc.nat(20),
  b: fc.nat(20),
  many: fc.array(fc.nat(20), { maxLength: 3 }),
});
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

let made = 0;

/** Picks from what stands there now; one of them is a row that does not exist. */
const picker =
  (pool: string[]) =>
  (n: number): string =>
    [...pool, "987654"][n % (pool.length + 1)]!;

function run(w: World, { kind, who, a, b, many }: Command) {
  const fresh = (rows: { id: string }[], old: { id: string }[]) =>
    rows.filter((r) => !old.some((o) => o.id === r.id)).map((r) => r.id);
  const menuIds = fresh(w.menus, base.menus);
  const menu = picker(menuIds);
  const parent = picker(["-1", ...menuIds]);
  const role = picker([...fresh(w.roles, base.roles), "1"]);
  const staff = w.users.filter((u) => !base.users.some((o) => o.id === u.id)).map((u) => u.id);
  const user = picker([...staff, "1", bossId()]);
  const dept = picker(["1", ...fresh(w.depts, base.depts)]);
  const name = `n${++made}`;
  const send = (method: string, path: string, body?: object) => office.send(who, method, `/admin/${path}`, body);
  // The version is read first, as a form does; somebody may be faster.
  const change = async (path: string, id: string, body: object, action?: string) => {
    const { body: row } = await office.get("admin", `/admin/${path}/${id}`);
    const version = row.data?.version ?? 0;
    return action
      ? send("POST", `${path}/${id}/${action}`, { version, ...body })
      : send("PUT", path, { id, version, ...body });
  };
  const roleIds = many.map(role);
  switch (kind) {
    case "addMenu":
      return send("POST", "menu", {
        name,
        parentId: parent(a),
        ...(b % 2 ? { type: "0", path: `/t/${name}` } : { type: "1", permission: `test_x${made}` }),
      });
    case "moveMenu":
      return change("menu", menu(a), { parentId: parent(b) });
    case "hideMenu":
      return change("menu", menu(a), { visible: String(b % 2) });
    case "turnMenu":
      return change("menu", menu(a), { type: String(b % 2), permission: `test_t${made}` });
    case "orderMenu":
      return change("menu", menu(a), {}, b % 2 ? "up" : "down");
    case "delMenu":
      return send("DELETE", `menu/${menu(a)}`);
    case "addRole":
      return send("POST", "role", { roleName: name, roleCode: name.toUpperCase(), dsType: "4" });
    case "delRole":
      return send("DELETE", `role/${role(a)}`);
    case "grant":
      return send("PUT", "role/menu", { roleId: role(a), menuIds: many.map(menu) });
    case "grantAdmin":
      return send("PUT", "role/menu", {
        roleId: "1",
        menuIds: a % 4 ? [...base.menus.map((m) => m.id), ...many.map(menu)] : [],
      });
    case "addUser":
      return send("POST", "user", { username: name, displayname: name, deptId: dept(a), roleIds });
    case "moveUser":
      return change("user", user(a), { deptId: dept(b) });
    case "setRoles":
      return change("user", user(a), { roleIds });
    case "assign":
      return change("user", user(a), { roleIds }, "assign");
    case "lock":
    case "unlock":
      return change("user", user(a), {}, kind);
    case "delUser":
      return send("DELETE", `user/${user(a)}`);
    case "addDept":
      return send("POST", "dept", { name, parentId: dept(a) });
    case "moveDept":
      return change("dept", dept(a), { parentId: dept(b) });
    case "leadDept":
      return change("dept", dept(a), { leaderId: user(b) });
    default:
      return send("DELETE", `dept/${dept(a)}`);
  }
}

const bossId = () => base.users.at(-1)!.id;

/** Back to where every run begins. */
async function restore() {
  const { db } = office;
  const most = (rows: { id: string }[]) => rows.at(-1)!.id;
  const [menus, roles, users, depts] = [base.menus, base.roles, base.users, base.depts].map(most);
  await db.query("delete from sys_token_family where user_id > $1", [users]);
  await db.query("delete from sys_user_role");
  await db.query("delete from sys_role_menu");
  for (const u of base.users)
    await db.query("update sys_user set lock_flag = '0', del_flag = 0, dept_id = $2 where id = $1", [u.id, u.dept_id]);
  await db.query("delete from sys_menu where id > $1", [menus]);
  await db.query("delete from sys_role where id > $1", [roles]);
  await db.query("delete from sys_user where id > $1", [users]);
  await db.query("delete from sys_dept where id > $1", [depts]);
  await db.query("update sys_dept set leader_id = null, parent_id = 0 where id = 1");
  await db.query(`insert into sys_user_role select * from jsonb_populate_recordset(null::sys_user_role, $1)`, [
    JSON.stringify(base.userRoles),
  ]);
  await db.query(`insert into sys_role_menu select * from jsonb_populate_recordset(null::sys_role_menu, $1)`, [
    JSON.stringify(base.grants),
  ]);
  await db.query("update sys_token_family set revoke_time = null");
  // The backend remembers callers for a moment and has not seen these statements.
  forgetCallers();
}

const flat = (nodes: { id: string; children: [] }[]): string[] => nodes.flatMap((n) => [n.id, ...flat(n.children)]);

/** What each person was last found to be told, in one run. */
type Told = Map<string, string>;

/**
 * What the signed-in people are told fits the tables: of those for whom a step changed something and
 * one more of the others, or of everybody.
 */
async function checkPeople(w: World, told: Told, step: number, everybody: boolean) {
  const known = new Set(["1", bossId()]);
  const people = w.users.filter(
    (u) => u.lock_flag === "0" && (known.has(u.id) || !base.users.some((o) => o.id === u.id)),
  );
  const spare = people[step % people.length]?.id;
  for (const { id } of people) {
    const expected = [expectedPermissions(w, id), expectedMenu(w, id)];
    const text = JSON.stringify(expected);
    if (!everybody && told.get(id) === text && id !== spare) continue;
    const token = await sessionOf(office, id);
    const [info, menu] = await Promise.all(
      ["/admin/user/info", "/admin/menu"].map((path) => call(office, "GET", path, { token })),
    );
    const permissions = [...info!.body.data.permissions].sort();
    expect([permissions, flat(menu!.body.data).sort()]).toEqual(expected);
    told.set(id, text);
  }
}

/** A role is added, and the administrators' own is not deleted: tried first, whatever chance tries. */
const PLAIN: Command[][] = (["addRole", "delRole"] as const).map((kind) => [
  { kind, who: "admin", a: 1, b: 0, many: [] },
]);

test("whatever is tried, in whatever order and at once, the organisation stays sound", async () => {
  const outcomes = { done: 0, refused: 0 };
  const groups = fc.array(fc.array(command, { minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(groups, async (steps) => {
      await restore();
      const told: Told = new Map();
      for (const [n, step] of steps.entries()) {
        const before = await look(office);
        const answers = await Promise.all(step.map((c) => run(before, c)));
        for (const { status, body } of answers) {
          expect(status, JSON.stringify(body)).toBeLessThan(500);
          outcomes[status === 200 ? "done" : "refused"] += 1;
        }
        const after = await look(office);
        expect(problems(after)).toEqual([]);
        await checkPeople(after, told, n, n === steps.length - 1);
      }
    }),
    { numRuns: runs(4), examples: [[PLAIN]], endOnFailure: true },
  );
  // A run that is only refused, or never, has tried nothing.
  expect(outcomes.done).toBeGreaterThan(0);
  expect(outcomes.refused).toBeGreaterThan(0);
});
