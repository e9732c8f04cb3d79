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
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { advisoryKey } from "../db/advisory";
import { blobKey } from "../files/blob";
import { partitionsOf, quoted, sequencesOf, type TableShape, tablesOf } from "./catalogue";
import { type End, type Manifest, programSchema, requireSameSchema } from "./manifest";
import { tarEnd, tarFile } from "./tar";

/** Rows of one table that are read and written at once. */
const AT_ONCE = 1000;

export interface BackupJob {
  connectionString: string;
  dataDir: string;
  /** The archive; it is there under this name only when it is whole. */
  file: string;
  log(line: string): void;
}

/** How values are written as text, whatever the server is set to. */
export const TEXT_FORM = "set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'";

/** Generated keys in the data directory. */
const keysOf = (dataDir: string): string[] =>
  existsSync(dataDir) ? readdirSync(dataDir).filter((name) => /^[\w-]+\.key$/.test(name)) : [];

const json = (name: string, value: unknown) => tarFile(name, Buffer.from(JSON.stringify(value)));

async function* rowsOf(client: pg.Client, { name, columns }: TableShape, end: End) {
  const list = columns.map((c) => quoted(c.name)).join(", ");
  await client.query(
    `declare backup no scroll cursor for select row(${list})::text as r from ${quoted(name)}`,
  );
  end.rows[name] = 0;
  for (let part = 1; ; part++) {
    const { rows } = await client.query<{ r: string }>(`fetch ${AT_ONCE} from backup`);
    if (rows.length === 0) break;
    end.rows[name] += rows.length;
    const number = String(part).padStart(8, "0");
    yield* json(
      `tables/${name}/${number}.json`,
      rows.map((row) => row.r),
    );
  }
  await client.query("close backup");
}

/** Uploads that the snapshot names. Content never changes under its name. */
async function* filesOf(client: pg.Client, { dataDir, log }: BackupJob, end: End) {
  const { rows } = await client.query<{ hash: string; storage: string }>(
    "select hash, storage from sys_file_blob order by hash",
  );
  const elsewhere = rows.filter((row) => row.storage !== "local").length;
  if (elsewhere) log(`注意：${elsewhere} 个文件存放在 S3，不在这个备份里，请另行备份存储桶`);
  for (const { hash, storage } of rows) {
    if (storage !== "local") continue;
    const name = `files/${blobKey(hash)}`;
    const stored = path.join(dataDir, name);
    const size = statSync(stored, { throwIfNoEntry: false })?.size;
    if (size === undefined) log(`注意：文件 ${stored} 不存在，已跳过`);
    else {
      yield* tarFile(name, createReadStream(stored), size);
      end.files++;
    }
  }
}

async function* archive(client: pg.Client, job: BackupJob): AsyncGenerator<Buffer> {
  const own = programSchema();
  const { rows: applied } = await client.query(
    "select name, checksum from schema_migration order by 1",
  );
  const { rows: declared } = await client.query("select fingerprint from schema_document");
  requireSameSchema({ ...own, migrations: applied, declared: declared[0]?.fingerprint ?? "" });
  const tables = await tablesOf(client);
  const manifest: Manifest = {
    ...own,
    time: new Date().toISOString(),
    tables,
    partitions: await partitionsOf(client),
  };
  const end: End = { rows: {}, files: 0 };
  yield* json("manifest.json", manifest);
  for (const key of keysOf(job.dataDir))
    yield* tarFile(`keys/${key}`, readFileSync(path.join(job.dataDir, key)));
  for (const table of tables) yield* rowsOf(client, table, end);
  yield* json("sequences.json", await sequencesOf(client));
  yield* filesOf(client, job, end);
  yield* json("end.json", end);
  yield tarEnd();
  const rows = Object.values(end.rows).reduce((sum, n) => sum + n, 0);
  job.log(`已备份 ${tables.length} 张表的 ${rows} 行、${end.files} 个文件：${job.file}`);
}

/**
 * Writes database, uploads and keys as they are at one moment, while the product may run.
 * @throws Error when the database is not the one of this version of the program
 */
export async function backUp(job: BackupJob): Promise<void> {
  const client = new pg.Client({ connectionString: job.connectionString });
  const half = `${job.file}.part`;
  await client.connect();
  try {
    // Waits for a sweep that is just removing content, and keeps others away until we are done.
    await client.query(`select pg_advisory_lock_shared(${advisoryKey("fileSweep")})`);
    await client.query(TEXT_FORM);
    await client.query("begin isolation level repeatable read, read only");
    mkdirSync(path.dirname(job.file), { recursive: true });
    const target = createWriteStream(half, { mode: 0o600, flush: true });
    await pipeline(Readable.from(archive(client, job)), createGzip(), target);
    renameSync(half, job.file);
  } finally {
    rmSync(half, { force: true });
    await client.end();
  }
}
