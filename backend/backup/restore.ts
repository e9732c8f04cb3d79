import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { documents } from "#documents";
import { errorText } from "../db/errors";
import { migrate } from "../db/migrate";
import { openDatabase } from "../db/sql";
import { syncTables } from "../documents/tables/table";
import { blobKey } from "../files/blob";
import { type BackupJob, TEXT_FORM } from "./backup";
import { endSchema, type Manifest, manifestSchema, requireSameSchema } from "./manifest";
import { type RowTaker, takeRows } from "./rows";
import { readTar } from "./tar";

export interface RestoreJob extends BackupJob {
  /** Whatever is there goes. */
  replace: boolean;
}

type Entry = { name: string; content: Buffer };

/** @throws Error when the target is in use, or holds something and may not be replaced */
async function requireFree(client: pg.Client, { dataDir, replace }: RestoreJob): Promise<void> {
  const { rows: used } = await client.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database()
       and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  if (used[0].n > 0)
    throw new Error(`目标数据库正在使用（${used[0].n} 个连接），请先停止程序再恢复`);
  if (replace) return;
  const { rows: found } = await client.query(
    "select count(*)::int as n from pg_tables where schemaname = 'public'",
  );
  const files = path.join(dataDir, "files");
  if (found[0].n > 0 || (existsSync(files) && readdirSync(files).length > 0))
    throw new Error("目标不是空的。确定要用备份覆盖现有数据时，请加上 --replace");
}

const emptied = (client: pg.Client) =>
  client.query(
    "drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public",
  );

/** Migrations and declarations make the schema. */
async function makeSchema(connectionString: string): Promise<void> {
  const db = openDatabase(connectionString, 2);
  try {
    await migrate(db);
    await syncTables(db, documents);
  } finally {
    await db.close();
  }
}

/** Puts one upload or key where it belongs. */
function keepFile(dataDir: string, { name, content }: Entry): void {
  const upload = name.startsWith("files/");
  const hash = createHash("sha256").update(content).digest("hex");
  const key = /^keys\/([\w-]+\.key)$/.exec(name)?.[1];
  if (upload ? name !== `files/${blobKey(hash)}` : !key)
    throw new Error(`备份文件已损坏：${name} 的内容不对`);
  const file = path.join(dataDir, key ?? name);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, content, { mode: 0o600, flush: true });
}

/** Reads the rest of the archive into a schema that is there. */
async function takeAll(
  client: pg.Client,
  entries: AsyncIterable<Entry>,
  { dataDir, log }: RestoreJob,
  manifest: Manifest,
): Promise<void> {
  const taker: RowTaker = await takeRows(client, manifest);
  const rows = Object.fromEntries(manifest.tables.map((t) => [t.name, 0]));
  const keys: Entry[] = [];
  let files = 0;
  let end: unknown;
  for await (const entry of entries) {
    const [folder, table = ""] = entry.name.split("/");
    const text = () => entry.content.toString("utf8");
    if (folder === "keys") keys.push(entry);
    else if (folder === "files") {
      keepFile(dataDir, entry);
      files++;
    } else if (folder === "tables" && table in rows)
      rows[table] = (rows[table] ?? 0) + (await taker.take(table, text()));
    else if (folder === "sequences.json") await taker.sequences(JSON.parse(text()));
    else if (folder === "end.json") end = JSON.parse(text());
    else throw new Error(`备份文件已损坏：不认识 ${entry.name}`);
  }
  const wanted = endSchema.parse(end);
  for (const [table, n] of Object.entries(wanted.rows))
    if (rows[table] !== n) throw new Error(`备份文件不完整：${table} 应有 ${n} 行`);
  if (files !== wanted.files) throw new Error(`备份文件不完整：应有 ${wanted.files} 个文件`);
  await taker.done();
  for (const key of keys) keepFile(dataDir, key);
  const all = Object.values(rows).reduce((sum, n) => sum + n, 0);
  log(`已恢复 ${manifest.tables.length} 张表的 ${all} 行、${files} 个文件`);
}

/** The first file says what the others are. */
async function readManifest(entries: AsyncGenerator<Entry>): Promise<Manifest> {
  const first = await entries.next();
  const parsed =
    !first.done && first.value.name === "manifest.json"
      ? manifestSchema.safeParse(JSON.parse(first.value.content.toString("utf8")))
      : null;
  if (!parsed?.success) throw new Error("这个文件不是备份文件");
  return parsed.data;
}

/**
 * Makes database, uploads and keys those of a backup.
 * @throws Error before anything was touched when the backup is of another version or the target is in
 *   use or not empty; when it fails later, the database is left empty
 */
export async function restore(job: RestoreJob): Promise<void> {
  if (!existsSync(job.file)) throw new Error(`备份文件 ${job.file} 不存在`);
  const unpacked = createGunzip();
  const source = createReadStream(job.file);
  source.on("error", (error) => unpacked.destroy(error));
  const entries = readTar(source.pipe(unpacked));
  const client = new pg.Client({ connectionString: job.connectionString });
  let touched = false;
  try {
    const manifest = await readManifest(entries);
    requireSameSchema(manifest);
    await client.connect();
    await requireFree(client, job);
    touched = true;
    await emptied(client);
    await makeSchema(job.connectionString);
    await client.query(TEXT_FORM);
    await client.query("begin");
    await takeAll(client, entries, job, manifest);
    await client.query("commit");
    await client.query("analyze");
  } catch (error) {
    if (!touched) throw explained(error);
    await client.query("rollback");
    await emptied(client);
    throw new Error(`恢复失败，目标数据库已清空：${explained(error).message}`, { cause: error });
  } finally {
    source.destroy();
    await client.end();
  }
}

const explained = (error: unknown): Error =>
  /^Z_|incorrect header|unexpected end/.test(
    `${errorText(error, "code")}${errorText(error, "message")}`,
  )
    ? new Error("备份文件不完整或不是备份文件", { cause: error })
    : error instanceof Error
      ? error
      : new Error(String(error));
