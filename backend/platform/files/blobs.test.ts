import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../../tests/harness";
import { waitingForLocks } from "../../../tests/harness-database";
import type { Database, Sql } from "../db/sql";
import { keepBlob, sweepBlobs } from "./blobs";
import { localStore, type Stores } from "./store";

let db: Database;
const dataDir = mkdtempSync(path.join(os.tmpdir(), "erp-blobs-"));
const local = localStore(dataDir);
const stores: Stores = { current: local, named: () => local };
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(async () => {
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function received(content: string) {
  await mkdir(path.join(dataDir, "tmp"), { recursive: true });
  const tempPath = path.join(dataDir, "tmp", randomUUID());
  await writeFile(tempPath, content);
  return { hash: createHash("sha256").update(content).digest("hex"), size: content.length, tempPath };
}
const addRow = (sql: Sql, hash: string) =>
  sql.query(
    `insert into sys_file (file_name, original, type, size, hash, bucket_name)
     values ($1, 'a.txt', 'txt', 1, $2, 'local')`,
    [randomUUID(), hash],
  );

test("content goes below files/aa/bb and is readable again", async () => {
  const file = await received("where it lies");
  await db.tx(async (sql) => {
    expect(await keepBlob(sql, stores, file)).toBe("local");
    await addRow(sql, file.hash);
  });
  const { hash } = file;
  const stored = path.join(dataDir, "files", hash.slice(0, 2), hash.slice(2, 4), hash);
  expect(await readFile(stored, "utf8")).toBe("where it lies");
});

test("a sweep waits for an upload of the same content and then leaves it alone", async () => {
  const first = await received("contended");
  await db.tx((sql) => keepBlob(sql, stores, first)); // its row has just been deleted
  let sweep: Promise<void> | undefined;
  await db.tx(async (sql) => {
    await keepBlob(sql, stores, await received("contended"));
    let swept = false;
    sweep = sweepBlobs(db, stores).then(() => {
      swept = true;
    });
    await expect.poll(async () => swept || (await waitingForLocks(db)).length > 0).toBe(true);
    await addRow(sql, first.hash);
  });
  await sweep;
  expect(await local.has(first.hash)).toBe(true);
});

test("a blob that a crash left without rows goes with the next sweep; a lost one is stored again", async () => {
  const spare = await received("spare");
  await db.tx((sql) => keepBlob(sql, stores, spare));
  await sweepBlobs(db, stores);
  expect(await local.has(spare.hash)).toBe(false);
  const file = await received("lost");
  const keep = async () =>
    db.tx(async (sql) => {
      await keepBlob(sql, stores, await received("lost"));
      await addRow(sql, file.hash);
    });
  await keep();
  await local.remove(file.hash);
  await keep();
  expect(await local.has(file.hash)).toBe(true);
});
