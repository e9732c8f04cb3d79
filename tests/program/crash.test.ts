import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "../harness-login";
import { freePort } from "./free-port";
import { dataDir, type Server, startServer } from "./server";

const PASSWORD = "Fester-Grund-1";
const WRITERS = 4;

// The second goes on with what the first left: a company is founded once.
const { dir, remove } = dataDir();
let env: Record<string, string>;
beforeAll(async () => {
  env = { DATA_DIR: dir, DEMO: "off", ADMIN_PASSWORD: PASSWORD, PORT: String(await freePort()) };
});
afterAll(remove);

/** Adds users one after the other until the server no longer answers; names of those it confirmed. */
async function write(url: string, token: string, writer: number, confirmed: string[]) {
  for (let n = 0; ; n++) {
    const username = `w${writer}.n${n}`;
    const body = { username, displayname: username, deptId: "1", roleIds: ["1"] };
    try {
      const answer = await fetch(`${url}/api/admin/user`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const { code, msg } = (await answer.json()) as { code: number; msg: string };
      if (code !== 0) throw new Error(msg);
      confirmed.push(username);
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return;
      throw error;
    }
  }
}

async function usernames(url: string): Promise<Set<string>> {
  const headers = { authorization: `Bearer ${await login(`${url}/api`, "admin", PASSWORD)}` };
  const names = new Set<string>();
  for (let current = 1; ; current++) {
    const answer = await fetch(`${url}/api/admin/user/page?size=100&current=${current}`, { headers });
    const { data } = (await answer.json()) as { data: { records: { username: string }[]; pages: number } };
    for (const { username } of data.records) names.add(username);
    if (current >= data.pages) return names;
  }
}

test("killed in the middle of writing, it starts again with every write that it confirmed", async () => {
  let server: Server | undefined;
  try {
    server = await startServer(env);
    const confirmed: string[] = [];
    const { url } = server;
    const token = await login(`${url}/api`, "admin", PASSWORD);
    const writers = Array.from({ length: WRITERS }, (_, i) => write(url, token, i, confirmed));
    await expect.poll(() => confirmed.length, { timeout: 30_000 }).toBeGreaterThan(20);
    await server.kill();
    await Promise.all(writers);
    server = await startServer(env);
    const kept = await usernames(server.url);
    expect(confirmed.filter((name) => !kept.has(name))).toEqual([]);
  } finally {
    await server?.stop();
  }
}, 180_000);

/** Locks something in the server's database that no job reads; calls have to wait for it. */
async function holdDictionaries(dir: string) {
  const socket = readFileSync(path.join(dir, "pg/data/postmaster.pid"), "utf8").split("\n")[4];
  const client = new pg.Client({ host: socket, user: "postgres", database: "erp" });
  client.on("error", () => {}); // its server ends
  await client.connect();
  await client.query("begin; lock table sys_dict in access exclusive mode");
  const waiting = () =>
    client.query("select count(*)::int as n from pg_locks where not granted").then(({ rows }) => rows[0].n);
  return { waiting, end: () => client.end().catch(() => {}) };
}

test("Ctrl-C ends everything that it started, a call that waits in the database as well", async () => {
  for (let round = 0; round < 2; round++) {
    const server = await startServer({ ...env, STOP_SECONDS: "0" });
    expect(await usernames(server.url)).toContain("admin");
    const authorization = `Bearer ${await login(`${server.url}/api`, "admin", PASSWORD)}`;
    const held = await holdDictionaries(dir);
    const answer = fetch(`${server.url}/api/admin/dict/page`, { headers: { authorization } });
    const cut = expect(answer).rejects.toThrow();
    await expect.poll(held.waiting, { timeout: 30_000 }).toBeGreaterThan(0);
    await server.stop();
    expect(await server.ended).toBe(0);
    expect(server.said()).toContain("1 个请求没有结束，已中断");
    await cut;
    await held.end();
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  }
}, 180_000);
