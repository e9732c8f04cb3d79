import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "../../../tests/harness";
import { freePort } from "../../../tests/program/free-port";
import { readBackendConfig } from "../config";
import { requireReachable, requireSessions, requireZone } from "./reach";
import { type Database, openDatabase } from "./sql";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const LIMITS = { connect: 5, statement: 7, lock: 3, idle: 9 };
const SAID = `select current_setting('timezone') as zone, current_setting('statement_timeout') as statement,
  current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`;
const WANTED = { zone: "Asia/Shanghai", statement: "7s", lock: "3s", idle: "9s" };

it("every statement has zone and limits, and one that goes through a pooler leaves nothing in its session", async () => {
  const own = openDatabase(db.direct, 2, LIMITS);
  const pooled = openDatabase(db.direct, 1, LIMITS, db.direct);
  for (const one of [own, pooled]) {
    expect(await one.one(SAID)).toEqual(WANTED);
    expect(await one.tx((sql) => sql.one(SAID))).toEqual(WANTED);
    await requireZone(one);
  }
  for (let i = 0; i < 6; i++) expect(await pooled.one("select $1::int + 1 as n", [i])).toEqual({ n: i + 1 });
  const left = await pooled.pool.query(
    "select current_setting('statement_timeout') as statement, count(*)::int as plans from pg_prepared_statements",
  );
  expect(left.rows).toEqual([{ statement: "0", plans: 0 }]);
  await Promise.all([own.close(), pooled.close()]);
});

it("what failed is taken back through a pooler as well, and says why", async () => {
  const pooled = openDatabase(db.direct, 1, { ...LIMITS, statement: 1 }, db.direct);
  await expect(pooled.query("select 1 / $1::int", [0])).rejects.toThrow("division by zero");
  await expect(pooled.query("select pg_sleep(2)")).rejects.toThrow("statement timeout");
  expect(await pooled.one("select 1 as n")).toEqual({ n: 1 });
  await pooled.close();
});

it("what leads past the pooler is set with it, or neither", () => {
  const [url, direct] = ["postgresql://erp@pooler/erp", "postgresql://erp@database/erp"];
  const all = { DATABASE_URL: url, DATABASE_POOLER: "transaction", DATABASE_DIRECT_URL: direct };
  expect(readBackendConfig(all)).toMatchObject({ databaseUrl: direct, pooledUrl: url });
  expect(readBackendConfig({ DATABASE_URL: url })).toMatchObject({ databaseUrl: url, pooledUrl: undefined });
  for (const left of Object.keys(all))
    expect(() => readBackendConfig({ ...all, [left]: "" })).toThrow("DATABASE_DIRECT_URL");
});

const NOBODY = 65534;
const program = spawnSync("pgbouncer", ["--version"], { encoding: "utf8" });

// Debian's own; where it is not installed, the rest is tried above.
describe.skipIf(program.status !== 0)("PgBouncer", () => {
  /** A pooler of this kind before the database of this test. */
  async function pooler(mode: "session" | "transaction") {
    const dir = mkdtempSync(path.join(realpathSync(os.tmpdir()), "erp-pooler-"));
    const { hostname, pathname, searchParams, username: user } = new URL(db.direct);
    const [host, database] = [searchParams.get("host") ?? hostname, pathname.slice(1)];
    const port = await freePort();
    const settings = `[databases]
${database} = host=${host} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 5
`;
    writeFileSync(path.join(dir, "pgbouncer.ini"), settings);
    const root = process.getuid?.() === 0;
    chmodSync(dir, 0o755);
    if (root) chownSync(dir, NOBODY, NOBODY);
    const child = spawn("pgbouncer", ["-q", path.join(dir, "pgbouncer.ini")], {
      stdio: "ignore",
      ...(root && { uid: NOBODY, gid: NOBODY }),
    });
    const url = `postgresql://${user}@127.0.0.1:${port}/${database}`;
    for (let tries = 0; tries < 100; tries++) {
      const up = await requireReachable(url).then(
        () => true,
        () => false,
      );
      if (up) break;
      await sleep(50);
    }
    return {
      url,
      async stop() {
        const ended = new Promise((done) => child.once("exit", done));
        child.kill("SIGKILL");
        await ended;
        rmSync(dir, { recursive: true, force: true });
      },
    };
  }

  it("by session: everything is as without it", async () => {
    const { url, stop } = await pooler("session");
    await requireSessions(url);
    const own = openDatabase(url, 2, LIMITS);
    expect(await own.one(SAID)).toEqual(WANTED);
    expect(await own.tx((sql) => sql.one(SAID))).toEqual(WANTED);
    await own.close();
    await stop();
  });

  it("by transaction: refused unless it is said, and then zone, limits and numbers are right under many at once", async () => {
    const { url, stop } = await pooler("transaction");
    await expect(requireSessions(url)).rejects.toThrow("DATABASE_POOLER=transaction");
    const pooled = openDatabase(url, 20, LIMITS, db.direct);
    await requireZone(pooled);
    await db.query("create table counted (n int)");
    await db.query("insert into counted values (0)");
    const write = () =>
      pooled.tx(async (sql) => {
        const row = await sql.one<{ n: number }>("select n from counted for update");
        await sql.query("update counted set n = $1", [(row?.n ?? 0) + 1]);
        return sql.one(SAID);
      });
    const said = await Promise.all(Array.from({ length: 60 }, write));
    expect(said).toEqual(said.map(() => WANTED));
    expect(await pooled.one("select n from counted")).toEqual({ n: 60 });
    expect(pooled.direct).toBe(db.direct);
    await pooled.close();
    await stop();
  });
});
