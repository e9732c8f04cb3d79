import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { call, passwordLogin, refreshLogin, refused } from "../auth.testing";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(() => backend.db.query("delete from sys_rate_limit"));

const OVER = refused(401, "登录已失效，请重新登录");
const signIn = async () => (await passwordLogin(backend, "admin")).body;
const whoAmI = (token: string) => call(backend, "GET", "/admin/user/info", { token });
/** Moves every use of a refresh token into the past. */
const age = (seconds: number) =>
  backend.db.query("update sys_token set used_time = used_time - make_interval(secs => $1)", [seconds]);

describe("refresh token", () => {
  it("answers a new pair that works", async () => {
    const first = await signIn();
    const { status, body } = await refreshLogin(backend, first.refresh_token);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(Object.keys(first));
    expect(body.access_token).not.toBe(first.access_token);
    expect(body.refresh_token).not.toBe(first.refresh_token);
    expect(body.expires_in).toBe(43200);
    expect((await whoAmI(body.access_token)).body.data.sysUser.username).toBe("admin");
  });

  it("answers parallel requests with the same pair", async () => {
    const first = await signIn();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refreshLogin(backend, first.refresh_token)));
    expect(answers.map((a) => a.status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map((a) => a.body.access_token)).size).toBe(1);
    expect(new Set(answers.map((a) => a.body.refresh_token)).size).toBe(1);
    const rows = await backend.db.query(
      `select 1 from sys_token t where kind = 'refresh' and family_id =
         (select family_id from sys_token order by family_id desc limit 1)`,
    );
    expect(rows).toHaveLength(2);
  });

  it("answers the same pair within the grace time, also after its successor was used", async () => {
    const first = await signIn();
    const second = (await refreshLogin(backend, first.refresh_token)).body;
    await age(25);
    const third = (await refreshLogin(backend, second.refresh_token)).body;
    const again = (await refreshLogin(backend, first.refresh_token)).body;
    expect(again.refresh_token).toBe(second.refresh_token);
    expect(again.access_token).toBe(second.access_token);
    expect((await whoAmI(third.access_token)).status).toBe(200);
  });

  it("used again later, it ends the whole session", async () => {
    const first = await signIn();
    const second = (await refreshLogin(backend, first.refresh_token)).body;
    expect((await whoAmI(second.access_token)).status).toBe(200);
    await age(31);
    expect(await refreshLogin(backend, first.refresh_token)).toEqual(OVER);
    expect(await whoAmI(second.access_token)).toEqual(OVER);
    expect(await refreshLogin(backend, second.refresh_token)).toEqual(OVER);
  });

  it("keeps nothing of a renewal that failed, also of several at once: the token renews afterwards", async () => {
    const { db } = backend;
    const { refresh_token } = await signIn();
    await db.query(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$`);
    await db.query("create trigger full_up before insert on sys_token execute function no_room()");
    const failed = await Promise.all([1, 2, 3].map(() => refreshLogin(backend, refresh_token)));
    await db.query("drop trigger full_up on sys_token");
    expect(failed.map((a) => a.status)).toEqual([500, 500, 500]);
    const again = await Promise.all([1, 2].map(() => refreshLogin(backend, refresh_token)));
    expect(again.map((a) => a.status)).toEqual([200, 200]);
    expect(again[0]?.body.refresh_token).toBe(again[1]?.body.refresh_token);
    expect((await whoAmI(again[0]?.body.access_token)).status).toBe(200);
  });

  it("leaves the user's other sessions alone then", async () => {
    const other = await signIn();
    const first = await signIn();
    await refreshLogin(backend, first.refresh_token);
    await age(31);
    await refreshLogin(backend, first.refresh_token);
    expect((await whoAmI(other.access_token)).status).toBe(200);
  });

  it("shortens the life of the former access token to the grace time", async () => {
    const first = await signIn();
    await refreshLogin(backend, first.refresh_token);
    expect((await whoAmI(first.access_token)).status).toBe(200);
    const lives = await backend.db.query<{ left: number }>(
      `select extract(epoch from expire_time - now())::int as left from sys_token
       where kind = 'access' and family_id = (select max(family_id) from sys_token) order by 1`,
    );
    expect(lives[0]?.left).toBeLessThanOrEqual(30);
    expect(lives[1]?.left).toBeGreaterThan(43_000);
  });

  it("is refused when unknown, expired, missing, of another client, or an access token", async () => {
    const { access_token, refresh_token } = await signIn();
    expect(await refreshLogin(backend, "x".repeat(43))).toEqual(OVER);
    expect(await refreshLogin(backend, "")).toEqual(OVER);
    expect(await refreshLogin(backend, access_token)).toEqual(OVER);
    const app = `Basic ${Buffer.from("app:app").toString("base64")}`;
    expect(await refreshLogin(backend, refresh_token, { authorization: app })).toEqual(OVER);
    expect((await refreshLogin(backend, refresh_token, {})).status).toBe(401);
    await backend.db.query("update sys_token set expire_time = now() where kind = 'refresh'");
    expect(await refreshLogin(backend, refresh_token)).toEqual(OVER);
  });

  it("is refused once the user is locked by a person, deleted, or the tenant stopped", async () => {
    const { db } = backend;
    for (const [close, open] of [
      ["update sys_user set lock_flag = '9' where id = 1", "update sys_user set lock_flag = '0'"],
      ["update sys_user set del_flag = 1 where id = 1", "update sys_user set del_flag = 0"],
      ["update sys_tenant set state = '9'", "update sys_tenant set state = '0'"],
    ] as const) {
      const { refresh_token } = await signIn();
      await db.query(close);
      expect(await refreshLogin(backend, refresh_token)).toEqual(OVER);
      await db.query(open);
      expect(await refreshLogin(backend, refresh_token)).toEqual(OVER);
    }
  });

  it("goes on while wrong passwords of somebody else pause the account", async () => {
    const { access_token, refresh_token } = await signIn();
    for (let i = 0; i < 5; i++) await passwordLogin(backend, "admin", "wrong");
    expect((await passwordLogin(backend, "admin")).status).toBe(426);
    expect((await whoAmI(access_token)).status).toBe(200);
    expect((await refreshLogin(backend, refresh_token)).status).toBe(200);
    await backend.db.query("update sys_user set lock_flag = '0'");
  });
});

describe("access token", () => {
  it("is refused after its time, when unknown and when it is a refresh token", async () => {
    const { access_token, refresh_token } = await signIn();
    expect(await whoAmI(refresh_token)).toEqual(OVER);
    expect(await whoAmI("nonsense")).toEqual(OVER);
    expect((await call(backend, "GET", "/admin/user/info")).status).toBe(401);
    await backend.db.query("update sys_token set expire_time = now() where kind = 'access'");
    expect(await whoAmI(access_token)).toEqual(OVER);
  });

  it("lives as long as configured", async () => {
    backend.config.accessTokenSeconds = 90;
    const { expires_in } = await signIn();
    backend.config.accessTokenSeconds = 43_200;
    expect(expires_in).toBe(90);
  });
});

describe("log-out", () => {
  const logout = (headers: Record<string, string>) => call(backend, "DELETE", "/auth/token/logout", { headers });
  const DONE = { status: 200, body: { code: 0, msg: null, data: true } };

  it("ends the session at once, both tokens", async () => {
    const { access_token, refresh_token } = await signIn();
    expect((await whoAmI(access_token)).status).toBe(200);
    expect(await logout({ authorization: `Bearer ${access_token}` })).toEqual(DONE);
    expect(await whoAmI(access_token)).toEqual(OVER);
    expect(await refreshLogin(backend, refresh_token)).toEqual(OVER);
  });

  it("is fine without a header, with an unknown token and twice", async () => {
    expect(await logout({})).toEqual(DONE);
    expect(await logout({ authorization: "Bearer nonsense" })).toEqual(DONE);
    const { access_token } = await signIn();
    await logout({ authorization: `Bearer ${access_token}` });
    expect(await logout({ authorization: `Bearer ${access_token}` })).toEqual(DONE);
  });
});
