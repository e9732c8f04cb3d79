import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "../../../tests/harness";
import { readBackendConfig } from "../config";
import type { Database } from "../db/sql";
import { forgetCallers, resolveCaller } from "./caller";
import { revokeSession, revokeUser } from "./caller-cache";
import { findAccount } from "./session/account";
import { signIn } from "./session/sign-in";
import { sweepAuth } from "./sweep";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(forgetCallers);

const config = readBackendConfig({});
const tokenOf = async (username: string) => {
  const account = await findAccount(db, { username, tenantId: "1" });
  const how = { clientId: "pig", scope: "server", ip: "", userAgent: "" };
  return (await signIn(db, config, account!, { ...how, loginType: "password" })).access_token;
};

describe("the caller behind a token", () => {
  it("has user, tenant, roles, permissions and data scope", async () => {
    const caller = await resolveCaller(db, config, await tokenOf("admin"));
    expect(caller).toMatchObject({ username: "admin", tenantId: "1", roles: ["ADMIN"], scope: { kind: "all" } });
    expect(caller?.permissions.has("sys_user_add")).toBe(true);
    expect(caller?.permissions.has("nothing_at_all")).toBe(false);
  });

  it("sees its department and all below it", async () => {
    const user = await db.one<{ dept_id: string }>("select dept_id from sys_user where username = 'ops_manager'");
    const make = (name: string, parent: string) =>
      db.one<{ id: string }>("insert into sys_dept (name, parent_id) values ($1, $2) returning id", [name, parent]);
    const child = (await make("t_child", user!.dept_id))!.id;
    const grandchild = (await make("t_grandchild", child))!.id;
    const caller = await resolveCaller(db, config, await tokenOf("ops_manager"));
    expect(caller?.scope).toMatchObject({
      kind: "depts",
      deptIds: expect.arrayContaining([user!.dept_id, child, grandchild]),
    });
  });

  it.each([
    ["update sys_user set lock_flag = '9' where username = 'ads'", "update sys_user set lock_flag = '0'"],
    ["update sys_user set del_flag = 1 where username = 'ads'", "update sys_user set del_flag = 0"],
    ["update sys_tenant set state = '9'", "update sys_tenant set state = '0'"],
    ["update sys_tenant set expire_date = current_date - 1", "update sys_tenant set expire_date = current_date"],
  ])("is nobody after %s", async (close, open) => {
    const token = await tokenOf("ads");
    await db.query(close);
    expect(await resolveCaller(db, config, token)).toBeNull();
    await db.query(open);
    forgetCallers();
    expect(await resolveCaller(db, config, token)).not.toBeNull();
  });

  it("is nobody at once after a revocation, though it was just asked for", async () => {
    const [first, second, third] = [await tokenOf("ads"), await tokenOf("ads"), await tokenOf("ads")];
    for (const token of [first, second, third]) await resolveCaller(db, config, token);
    await revokeSession(db, first);
    expect(await resolveCaller(db, config, first)).toBeNull();
    const user = (await resolveCaller(db, config, second))!.userId;
    await revokeUser(db, user, third);
    expect(await resolveCaller(db, config, second)).toBeNull();
    expect((await resolveCaller(db, config, third))?.userId).toBe(user);
  });

  it("is not remembered from before a revocation whose transaction is still open", async () => {
    const token = await tokenOf("ads");
    const user = (await resolveCaller(db, config, token))!.userId;
    await db.tx(async (sql) => {
      await revokeUser(sql, user);
      expect(await resolveCaller(db, config, token)).not.toBeNull();
    });
    expect(await resolveCaller(db, config, token)).toBeNull();
  });
});

describe("sweep", () => {
  it("removes what ran out, lifts locks whose time is over, keeps the rest", async () => {
    const [old, live] = [await tokenOf("ops"), await tokenOf("ops")];
    await revokeSession(db, old);
    await db.query("update sys_token_family set revoke_time = now() - interval '2 days' where revoke_time is not null");
    await db.query(`
      insert into sys_captcha values ('gone', 'A', now()), ('here', 'A', now() + interval '1 hour');
      insert into sys_sms_code values (1, '1', '', '', 0, now());
      insert into sys_rate_limit values ('gone', 1, 1), ('here', 1, 9999999999999);
      update sys_user set lock_flag = '9', lock_until = now() where username = 'kol';
      update sys_user set lock_flag = '9' where username = 'cs_lead'`);
    await sweepAuth(db);
    const left = async (sql: string) => (await db.query(sql)).map((row) => Object.values(row)[0]);
    expect(await left("select random_str from sys_captcha")).toEqual(["here"]);
    expect(await left("select mobile from sys_sms_code")).toEqual([]);
    expect(await left("select key from sys_rate_limit")).toEqual(["here"]);
    expect(await left("select username from sys_user where lock_flag = '9'")).toEqual(["cs_lead"]);
    expect(await left("select 1 from sys_token_family where revoke_time < now() - interval '1 day'")).toEqual([]);
    expect(await resolveCaller(db, config, live)).not.toBeNull();
  });
});
