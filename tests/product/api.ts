import { login } from "../harness-login";
import { origin, PASSWORD, unique } from "./address";

type Json = Record<string, unknown>;
export type Api = Awaited<ReturnType<typeof api>>;

const tokens = new Map<string, Promise<string>>();

/** The backend's own calls with one person's token: what tests set up and look up beside the pages. */
export async function api(username = "admin", base = `${origin}/api`, password = PASSWORD) {
  const key = `${base} ${username}`;
  const known = tokens.get(key) ?? login(base, username, password);
  tokens.set(key, known);
  const token = await known;
  const call = async <T = Json>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T };
    if (code !== 0) throw new Error(`${method} ${path}: ${answer.status} ${msg}`);
    return data;
  };
  return {
    get: <T = Json>(path: string) => call<T>("GET", path),
    post: <T = Json>(path: string, body: unknown) => call<T>("POST", path, body),
    put: <T = Json>(path: string, body: unknown) => call<T>("PUT", path, body),
    del: <T = Json>(path: string) => call<T>("DELETE", path),
  };
}

interface MenuNode {
  id: string;
  permission?: string | null;
  children?: MenuNode[];
}

/** A role of this test only, with these permission codes. */
export async function makeRole(codes: string[], dsType: "0" | "4" = "0") {
  const admin = await api();
  const roleCode = unique("T").toUpperCase();
  const tree = await admin.get<MenuNode[]>("/admin/menu/tree");
  const withCodes = (wanted: string[]) => {
    const walk = (nodes: MenuNode[]): string[] =>
      nodes.flatMap((node) => {
        const below = walk(node.children ?? []);
        return below.length || wanted.includes(node.permission ?? "") ? [node.id, ...below] : [];
      });
    return walk(tree);
  };
  const made = await admin.post<{ id: string } | string>("/admin/role", {
    roleName: `角色${roleCode}`,
    roleCode,
    dsType,
  });
  const id = typeof made === "string" ? made : made.id;
  await admin.put("/admin/role/menu", { roleId: id, menuIds: withCodes(codes) });
  return { id, roleCode, roleName: `角色${roleCode}`, withCodes };
}

/** A user of this test only; signs in with `password`. */
export async function makeUser(roleCode = "OPS") {
  const admin = await api();
  const username = unique("t");
  const password = `Secret-${username}`;
  const roles = await admin.get<{ id: string; roleCode: string }[]>("/admin/role/list");
  const depts = await admin.get<{ records: { id: string }[] }>("/admin/dept/page?size=1");
  const { id } = await admin.post<{ id: string }>("/admin/user", {
    username,
    password,
    displayname: `测试${username}`,
    deptId: depts.records[0]?.id,
    roleIds: roles.filter((r) => r.roleCode === roleCode).map((r) => r.id),
  });
  return { id, username, password, displayname: `测试${username}` };
}

/** Ends every session of a user: what an administrator's lock does, and takes back again. */
export async function revokeTokens(userId: string) {
  const admin = await api();
  for (const action of ["lock", "unlock"]) {
    const { version } = await admin.get<{ version: number }>(`/admin/user/${userId}`);
    await admin.post(`/admin/user/${userId}/${action}`, { version });
  }
}

const NOTICE = "/admin/sysnotification";

async function saveNotice(username: string, change: object): Promise<string> {
  const made = await (await api(username)).post<{ id: string } | string>(`${NOTICE}/saveOrUpdateNotification`, {
    title: "标题",
    pushDescribe: "摘要",
    pushType: "1",
    level: "normal",
    pushMode: "now",
    scopeType: "all",
    content: "<p>正文</p>",
    ...change,
  });
  return typeof made === "string" ? made : made.id;
}

/** The id of a notice that was begun by admin and reached nobody. */
export const makeDraft = () => saveNotice("admin", {});

/** A notice that was pushed to one person: written by it_staff, audited by admin. */
export async function makeNotice(title: string, userId: string) {
  const to = { scopeType: "user", userIds: [userId], submitFlag: true };
  const id = await saveNotice("it_staff", { title, ...to });
  const admin = await api();
  const detail = `${NOTICE}/getSysNotificationDetail/false?notificationId=${id}`;
  const { version } = await admin.get<{ version: number }>(detail);
  await admin.post(`${NOTICE}/auditSysNotification`, { id, version, auditStatus: "1" });
  return id;
}
