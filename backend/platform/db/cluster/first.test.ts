import {
  chmodSync,
  existsSync,
  mkdtempSync,
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
import { prepareFirst, startCluster } from "./cluster";
import { takeFirst } from "./first";

let dir: string;
const first = () => path.join(dir, "first");
const madeOf = () => path.join(first(), "made-of.json");

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
async function startedOn(name: string): Promise<{ words: string[]; checksums: string }> {
  const cluster = await startCluster({ dataDir: path.join(dir, name), log: () => {}, first: first() });
  try {
    await ensureDatabase(cluster, "erp");
    return await onClient(cluster.connectionString("erp"), async (c) => {
      const there = await c.query("select 1 where to_regclass('found') is not null");
      const { rows } = there.rowCount ? await c.query("select word from found") : { rows: [] };
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
  expect(() => statSync(`${first()}-making`)).toThrow(/ENOENT/);
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
  rmSync(first(), { recursive: true });
  expect(copied()).toEqual([false, false]);
});
