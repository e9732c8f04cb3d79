import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { call, passwordLogin, refreshLogin, refused } from "../auth.testing";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
// The clock that ends sessions is moved by hand.
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

const OVER = refused(401, "登录已失效，请重新登录");
const hours = (n: number) => vi.advanceTimersByTime(n * 3_600_000);
const days = (n: number) => hours(n * 24);
const signIn = async () => (await passwordLogin(backend, "admin")).body;
const use = (token: string, headers?: Record<string, string>) =>
  call(backend, "GET", "/admin/user/info", { token, headers });
const unattended = (token: string) => use(token, { "x-unattended": "1" });

it("a session ends eight hours after its last use, its refresh token too", async () => {
  const { access_token, refresh_token } = await signIn();
  for (let i = 0; i < 3; i++) {
    hours(7.9);
    expect((await use(access_token)).status).toBe(200);
  }
  hours(8);
  expect(await use(access_token)).toEqual(OVER);
  expect(await refreshLogin(backend, refresh_token)).toEqual(OVER);
});

it("what no person asked for is no use: neither marked calls nor renewals", async () => {
  const first = await signIn();
  hours(4);
  expect((await unattended(first.access_token)).status).toBe(200);
  const next = (await refreshLogin(backend, first.refresh_token)).body;
  hours(3.9);
  expect((await unattended(next.access_token)).status).toBe(200);
  hours(0.1);
  expect(await unattended(next.access_token)).toEqual(OVER);
  expect(await refreshLogin(backend, next.refresh_token)).toEqual(OVER);
});

it("a session ends thirty days after its sign-in, however much it is used", async () => {
  let pair = await signIn();
  for (let day = 0; day < 29.9; day += 0.3) {
    expect((await use(pair.access_token)).status).toBe(200);
    if (day > 29) break;
    days(0.3);
  }
  pair = (await refreshLogin(backend, pair.refresh_token)).body;
  expect((await use(pair.access_token)).status).toBe(200);
  days(1);
  expect(await use(pair.access_token)).toEqual(OVER);
  expect(await refreshLogin(backend, pair.refresh_token)).toEqual(OVER);
});

it("uses within a minute are written down once", async () => {
  const { access_token } = await signIn();
  const written = () => backend.db.query("select xmin from sys_token_family order by id");
  const before = await written();
  vi.advanceTimersByTime(50_000);
  expect((await use(access_token)).status).toBe(200);
  expect(await written()).toEqual(before);
  vi.advanceTimersByTime(20_000);
  expect((await use(access_token)).status).toBe(200);
  expect(await written()).not.toEqual(before);
});

it("another session of the same person goes on", async () => {
  const old = await signIn();
  hours(5);
  const fresh = await signIn();
  hours(5);
  expect(await use(old.access_token)).toEqual(OVER);
  expect((await use(fresh.access_token)).status).toBe(200);
});

it("both ends are settings", async () => {
  const { config } = backend;
  const { sessionIdleSeconds, sessionMaxSeconds } = config;
  Object.assign(config, { sessionIdleSeconds: 600, sessionMaxSeconds: 3600 });
  const [idle, used] = [await signIn(), await signIn()];
  for (let minutes = 0; minutes < 54; minutes += 9) {
    hours(0.15);
    expect((await use(used.access_token)).status).toBe(200);
  }
  expect(await use(idle.access_token)).toEqual(OVER);
  hours(0.15);
  expect(await use(used.access_token)).toEqual(OVER);
  Object.assign(config, { sessionIdleSeconds, sessionMaxSeconds });
});
