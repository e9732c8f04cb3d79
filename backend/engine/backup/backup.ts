import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { type Pack, pack } from "tar-stream";
import { advisoryKey, diskReason, onClient } from "#backend/platform/db";
import { blobKey } from "#backend/platform/files/blob";
import { type End, type Manifest, programSchema, requireSameSchema, requireWhole } from "./archive";
import { partitionsOf, quoted, sequencesOf, type TableShape, tablesOf } from "./catalogue";
import { addFile } from "./tar";

/** Rows of one table that are read and written at once. */
const AT_ONCE = 1000;

export interface BackupJob {
  connectionString: string;
  dataDir: string;
  /** The archive; it is there under this name only when it is whole. */
  file: string;
  log(line: string): void;
}

/** How values are written as text and how long it may take, whatever the server is set to. */
export const TEXT_FORM = `set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres';
  set statement_timeout to 0; set lock_timeout to 0; set idle_in_transaction_session_timeout to 0`;

/** Generated keys in the data directory. */
const keysOf = (dataDir: string): string[] =>
  existsSync(dataDir) ? readdirSync(dataDir).filter((name) => /^[\w-]+\.key$/.test(name)) : [];

export const addJson = (archive: Pack, name: string, value: unknown) =>
  addFile(archive, name, Buffer.from(JSON.stringify(value)));

export async function addRows(client: pg.ClientBase, archive: Pack, { name, columns }: TableShape, end: End) {
  const list = columns.map((c) => quoted(c.name)).join(", ");
  await client.query(`declare backup no scroll cursor for select row(${list})::text as r from ${quoted(name)}`);
  end.rows[name] = 0;
  for (let part = 1; ; part++) {
    const { rows } = await client.query<{ r: string }>(`fetch ${AT_ONCE} from backup`);
    if (rows.length === 0) break;
    end.rows[name] += rows.length;
    const number = String(part).padStart(8, "0");
    await addJson(
      archive,
      `tables/${name}/${number}.json`,
      rows.map((row) => row.r),
    );
  }
  await client.query("close backup");
}

/** Uploads that the snapshot names. Content never changes under its name. */
async function addUploads(client: pg.Client, archive: Pack, job: BackupJob, end: End) {
  const { dataDir, log } = job;
  const { rows } = await client.query<{ hash: string; storage: string }>(
    "select hash, storage from sys_file_blob order by hash",
  );
  const elsewhere = rows.filter((row) => row.storage === "s3").length;
  if (elsewhere) log(`注意：${elsewhere} 个文件存放在 S3，不在这个备份里，请另行备份存储桶`);
  for (const { hash, storage } of rows) {
    if (storage !== "local") continue;
    const name = `files/${blobKey(hash)}`;
    const stored = path.join(dataDir, name);
    const size = statSync(stored, { throwIfNoEntry: false })?.size;
    if (size === undefined) log(`注意：文件 ${stored} 不存在，已跳过`);
    else {
      await addFile(archive, name, createReadStream(stored), size);
      end.files++;
    }
  }
}

/** @returns what it has put in, in words */
async function fill(client: pg.Client, archive: Pack, job: BackupJob): Promise<string> {
  const own = programSchema();
  const { rows: found } = await client.query("select to_regclass('schema_migration') as table");
  if (!found[0]?.table) throw new Error("这个数据库里没有本程序的数据，没有可以备份的数据");
  const { rows: applied } = await client.query("select name, checksum from schema_migration order by 1");
  const { rows: declared } = await client.query("select fingerprint from schema_document");
  requireSameSchema({ ...own, migrations: applied, declared: declared[0]?.fingerprint ?? "" });
  const tables = await tablesOf(client);
  const manifest: Manifest = { ...own, time: new Date().toISOString(), tables, partitions: await partitionsOf(client) };
  const end: End = { rows: {}, files: 0 };
  await addJson(archive, "manifest.json", manifest);
  for (const key of keysOf(job.dataDir))
    await addFile(archive, `keys/${key}`, readFileSync(path.join(job.dataDir, key)));
  for (const table of tables) await addRows(client, archive, table, end);
  await addJson(archive, "sequences.json", await sequencesOf(client));
  await addUploads(client, archive, job, end);
  await addJson(archive, "end.json", end);
  archive.finalize();
  const rows = Object.values(end.rows).reduce((sum, n) => sum + n, 0);
  return `${tables.length} 张表的 ${rows} 行、${end.files} 个文件`;
}

/** Writes the archive while it is filled; whichever fails first ends the other. */
async function write(client: pg.Client, target: Writable, job: BackupJob): Promise<string> {
  const archive = pack();
  let content = "";
  const filled = fill(client, archive, job).then(
    (words) => {
      content = words;
    },
    (error) => archive.destroy(error),
  );
  try {
    await pipeline(archive, createGzip(), target);
  } finally {
    await filled;
  }
  return content;
}

/**
 * Writes database, uploads and keys as they are at one moment, while the product may run. The file takes
 * its name when what a restore reads it with has read it to its end.
 * @throws Error when the database is not the one of this version of the program, or the file cannot be
 *   written; then nothing of it stays
 */
export async function backUp(job: BackupJob): Promise<void> {
  const half = `${job.file}.part`;
  try {
    const content = await onClient(job.connectionString, async (client) => {
      // Waits for a sweep that is just removing content, and keeps others away until we are done.
      await client.query(TEXT_FORM);
      await client.query(`select pg_advisory_lock_shared(${advisoryKey("fileSweep")})`);
      // Somebody who keeps a table to himself would otherwise keep the program from ending as well.
      await client.query("set lock_timeout = '10s'");
      await client.query("begin isolation level repeatable read, read only");
      mkdirSync(path.dirname(job.file), { recursive: true });
      const target = createWriteStream(half, { mode: 0o600, flush: true });
      return write(client, target, job);
    });
    await requireWhole(half);
    renameSync(half, job.file);
    job.log(`已备份 ${content}：${job.file}`);
  } catch (error) {
    const reason = diskReason(error);
    if (!reason) throw error;
    throw new Error(`备份没有完成，${job.file} 写不下去：${reason}`, { cause: error });
  } finally {
    rmSync(half, { force: true });
  }
}
