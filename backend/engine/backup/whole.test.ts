import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { onClient } from "#backend/platform/db/client";
import { copyDatabase } from "../../../tests/harness";
import { backUp } from "./backup";
import { digestOf, emptyTarget } from "./backup.testing";
import { restore } from "./command";
import { emptyTables, fillEmpty } from "./fill.testing";

let source: Awaited<ReturnType<typeof copyDatabase>>;
beforeAll(async () => {
  source = await copyDatabase("demo");
});
afterAll(() => source?.drop());

const folder = () => mkdtempSync(path.join(inject("folder"), "whole-"));

test("a backup of a database in which every table has rows brings back every row of every table", async () => {
  const empty = await onClient(source.url, async (client) => {
    await fillEmpty(client);
    return emptyTables(client);
  });
  expect(empty).toEqual([]);
  const held = await digestOf(source.url);
  const file = path.join(folder(), "all.tar.gz");
  const log = () => {};
  await backUp({ connectionString: source.url, dataDir: folder(), file, log });
  const target = await emptyTarget();
  await restore({ ...target, file, replace: false, log });
  const restored = await digestOf(target.connectionString);
  expect(restored).toEqual(held);
  expect(await digestOf(source.url), "nothing was written meanwhile").toEqual(held);
});

test("a file that its own reader does not take gets no name", async () => {
  // A hash of a file that is stored with other content: its bytes are not what the name says.
  const dataDir = folder();
  const hash = "ab".repeat(32);
  const stored = path.join(dataDir, "files/ab/ab", hash);
  await onClient(source.url, (client) =>
    client.query("insert into sys_file_blob (hash, size, storage, bucket_name) values ($1, 3, 'local', 'local')", [
      hash,
    ]),
  );
  mkdirSync(path.dirname(stored), { recursive: true });
  writeFileSync(stored, "abc");
  const file = path.join(dataDir, "backups/all.tar.gz");
  const done = backUp({ connectionString: source.url, dataDir, file, log: () => {} });
  await expect(done).rejects.toThrow(/内容不对/);
  expect(readdirSync(path.dirname(file))).toEqual([]);
});
