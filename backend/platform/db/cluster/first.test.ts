import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onClient } from "../client";
import { ensureDatabase } from "../migrate";
import { type FirstCluster, prepareFirst, startCluster } from "./cluster";
import { takeFirst } from "./first";

let dir: string;
const first = () => ({ dir: path.join(dir, "first") });
const madeOf = () => path.join(first().dir, "made-of.json");

beforeAll(async () => {
  dir = mkdtempSync(path.join(realpathSync(os.tmpdir()), "erp-first-"));
  chmodSync(dir, 0o755); // run as root, the database account has to walk through it
  await prepareFirst(first(), async (cluster) => {
    await ensureDatabase(cluster, "erp");
    await onClient(cluster.connectionString("erp"), (c) => c.query("create table found as select '采购' as word"));
  });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** What a first start on a folder of this name finds in its database. */
async function startedOn(name: string, kept: FirstCluster[] = [first()]) {
  const cluster = await startCluster({ dataDir: path.join(dir, name), log: () => {}, first: kept });
  try {
    await ensureDatabase(cluster, "erp");
    return await onClient(cluster.connectionString("erp"), async (c) => {
      const there = await c.query("select 1 where to_regclass('found') is not null");
      const { rows } = there.rowCount ? await c.query<{ word: string }>("select word from found") : { rows: [] };
      const sums = await c.query("select current_setting('data_checksums') as on");
      return { words: rows.map(({ word }) => word), checksums: sums.rows[0].on };
    });
  } finally {
    await cluster.stop();
  }
}

test("a first start has what the installation prepared, nobody else may read it, and what was kept stays as it was", async () => {
  expect(await startedOn("one")).toEqual({ words: ["采购"], checksums: "on" });
  expect(statSync(path.join(dir, "one/pg/data")).mode & 0o777).toBe(0o700);
  expect(await startedOn("two")).toEqual({ words: ["采购"], checksums: "on" });
  expect(() => statSync(`${first().dir}-making`)).toThrow(/ENOENT/);
});

test("what holds rows of a day is had by one start of that day, later ones begin with what is left", async () => {
  let day = "2026-11-30";
  const filled: FirstCluster = { dir: path.join(dir, "filled"), holds: () => day, once: true };
  await prepareFirst(
    filled,
    (cluster) => onClient(cluster.connectionString("erp"), (c) => c.query("insert into found values ('今天')")),
    [first()],
  );
  day = "2026-12-01";
  expect(await startedOn("late", [filled, first()])).toEqual({ words: ["采购"], checksums: "on" });
  day = "2026-11-30";
  expect(await startedOn("that-day", [filled, first()])).toEqual({ words: ["采购", "今天"], checksums: "on" });
  expect(statSync(path.join(dir, "that-day/pg/data")).mode & 0o777).toBe(0o700);
  expect(readdirSync(path.join(dir, "that-day/pg/data"))).not.toContain("made-of.json");
  expect([existsSync(filled.dir), existsSync(first().dir)]).toEqual([false, true]);
  expect(await startedOn("again", [filled, first()])).toEqual({ words: ["采购"], checksums: "on" });
});

test("of another program's tables, of another server, half of one or none is not copied: the database is made", async () => {
  const whole = readFileSync(madeOf(), "utf8");
  writeFileSync(madeOf(), whole.replace(/"migrations":"./, '"migrations":"x'));
  expect(await startedOn("other")).toEqual({ words: [], checksums: "on" });
  const copied = () => {
    const data = path.join(dir, "copy");
    return [takeFirst(path.join(dir, "no-server"), data, { dir, account: {} }, first()), existsSync(data)];
  };
  writeFileSync(madeOf(), whole);
  expect(copied()).toEqual([false, false]);
  writeFileSync(madeOf(), "{");
  expect(copied()).toEqual([false, false]);
  rmSync(first().dir, { recursive: true });
  expect(copied()).toEqual([false, false]);
});
