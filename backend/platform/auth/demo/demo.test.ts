import { afterAll, beforeAll, expect, test } from "vitest";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";
import { verifyPassword } from "../password";
import { closeDemoAdmin } from "./account";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

const ask = (path: string, from?: string) =>
  fetch(backend.url + path, { headers: from ? { "X-Forwarded-For": from } : {} });
const NEAR = [undefined, "192.168.3.4", "10.0.0.9, 127.0.0.1"];
const FAR = ["203.0.113.7", "10.0.0.9, 203.0.113.7", "203.0.113.7, 10.0.0.9"];

test("the list of passwords and the chosen identity answer callers near by only", async () => {
  for (const path of ["/demo-accounts", "/auth/demo/authorize?type=WX&redirect_uri=/wxoauth"]) {
    for (const from of NEAR) expect((await ask(path, from)).status, `${path} ${from}`).toBe(200);
    for (const from of FAR) expect((await ask(path, from)).status, `${path} ${from}`).toBe(404);
  }
});

test("a code of the demo provider is worth nothing from outside", async () => {
  const { db } = backend;
  await db.query(
    `insert into sys_social_binding (tenant_id, type, open_id, user_id)
     select 1, 'WX', 'demo-ops', id from sys_user where username = 'ops'`,
  );
  const signIn = (from: string) =>
    fetch(`${backend.url}/auth/mobile/token/social?mobile=WX@demo-ops&grant_type=mobile`, {
      method: "POST",
      headers: { Authorization: `Basic ${btoa("pig:pig")}`, "X-Forwarded-For": from },
    });
  expect((await signIn("203.0.113.7")).status).toBe(417);
  expect((await signIn("192.168.3.4")).status).toBe(200);
});

test("an SMS code is shown to callers near by only", async () => {
  const shown = async (mobile: string, from: string) =>
    (await (await ask(`/admin/mobile/${mobile}`, from)).text()).includes("demoCode");
  expect(await shown("19955500002", "203.0.113.7")).toBe(false);
  expect(await shown("19955500003", "192.168.3.4")).toBe(true);
});

test("ADMIN_PASSWORD replaces the published one, never one that somebody chose", async () => {
  const { db, config } = backend;
  expect(await closeDemoAdmin(db, "Eigenes-Wort-1")).toBe(true);
  expect(await closeDemoAdmin(db, "Anderes-Wort-2")).toBe(false);
  const admin = await db.one<{ password: string }>("select password from sys_user where username = 'admin'");
  expect(await verifyPassword("Eigenes-Wort-1", admin?.password ?? "")).toBe(true);
  await expect(login(backend.url, "buyer", "123456")).resolves.toBeTruthy();
  config.adminPassword = "Eigenes-Wort-1";
  const listed = await (await ask("/demo-accounts")).text();
  config.adminPassword = undefined;
  const names = [...listed.matchAll(/"username":"(\w+)"/g)].map((found) => found[1]);
  expect(names).not.toContain("admin");
  expect(names).toHaveLength(19);
});
