import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "../harness-login";
import { runs } from "../runs";
import { freePort } from "./free-port";
import { dataDir, ownDatabase, type Server, startServer } from "./server";

const PASSWORD = "Fester-Grund-1";
const WRITERS = 4;

// The second goes on with what the first left: a company is founded once.
const { dir, remove } = dataDir();
let env: Record<string, string>;
/** What goes on after it was killed, for who kills something else next. */
let again: Server | undefined;
beforeAll(async () => {
  env = { DATA_DIR: dir, DEMO: "off", ADMIN_PASSWORD: PASSWORD, PORT: String(await freePort()) };
});
afterAll(async () => {
  await again?.stop();
  remove();
});

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
  const server = await startServer(env);
  try {
    const confirmed: string[] = [];
    const { url } = server;
    const token = await login(`${url}/api`, "admin", PASSWORD);
    const writers = Array.from({ length: WRITERS }, (_, i) => write(url, token, i, confirmed));
    await expect.poll(() => confirmed.length, { timeout: 30_000 }).toBeGreaterThan(20);
    await server.kill();
    await Promise.all(writers);
    again = await startServer(env);
    const kept = await usernames(again.url);
    expect(confirmed.filter((name) => !kept.has(name))).toEqual([]);
  } finally {
    await server.stop();
  }
}, 180_000);

/** Ends one process of the database that serves somebody, without a word: all others then lose theirs as well. */
async function killBackend(dir: string, nth: number): Promise<boolean> {
  const client = await ownDatabase(dir).catch(() => undefined);
  const serving = "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";
  const { rows } = (await client?.query(`${serving} order by state, pid`).catch(() => undefined)) ?? { rows: [] };
  await client?.end().catch(() => {});
  const pid = rows[nth % Math.max(rows.length, 1)]?.pid;
  if (pid) process.kill(pid, "SIGKILL");
  return !!pid;
}

test("processes of the database killed under writers: what was confirmed is there once", async () => {
  const server = again ?? (await startServer(env));
  const { url } = server;
  const confirmed: string[] = [];
  const wrong: string[] = [];
  let over = false;
  /** The same again with the same key until it is confirmed, as a person would who sees 503. */
  async function save(headers: Record<string, string>, username: string) {
    const body = JSON.stringify({ username, displayname: username, deptId: "1", roleIds: ["1"] });
    for (;;) {
      const request = {
        method: "POST",
        headers: { ...headers, "idempotency-key": `write-${username.replace(".", "-")}` },
        body,
      };
      const answer = await fetch(`${url}/api/admin/user`, request).catch(() => undefined);
      if (answer?.status === 200) return confirmed.push(username);
      if (answer && answer.status !== 503) wrong.push(`${answer.status} ${username}: ${await answer.text()}`);
      await new Promise((done) => setTimeout(done, 50));
      if (wrong.length > 20) return;
    }
  }
  try {
    const authorization = `Bearer ${await login(`${url}/api`, "admin", PASSWORD)}`;
    const headers = { authorization, "content-type": "application/json" };
    const writers = Array.from({ length: 8 }, async (_, i) => {
      for (let n = 0; !over && !wrong.length; n++) await save(headers, `k${i}.n${n}`);
    });
    let kills = 0;
    while (kills < runs(2) && !wrong.length) {
      const before = confirmed.length;
      if (await killBackend(dir, kills)) kills++;
      await expect.poll(() => confirmed.length > before + 8 || wrong.length, { timeout: 30_000 }).toBeTruthy();
    }
    over = true;
    await Promise.all(writers);
    expect(wrong).toEqual([]);
    const client = await ownDatabase(dir);
    const { rows } = await client.query("select username from sys_user where username like 'k_.n%'");
    await client.end();
    expect(rows.map((r) => r.username).sort()).toEqual(confirmed.sort());
    console.log(`${kills} kills, ${confirmed.length} writes`);
  } finally {
    over = true;
    await server.stop();
  }
});

/** Locks something in the server's database that no job reads; calls have to wait for it. */
async function holdDictionaries(dir: string) {
  const client = await ownDatabase(dir);
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
