import { digest } from "#backend/platform/auth/secret";
import type { Office } from "./office.testing";

interface Node {
  id: string;
  parent_id: string;
}
export interface Menu extends Node {
  type: string;
  visible: string;
  permission: string | null;
}
interface User {
  id: string;
  dept_id: string | null;
  lock_flag: string;
}

/** What stands in the tables after some commands: living rows and their relations. */
export interface World {
  menus: Menu[];
  depts: (Node & { leader_id: string | null })[];
  roles: { id: string; role_code: string }[];
  users: User[];
  userRoles: { user_id: string; role_id: string }[];
  grants: { role_id: string; menu_id: string }[];
}

export async function look({ db }: Office): Promise<World> {
  const living = "where del_flag = 0 and tenant_id = 1 order by id";
  return {
    menus: await db.query(`select id, parent_id, type, visible, permission from sys_menu ${living}`),
    depts: await db.query(`select id, parent_id, leader_id from sys_dept ${living}`),
    roles: await db.query(`select id, role_code from sys_role ${living}`),
    users: await db.query(`select id, dept_id, lock_flag from sys_user ${living}`),
    userRoles: await db.query("select user_id, role_id from sys_user_role"),
    grants: await db.query("select role_id, menu_id from sys_role_menu"),
  };
}

const has = (rows: { id: string }[], id: string | null) => rows.some((r) => r.id === id);

/** Every node reaches the root over living parents: no circle, no orphan. */
function treeProblems(name: string, nodes: Node[], root: string): string[] {
  const byId = new Map(nodes.map((n) => [n.id, n]));
  return nodes.flatMap((start) => {
    const seen = new Set<string>();
    for (let at: Node | undefined = start; at; at = byId.get(at.parent_id)) {
      if (seen.has(at.id)) return [`${name} ${start.id} stands in a circle`];
      seen.add(at.id);
      if (at.parent_id === root) return [];
    }
    return [`${name} ${start.id} hangs on a parent that is gone`];
  });
}

/** What must hold after every command (market.md §10 invariants), as sentences; none: all is well. */
export function problems(w: World): string[] {
  const found = [...treeProblems("menu", w.menus, "-1"), ...treeProblems("dept", w.depts, "0")];
  const say = (bad: boolean, sentence: string) => bad && found.push(sentence);
  for (const m of w.menus)
    say(w.menus.find((p) => p.id === m.parent_id)?.type === "1", `menu ${m.id} stands below a button`);
  const codes = w.menus.flatMap((m) => m.permission ?? []);
  say(new Set(codes).size !== codes.length, "a permission code stands twice");
  for (const g of w.grants) {
    say(!has(w.menus, g.menu_id), `role ${g.role_id} holds the deleted menu ${g.menu_id}`);
    say(!has(w.roles, g.role_id), `the deleted role ${g.role_id} holds a menu`);
  }
  for (const u of w.users) {
    say(!has(w.depts, u.dept_id), `user ${u.id} is in a department that is gone`);
    const roles = w.userRoles.filter((ur) => ur.user_id === u.id);
    say(!roles.length, `user ${u.id} has no role`);
    for (const r of roles) say(!has(w.roles, r.role_id), `user ${u.id} has a deleted role`);
  }
  for (const d of w.depts)
    say(
      d.leader_id !== null && w.users.find((u) => u.id === d.leader_id)?.dept_id !== d.id,
      `the leader of department ${d.id} is not in it`,
    );
  const admin = w.roles.find((r) => r.role_code === "ADMIN")?.id;
  const admins = w.users.filter(
    (u) => u.lock_flag === "0" && w.userRoles.some((ur) => ur.user_id === u.id && ur.role_id === admin),
  );
  say(!admins.length, "no enabled administrator is left");
  return found;
}

const held = (w: World, userId: string): Set<string> => {
  const roles = new Set(w.userRoles.filter((r) => r.user_id === userId).map((r) => r.role_id));
  return new Set(w.grants.filter((g) => roles.has(g.role_id)).map((g) => g.menu_id));
};

/** Permissions of a user: the type-1 menus of all roles. */
export const expectedPermissions = (w: World, userId: string): string[] => {
  const own = held(w, userId);
  return w.menus.flatMap((m) => (m.type === "1" && own.has(m.id) && m.permission ? m.permission : [])).sort();
};

/** Menu of a user: granted pages and their ancestors, without what is hidden or below it. */
export function expectedMenu(w: World, userId: string): string[] {
  const own = held(w, userId);
  const byId = new Map(w.menus.map((m) => [m.id, m]));
  const shown = new Set<string>();
  for (const start of w.menus) {
    if (start.type !== "0" || !own.has(start.id)) continue;
    const path: string[] = [];
    let hidden = false;
    for (let at: Menu | undefined = start; at; at = byId.get(at.parent_id)) {
      hidden ||= at.visible !== "1";
      path.push(at.id);
    }
    if (!hidden) for (const id of path) shown.add(id);
  }
  return [...shown].sort();
}

/** Signs a user in without a password: a session as a sign-in would have made it. */
export async function sessionOf({ db }: Office, userId: string): Promise<string> {
  const token = `session-of-${userId}`;
  await db.query(
    `with f as (
       insert into sys_token_family (tenant_id, user_id, client_id, scope, login_type, remote_addr,
         user_agent, expire_time)
       values (1, $1, 'pig', 'server', 'password', '', '', now() + interval '1 hour') returning id)
     insert into sys_token (hash, family_id, kind, expire_time)
     select $2, f.id, 'access', now() + interval '1 hour' from f
     on conflict (hash) do update set family_id = excluded.family_id`,
    [userId, digest(token)],
  );
  return token;
}
