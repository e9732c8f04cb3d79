import { createWriteStream, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import { createGzip, gunzipSync, gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { onClient } from "#backend/platform/db/client";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { backUp } from "./backup";
import { digestOf, emptyTarget, filesIn } from "./backup.testing";
import { restore } from "./command";
import { addFile, readTar } from "./tar";

let backend: TestBackend;
let source: { connectionString: string; dataDir: string };
let file: string;
/** Text that a careless form of rows would change. */
const FRAGILE = `a,"b"\n(\\c)\t'{}`;
const said: string[] = [];
/** What the source held when it was backed up. */
let held: Record<string, string>;
const log = (line: string) => said.push(line);

beforeAll(async () => {
  backend = await testBackend();
  const { dataDir } = backend.config;
  source = { connectionString: String(backend.db.pool.options.connectionString), dataDir };
  writeFileSync(path.join(dataDir, "session.key"), "k".repeat(64));
  file = path.join(dataDir, "backups/all.tar.gz");
  await upload("合同.txt", "甲方与乙方");
  await backend.db.query("select ensure_fact_partitions('2026-01-01', '2026-02-28')");
  await backend.db.query(
    `insert into sys_param (name, param_key, value, value_type, remark)
     values ('易碎', 'fragile', $1, 'text', null), ('空', 'empty', '', 'text', '')`,
    [FRAGILE],
  );
  // What comes with the program is not in a backup, and not missed there.
  await backend.db.query(
    "insert into sys_file_blob (hash, size, storage, bucket_name) values ($1, 1, 'sample', 'sample')",
    ["a".repeat(64)],
  );
  // A running backend logs, and does its jobs: the backup is one during which nothing was written.
  await vi.waitUntil(
    async () => {
      const before = await digestOf(source.connectionString);
      await backUp({ ...source, file, log });
      held = (await digestOf(source.connectionString)).tables;
      return isDeepStrictEqual(before.tables, held);
    },
    { timeout: 60_000 },
  );
  expect(said.at(-1)).toMatch(/^已备份 \d+ 张表的 \d+ 行、1 个文件：/);
});
afterAll(() => backend.close());

async function upload(name: string, content: string) {
  const form = new FormData();
  form.set("file", new Blob([content]), name);
  const token = await login(backend.url, "admin", "123456");
  const answer = await fetch(`${backend.url}/admin/file/uploadFile`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  expect(answer.status).toBe(200);
}

let target: Awaited<ReturnType<typeof emptyTarget>>;

test("an empty target becomes the same: rows, sequences, uploads, keys", async () => {
  target = await emptyTarget();
  await restore({ ...target, file, replace: false, log });
  const { tables } = await digestOf(target.connectionString);
  expect(tables).toEqual(held);
  expect(Object.keys(tables).length).toBeGreaterThan(80);
  const { "session.key": key, ...files } = filesIn(target.dataDir);
  expect(Buffer.from(String(key), "base64").toString()).toBe("k".repeat(64));
  expect(Object.keys(files)).toHaveLength(1);
  expect(filesIn(source.dataDir)).toMatchObject(files);
  expect(statSync(file).mode & 0o777, "keys and hashes are in it").toBe(0o600);

  await onClient(target.connectionString, async (client) => {
    await expect(client.query("truncate sys_oper_log")).rejects.toThrow(/append only/);
    const { rows } = await client.query(
      "select count(*)::int as n from pg_constraint where contype = 'f' and not convalidated",
    );
    expect(rows[0].n).toBe(0);
    const made = await client.query(
      "insert into sys_param (name, param_key, value_type) values ('a', 'b', 'text') returning id",
    );
    const { rows: most } = await client.query("select max(id) as id from sys_param");
    expect(made.rows[0].id).toBe(most[0].id);
  });
});

test("a target that holds something is refused unless told", async () => {
  const again = restore({ ...target, file, replace: false, log });
  await expect(again).rejects.toThrow(/目标不是空的.*--replace/);
});

test("what is written meanwhile is in it whole or not at all", async () => {
  const token = await login(backend.url, "admin", "123456");
  const headers = { Authorization: `Bearer ${token}`, "content-type": "application/json" };
  const confirmed: string[] = [];
  const add = async (username: string) => {
    const user = { username, displayname: username, deptId: "1", roleIds: ["1"] };
    const body = JSON.stringify(user);
    const answer = await fetch(`${backend.url}/admin/user`, { method: "POST", headers, body });
    expect(answer.status).toBe(200);
    confirmed.push(username);
  };
  await add("before.1");
  let running = true;
  const meanwhile = path.join(source.dataDir, "meanwhile.tar.gz");
  const copied = backUp({ ...source, file: meanwhile, log }).finally(() => {
    running = false;
  });
  for (let n = 0; running; n++) await add(`during.${n}`);
  await copied;
  await restore({ ...target, file: meanwhile, replace: true, log });
  await onClient(target.connectionString, async (client) => {
    const { rows } = await client.query(
      `select u.username, count(r.user_id)::int as roles from sys_user u
       left join sys_user_role r on r.user_id = u.id
       where u.username ~ '^(before|during)\\.' group by 1`,
    );
    const { rows: kept } = await client.query("select value from sys_param where param_key = 'fragile'");
    expect(kept).toEqual([{ value: FRAGILE }]);
    expect(rows).toContainEqual({ username: "before.1", roles: 1 });
    for (const row of rows) {
      expect(row.roles).toBe(1);
      expect(confirmed).toContain(row.username);
    }
  });
});

test("a database in use is refused", async () => {
  const used = await emptyTarget();
  await onClient(used.connectionString, () =>
    expect(restore({ ...used, file, replace: true, log })).rejects.toThrow(/正在使用（1 个连接）/),
  );
});

test.each([
  ["another format", (text: string) => text.replace('"format":1', '"format":9'), /备份格式是 9/],
  ["a newer one", (text: string) => text.replace("0001_system", "9001_system"), /更新的程序（9001/],
  ["another form", (text: string) => text.replace(/"declared":"./, '"declared":"-'), /表结构不同/],
])("a backup of another version is refused: %s", async (_name, change, reason) => {
  const bytes = gunzipSync(readFileSync(file));
  const header = 512;
  const size = Number.parseInt(bytes.toString("utf8", 124, 135), 8);
  const changed = change(bytes.toString("utf8", header, header + size));
  expect(Buffer.byteLength(changed)).toBe(size);
  bytes.write(changed, header);
  const other = path.join(source.dataDir, "other.tar.gz");
  writeFileSync(other, gzipSync(bytes));
  const empty = await emptyTarget();
  const done = restore({ ...empty, file: other, replace: false, log });
  await expect(done).rejects.toThrow(reason);
  expect((await digestOf(empty.connectionString)).tables).toEqual({});
});

/** The backup with some of its files changed. */
async function changed(change: (name: string, content: Buffer) => [string, Buffer] | null) {
  const other = path.join(source.dataDir, "changed.tar.gz");
  const archive = pack();
  const written = pipeline(archive, createGzip(), createWriteStream(other));
  for await (const { name, content } of readTar(file)) {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    const entry = change(name, Buffer.concat(pieces));
    if (entry) await addFile(archive, ...entry);
  }
  archive.finalize();
  await written;
  return other;
}

const cut = () => {
  const other = path.join(source.dataDir, "cut.tar.gz");
  writeFileSync(other, readFileSync(file).subarray(0, statSync(file).size / 2));
  return other;
};
const isKey = (name: string) => name === "keys/session.key";
const isParam = (name: string) => name.startsWith("tables/sys_param/");
const isUpload = (name: string) => name.startsWith("files/");
const text = (content: Buffer, change: (text: string) => string) => Buffer.from(change(content.toString()));

test.each<[string, () => string | Promise<string>, RegExp]>([
  ["cut", cut, /不完整/],
  ["without its end", () => changed((n, c) => (n === "end.json" ? null : [n, c])), /没有结尾/],
  ["without rows", () => changed((n, c) => (isParam(n) ? null : [n, c])), /sys_param 应有/],
  ["with another upload", () => changed((n, c) => [n, isUpload(n) ? Buffer.alloc(c.length) : c]), /内容不对/],
  ["with a path that leads out", () => changed((n, c) => [isKey(n) ? "keys/../../x.key" : n, c]), /不认识/],
  [
    "with an unreadable row",
    () => changed((n, c) => [n, isParam(n) ? text(c, (t) => t.replace("(", "(x")) : c]),
    /没有恢复，目标没有变化：数据库不接受备份的内容/,
  ],
  [
    "with a row that another one lacks",
    () =>
      changed((n, c) => [
        n,
        n.startsWith("tables/sys_user_role/") ? text(c, (t) => t.replace(/\((\d+),(\d+)\)/, "($1,987654)")) : c,
      ]),
    /没有恢复，目标没有变化/,
  ],
])("a backup %s changes nothing", async (_name, make, reason) => {
  const before = [await digestOf(target.connectionString), filesIn(target.dataDir)];
  const done = restore({ ...target, file: await make(), replace: true, log });
  await expect(done).rejects.toThrow(reason);
  expect([await digestOf(target.connectionString), filesIn(target.dataDir)]).toEqual(before);
});
