import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "../harness-login";
import { freePort } from "./free-port";
import { dataDir, family, runProduct, type Server, startServer } from "./server";

const PASSWORD = "Fester-Grund-1";
const own = dataDir();
let server: Server;
let env: Record<string, string>;
beforeAll(async () => {
  // An address that is this machine's, but not the one by which the console calls its backend.
  env = { DATA_DIR: own.dir, DEMO: "off", ADMIN_PASSWORD: PASSWORD, HOST: "127.0.0.2" };
  server = await startServer({ ...env, PORT: String(await freePort()) });
}, 120_000);
afterAll(async () => {
  await server.stop();
  own.remove();
});

const postmaster = () => Number.parseInt(readFileSync(path.join(own.dir, "pg/data/postmaster.pid"), "utf8"), 10);
const status = async (at: string) => (await fetch(server.url + at)).status;

test("a HOST of one's own leaves the console its backend", async () => {
  const signedIn = await fetch(`${server.url}/login`, {
    method: "POST",
    headers: { origin: server.url },
    body: new URLSearchParams({ username: "admin", password: PASSWORD, intent: "sign-in" }),
    redirect: "manual",
  });
  expect([signedIn.status, signedIn.headers.get("location")]).toEqual([303, "/"]);
  await expect(fetch(server.url.replace("127.0.0.2", "127.0.0.1"))).rejects.toThrow();
});

test("every answer says whether it may be kept", async () => {
  const json = { accept: "application/json" };
  const posted = { method: "POST", headers: { ...json, origin: "http://evil.example" } };
  const asked: [string, RequestInit][] = [
    ...["/", "/login", "/404", "/no/such/page", "/admin/user/index", "/lock", "/feishu"].map(
      (at): [string, RequestInit] => [at, {}],
    ),
    ...["/healthz", "/readyz", "/bell", "/hints", "/tabs", "/upload", "/session/captcha"].map(
      (at): [string, RequestInit] => [at, { headers: json }],
    ),
    ...["/admin/user/index", "/preferences", "/logout"].map((at): [string, RequestInit] => [at, posted]),
    ["/api/admin/user/info", {}],
    ["/api/no/such/call", {}],
    ["/favicon.ico", {}],
  ];
  const silent: string[] = [];
  for (const [at, init] of asked) {
    const { headers, status } = await fetch(server.url + at, { redirect: "manual", ...init });
    if (!headers.get("cache-control")) silent.push(`${status} ${at}`);
  }
  expect(silent).toEqual([]);
});

test("a foreign Origin is refused, whatever else the request says of itself", async () => {
  for (const origin of ["http://evil.example", "null"]) {
    const answer = await fetch(`${server.url}/login`, {
      method: "POST",
      headers: { origin, "sec-fetch-site": "same-origin", accept: "text/html" },
      body: new URLSearchParams({ username: "admin", password: PASSWORD, intent: "sign-in" }),
      redirect: "manual",
    });
    const session = /^x-access-token=[^;]/.test(answer.headers.getSetCookie().join("\n"));
    expect([answer.status, session]).toEqual([403, false]);
  }
});

test("a killed database is started again, and the product serves as before", async () => {
  const before = postmaster();
  process.kill(before, "SIGKILL");
  await expect.poll(() => server.said(), { timeout: 60_000 }).toContain("数据库已重新启动");
  await expect.poll(() => status("/readyz"), { timeout: 60_000 }).toBe(200);
  expect(await status("/healthz")).toBe(200);
  expect(postmaster()).not.toBe(before);
  expect(server.said()).toContain("数据库进程意外退出，正在重新启动（10 分钟内第 1 次）");
  await expect(login(`${server.url}/api`, "admin", PASSWORD)).resolves.toBeTruthy();
}, 120_000);

test("a frozen database answers 503 with what was typed, and goes on when it thaws", async () => {
  const all = family(postmaster());
  const page = (init: RequestInit) =>
    fetch(`${server.url}/login`, { redirect: "manual", ...init, headers: { origin: server.url } });
  const signIn = { username: "admin", password: PASSWORD, intent: "sign-in" };
  for (const pid of all) process.kill(pid, "SIGSTOP");
  try {
    const began = Date.now();
    const ready = status("/readyz").then((s) => [s, Date.now() - began < 5_000]);
    const form = await page({ method: "POST", body: new URLSearchParams(signIn) });
    expect([form.status, await ready]).toEqual([422, [503, true]]);
    expect(Date.now() - began).toBeLessThan(12_000);
    const kept = await form.text();
    expect(kept).toContain("数据库暂时不可用");
    expect(kept).toContain('value="admin"');
  } finally {
    for (const pid of all) process.kill(pid, "SIGCONT");
  }
  await expect.poll(() => status("/readyz"), { timeout: 30_000 }).toBe(200);
  const after = await page({ method: "POST", body: new URLSearchParams(signIn) });
  expect(after.status).toBe(303);
}, 90_000);

test("the API description asks a browser to sign in", async () => {
  for (const at of ["/api/docs", "/api/docs.json"]) {
    const asked = await fetch(server.url + at, { headers: { accept: "text/html" }, redirect: "manual" });
    expect([asked.status, asked.headers.get("location")]).toEqual([302, `/login?next=${encodeURIComponent(at)}`]);
  }
});

test("a port in use and an unreachable database end the start with a sentence", async () => {
  const { port } = new URL(server.url);
  const nobody = await freePort();
  const url = `postgresql://erp@127.0.0.1:${nobody}/erp`;
  const other = dataDir();
  const taken = await runProduct([], { ...env, DATA_DIR: other.dir, PORT: port });
  expect(taken.said).toContain(`端口 ${port} 已被占用`);
  const unreachable = await runProduct([], { DATA_DIR: other.dir, DATABASE_URL: url, PORT: "0" });
  expect(unreachable.said).toContain(`连不上 DATABASE_URL 指向的数据库（erp@127.0.0.1:${nobody}/erp）`);
  expect([taken.code, unreachable.code]).toEqual([1, 1]);
  expect(readdirSync(other.dir), "nothing was begun").toEqual([]);
  other.remove();
}, 120_000);

test("a backup of the running product becomes a product of its own", async () => {
  const file = path.join(own.dir, "all.tar.gz");
  const backup = await runProduct(["backup", file], env);
  expect([backup.code, backup.said]).toEqual([0, expect.stringContaining("已备份")]);
  const inUse = await runProduct(["restore", file, "--replace"], env);
  expect([inUse.code, inUse.said]).toEqual([1, expect.stringContaining("正被进程")]);

  const other = dataDir();
  const restored = await runProduct(["restore", file], { ...env, DATA_DIR: other.dir });
  expect([restored.code, restored.said]).toEqual([0, expect.stringContaining("已恢复")]);
  const key = (dir: string) => readFileSync(path.join(dir, "session.key"), "utf8");
  expect(key(other.dir)).toBe(key(own.dir));
  const again = await startServer({ DATA_DIR: other.dir, DEMO: "off", ADMIN_PASSWORD: "" });
  await expect(login(`${again.url}/api`, "admin", PASSWORD)).resolves.toBeTruthy();
  await again.stop();
  other.remove();
}, 180_000);

test("a stack of the built program is read with its places in the sources", () => {
  const built = readFileSync("build/index.js", "utf8").split("\n");
  const at = built.findIndex((line) => line.startsWith("function requireDataDir("));
  const input = `    at requireDataDir (file:///opt/erp-console/build/index.js:${at + 1}:10)\n    at node:fs:1:1\n`;
  const said = execFileSync(process.execPath, ["scripts/start.mjs", "where"], { input, encoding: "utf8" });
  expect(said).toMatch(/^ {4}at requireDataDir \(backend\/platform\/db\/data-dir\.ts:\d+:\d+\)\n {4}at node:fs:1:1\n$/);
});

test("a database that cannot be started again ends the program, not well", async () => {
  rmSync(path.join(own.dir, "pg/data/PG_VERSION"));
  process.kill(postmaster(), "SIGKILL");
  expect(await server.ended).toBe(1);
  expect(server.said()).toMatch(/数据库进程意外退出后无法重新启动，程序退出：/);
}, 120_000);
