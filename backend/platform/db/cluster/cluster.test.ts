import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onClient } from "../client";
import { ensureDatabase } from "../migrate";
import { type Cluster, shortLogOf, startCluster } from "./cluster";
import { processIdentity, waitForEnd } from "./process";

// Its own data directory and the shipped, durable settings: nothing of the run's shared server.
let dataDir: string;
let cluster: Cluster;
const lines: string[] = [];
const start = () => startCluster({ dataDir, log: (line) => lines.push(line) });
const kill = (pid: number) => {
  process.kill(pid, "SIGKILL");
  return waitForEnd(pid, 10_000);
};

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(realpathSync(os.tmpdir()), "erp-cluster-"));
  chmodSync(dataDir, 0o755); // run as root, the database account has to walk through it
  cluster = await start();
  await ensureDatabase(cluster, "erp");
});
afterAll(async () => {
  await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const inErp = <T>(work: Parameters<typeof onClient<T>>[1]) => onClient(cluster.connectionString("erp"), work);

test("speaks UTF-8, knows Chinese and accented capitals, keeps commits on disk", async () => {
  const row = await inErp(async (c) => {
    const text = "select lower('É采购') as low, current_setting('server_encoding') as encoding";
    const settings = "current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync";
    return (await c.query(`${text}, ${settings}`)).rows[0];
  });
  expect(row).toEqual({ low: "é采购", encoding: "UTF8", fsync: "on", sync: "on" });
});

test("ensureDatabase leaves an existing database alone", async () => {
  await inErp((c) => c.query("create table kept (id int)"));
  await ensureDatabase(cluster, "erp");
  expect((await inErp((c) => c.query("select * from kept"))).rows).toEqual([]);
});

test("a short log holds two pieces of the size that the cluster has, those of earlier programs too", async () => {
  for (const [size, least] of [
    [4, "8MB"],
    [16, "32MB"],
  ]) {
    const dir = mkdtempSync(path.join(dataDir, "log-"));
    mkdirSync(path.join(dir, "pg_wal/archive_status"), { recursive: true });
    writeFileSync(path.join(dir, "pg_wal/000000010000000000000001"), Buffer.alloc(Number(size) << 20));
    expect(shortLogOf(dir).min_wal_size).toBe(least);
  }
  await cluster.stop();
  cluster = await startCluster({ dataDir, log: () => {}, shortLog: true });
  const sizes = await inErp((c) => c.query("select current_setting('min_wal_size') as least"));
  expect(sizes.rows).toEqual([{ least: "8MB" }]);
  await cluster.stop();
  cluster = await start();
});

test("a second start on the same directory is refused while the first lives", async () => {
  await expect(start()).rejects.toThrow(/正被进程 \d+ 使用/);
  expect(processIdentity(cluster.pid)).not.toBeNull();
});

test("kill -9 during writes: every acknowledged row is there after the next start", async () => {
  await inErp((c) => c.query("create table written (id int primary key)"));
  let acknowledged = 0;
  const writer = inErp(async (c) => {
    c.on("error", () => {});
    for (let id = 1; ; id++) {
      await c.query("insert into written values ($1)", [id]);
      acknowledged = id;
    }
  }).catch(() => {});
  while (acknowledged < 50) await new Promise((done) => setTimeout(done, 5));
  await kill(cluster.pid);
  await Promise.all([writer, cluster.ended]);
  forgetOwner();
  cluster = await start();
  const { rows } = await inErp((c) => c.query("select count(*)::int as n, max(id) as last from written"));
  expect(rows[0].n).toBe(rows[0].last);
  expect(rows[0].last).toBeGreaterThanOrEqual(acknowledged);
});

test("lock files that name some other live program do not stop the start", async () => {
  await kill(cluster.pid);
  await cluster.ended;
  forgetOwner();
  const misleading = `${process.pid}\n${dataDir}/pg/data\n`;
  writeFileSync(path.join(dataDir, "pg/data/postmaster.pid"), misleading);
  writeFileSync(path.join(dataDir, "pg/.s.PGSQL.5432.lock"), misleading);
  cluster = await start();
  expect((await inErp((c) => c.query("select 1 as one"))).rows).toEqual([{ one: 1 }]);
});

test("a server that outlived its owner is shut down and replaced", async () => {
  forgetOwner();
  const before = cluster;
  cluster = await start();
  expect(lines.at(-1)).toContain(String(before.pid));
  expect(processIdentity(before.pid)).toBeNull();
  expect((await inErp((c) => c.query("select 1 as one"))).rows).toEqual([{ one: 1 }]);
});

/** As if the process that owned the directory were gone. */
function forgetOwner() {
  writeFileSync(path.join(dataDir, "pg/owner"), "1 0");
}
