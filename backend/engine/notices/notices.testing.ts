import { type Answer, call } from "#backend/platform/auth/auth.testing";
import { schemaOf } from "#backend/platform/http";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { noticeEndpoints } from "./endpoints";

const BASE = "/admin/sysnotification";

export interface Draft {
  [field: string]: unknown;
}

/** What a complete form of an ordinary notice to everybody sends. */
export const draft = (more: Draft = {}): Draft => ({
  title: "中秋放假安排",
  pushDescribe: "9月25日至27日放假",
  content: "<p>放假三天</p>",
  pushType: "1",
  level: "normal",
  scopeType: "all",
  scopeIds: [],
  pushMode: "now",
  ...more,
});

/** Wire time that many minutes from now. */
export const inMinutes = (minutes: number): string =>
  new Date(Date.now() + minutes * 60_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

export interface Office {
  backend: TestBackend;
  /** User name → id. */
  ids: Record<string, string>;
  /** Calls an address below /admin/sysnotification as this user. */
  get(who: string, path: string, params?: Record<string, string>): Promise<Answer>;
  post(who: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  del(who: string, path: string): Promise<Answer>;
  token(who: string): string;
  /** Saves (and submits) a notice; its id and version. */
  save(who: string, body: Draft): Promise<{ id: string; version: number; no: string }>;
  /** Written by it_staff, approved by admin. */
  pushed(body?: Draft): Promise<string>;
  /** The notices in a person's centre, newest first. */
  centre(who: string, params?: Record<string, string>): Promise<{ id: string; isRead: string; new: boolean }[]>;
  status(id: string): Promise<string>;
}

/** Every good answer must fit the shape that its endpoint declares. */
function requireShape(answer: Answer, method: string, path: string): Answer {
  const endpoint = noticeEndpoints.find(
    (e) =>
      e.method === method.toLowerCase() &&
      new RegExp(`^${e.path.replace(/:id/, "").replace(/:flag/, "\\w+")}$`).test(path.split("?")[0] ?? ""),
  );
  if (answer.body?.code === 0 && endpoint?.response) schemaOf(endpoint.response).parse(answer.body.data);
  return answer;
}

/** A backend with signed-in people. it_staff writes notices, admin approves them. */
export async function openOffice(people: string[]): Promise<Office> {
  const backend = await testBackend();
  const names = [...new Set(["admin", "it_staff", ...people])];
  const tokens = new Map<string, string>();
  for (const name of names) tokens.set(name, await login(backend.url, name));
  const users = await backend.db.query<{ id: string; username: string }>(
    "select id, username from sys_user where del_flag = 0",
  );
  const token = (who: string) => tokens.get(who) ?? "";
  const called = async (...args: Parameters<typeof call>) => requireShape(await call(...args), args[1], args[2]);
  const office: Office = {
    backend,
    ids: Object.fromEntries(users.map((u) => [u.username, u.id])),
    token,
    get: (who, path, params) => called(backend, "GET", BASE + path, { token: token(who), params }),
    post: (who, path, body = {}, headers) => called(backend, "POST", BASE + path, { token: token(who), body, headers }),
    del: (who, path) => called(backend, "DELETE", BASE + path, { token: token(who) }),
    async save(who, body) {
      const answer = await office.post(who, "/saveOrUpdateNotification", body);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body.data;
    },
    async pushed(body = {}) {
      const { id } = await office.save("it_staff", draft({ submitFlag: true, ...body }));
      const answer = await office.post("admin", "/auditSysNotification", { id, auditStatus: "1" });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return id;
    },
    centre: async (who, params) =>
      (await office.get(who, "/notificationCenterPage", { size: "100", ...params })).body.data.records,
    status: async (id) =>
      (await backend.db.one<{ status: string }>("select status from sys_notification where id = $1", [id]))!.status,
  };
  return office;
}
