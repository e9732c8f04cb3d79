import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { call } from "./auth.testing";
import { type Replica, replicaOf } from "./replica.testing";

/** Two backends on one database; the second knows nothing of what the first one remembers. */
let first: TestBackend;
let second: Replica;
beforeAll(async () => {
  first = await testBackend();
  second = await replicaOf(first);
});
afterAll(async () => {
  await second.close();
  await first.close();
});
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

it("a right taken away at one backend is gone at the other within a second", async () => {
  const { db } = first;
  const [admin, token] = [await login(first.url), await login(first.url, "buyer")];
  const read = () => call(second, "GET", "/purchase/order/page", { token });
  const write = () => call(second, "POST", "/purchase/order", { token, body: {} });
  expect((await read()).status).toBe(200);
  expect((await write()).status).not.toBe(403);

  const role = await db.one<{ id: string }>(
    `select r.id from sys_role r join sys_user_role ur on ur.role_id = r.id
     join sys_user u on u.id = ur.user_id where u.username = 'buyer'`,
  );
  const taken = await call(first, "PUT", "/admin/role/menu", { token: admin, body: { roleId: role?.id, menuIds: "" } });
  expect(taken).toMatchObject({ status: 200 });
  vi.advanceTimersByTime(1000);
  expect((await read()).status).toBe(403);
  expect((await write()).status).toBe(403);
});

it("a session ended at one backend is over at the other within a second", async () => {
  const token = await login(first.url, "buyer");
  const who = () => call(second, "GET", "/admin/user/info", { token });
  expect((await who()).status).toBe(200);
  await call(first, "DELETE", "/auth/token/logout", { token });
  vi.advanceTimersByTime(1000);
  expect((await who()).status).toBe(401);
});

it("a session locked at one backend is refused by the other within a second", async () => {
  const token = await login(first.url, "buyer");
  const who = () => call(second, "GET", "/admin/user/info", { token });
  expect((await who()).status).toBe(200);
  const body = { password: "open sesame" };
  await call(first, "POST", "/auth/session/lock", { token, body });
  vi.advanceTimersByTime(1000);
  expect((await who()).status).toBe(423);
  expect((await call(second, "POST", "/auth/session/unlock", { token, body })).status).toBe(200);
  expect((await who()).status).toBe(200);
});
