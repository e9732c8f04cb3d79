import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { call, passwordLogin, refreshLogin, refused } from "../auth.testing";

let backend: TestBackend;
let token: string;
let refresh: string;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.db.query("delete from sys_rate_limit");
  const { body } = await passwordLogin(backend, "admin");
  token = body.access_token;
  refresh = body.refresh_token;
});

const OVER = refused(401, "登录已失效，请重新登录");
const state = () => call(backend, "GET", "/auth/session/lock", { token });
const lock = (body: object = {}) => call(backend, "POST", "/auth/session/lock", { token, body });
const unlock = (password: string) => call(backend, "POST", "/auth/session/unlock", { token, body: { password } });
const who = (by = token) => call(backend, "GET", "/admin/user/info", { token: by });
const data = (set: boolean, locked: boolean, failures = 0) => ({
  status: 200,
  body: { code: 0, msg: null, data: { set, locked, failures } },
});

it("locks with a password, which is then known, and unlocks by it", async () => {
  expect(await state()).toEqual(data(false, false));
  expect((await lock()).body).toMatchObject({ fields: { password: "请先设置锁屏密码" } });
  expect(await lock({ password: "1357" })).toEqual(data(true, true));
  expect((await unlock("wrong")).status).toBe(426);
  expect(await state()).toEqual(data(true, true, 1));
  expect(await unlock("1357")).toEqual(data(true, false));
  expect(await lock()).toEqual(data(true, true));
});

it("refuses every other call of a locked session, downloads by link included", async () => {
  expect((await who()).status).toBe(200);
  const asked = { token, body: { path: "/download/x.png" } };
  const { ticket } = (await call(backend, "POST", "/auth/ticket", asked)).body.data;
  await lock({ password: "1357" });
  const locked = refused(423, "已锁屏，请先解锁");
  expect(await who()).toEqual(locked);
  const post = { token, body: {} };
  expect(await call(backend, "POST", "/admin/role", post)).toEqual(locked);
  const linked = { params: { ticket } };
  expect(await call(backend, "GET", "/download/x.png", linked)).toEqual(locked);
  expect((await call(backend, "DELETE", "/auth/token/logout", { token })).status).toBe(200);
  expect(await state()).toEqual(OVER);
});

it("a renewed token is locked as well, a new sign-in is not", async () => {
  await lock({ password: "1357" });
  const renewed = (await refreshLogin(backend, refresh)).body.access_token;
  expect((await who(renewed)).status).toBe(423);
  expect((await who((await passwordLogin(backend, "admin")).body.access_token)).status).toBe(200);
});

it("a locked session takes no other lock password", async () => {
  await lock({ password: "1357" });
  expect(await lock({ password: "2468" })).toEqual(data(true, true));
  expect((await unlock("2468")).status).toBe(426);
  expect((await unlock("1357")).status).toBe(200);
});

it("counts parallel wrong tries one by one, and the fifth ends the session", async () => {
  await lock({ password: "1357" });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => unlock(`wrong ${i}`)));
  const statuses = answers.map((a) => a.status).sort();
  expect(statuses).toEqual([...Array(8).fill(401), ...Array(4).fill(426)]);
  const left = answers.filter((a) => a.status === 426).map((a) => /\d+/.exec(a.body.msg)?.[0]);
  expect(left.sort()).toEqual(["1", "2", "3", "4"]);
  expect(answers.map((a) => a.body.msg)).toContain("锁屏密码连续输错次数过多，已退出登录，请重新登录");
  expect(await unlock("1357")).toEqual(OVER);
  expect(await refreshLogin(backend, refresh)).toEqual(OVER);
});

it("keeps the password as a hash alone", async () => {
  await lock({ password: "open sesame" });
  await unlock("open sesame");
  const rows = await backend.db.query("select lock_hash as text from sys_token_family where lock_hash is not null");
  expect(JSON.stringify(rows)).toMatch(/scrypt\$/);
  expect(JSON.stringify(rows)).not.toContain("open sesame");
});
