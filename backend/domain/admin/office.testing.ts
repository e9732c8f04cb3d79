import { type Answer, checkedCall } from "#backend/platform/http/answers.testing";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { backendEndpoints } from "../..";

type Params = Record<string, string>;

/** The administration of the real backend with signed-in people; `who` is a user name. */
export interface Office extends TestBackend {
  get(who: string, path: string, params?: Params): Promise<Answer>;
  send(who: string, method: string, path: string, body?: unknown, headers?: Params): Promise<Answer>;
  /** Data of a good answer; throws on a refusal. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of many shapes
  data(answer: Answer | Promise<Answer>): Promise<any>;
  signIn(who: string, password?: string): Promise<void>;
  roleId(code: string): Promise<string>;
  userId(name: string): Promise<string>;
  /** A new user with this role; signed in with a known password. */
  hire(name: string, roleCodes: string[], more?: object): Promise<string>;
  /** Gives a role these permission codes, past all guards. */
  allow(roleCode: string, codes: string[]): Promise<void>;
}

export const PASSWORD = "Passw0rd!";

export async function openOffice(people: string[] = ["admin"]): Promise<Office> {
  const backend = await testBackend();
  const { db } = backend;
  const tokens = new Map<string, string>();
  const checked = checkedCall(backendEndpoints());
  const one = async (sql: string, value: string) => {
    const row = await db.one<{ id: string }>(sql, [value]);
    if (!row) throw new Error(`nothing is called ${value}`);
    return row.id;
  };
  const office: Office = {
    ...backend,
    get: (who, path, params) => checked(backend, "GET", path, { token: tokens.get(who), params }),
    send: (who, method, path, body, headers) =>
      checked(backend, method, path, { token: tokens.get(who), body, headers }),
    async data(answer) {
      const { status, body } = await answer;
      if (status !== 200 || body.code !== 0) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body.data;
    },
    async signIn(who, password) {
      await db.query("delete from sys_rate_limit");
      tokens.set(who, await login(backend.url, who, password));
    },
    roleId: (code) => one("select id from sys_role where role_code = $1 and del_flag = 0 order by tenant_id", code),
    userId: (name) => one("select id from sys_user where username = $1 and del_flag = 0", name),
    async hire(name, roleCodes, more = {}) {
      const { id } = await office.data(
        office.send("admin", "POST", "/admin/user", {
          username: name,
          displayname: name,
          password: PASSWORD,
          deptId: "2",
          roleIds: await Promise.all(roleCodes.map(office.roleId)),
          ...more,
        }),
      );
      await office.signIn(name, PASSWORD);
      return id;
    },
    async allow(roleCode, codes) {
      await db.query(
        `insert into sys_role_menu select r.id, m.id from sys_role r, sys_menu m
         where r.role_code = $1 and m.permission = any($2) on conflict do nothing`,
        [roleCode, codes],
      );
    },
  };
  for (const who of people) await office.signIn(who);
  return office;
}

/** A refusal with its sentence; of input also at its field. */
export const refused = (status: number, msg: string, field?: string): Answer => ({
  status,
  body: { code: 1, msg, data: null, ...(field && { fields: { [field]: msg } }) },
});
