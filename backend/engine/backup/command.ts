import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { type ParseArgsConfig, parseArgs } from "node:util";
import pg from "pg";
import type { BackendConfig } from "#backend/platform/config";
import { diskReason, errorText, onClient, wrap } from "#backend/platform/db";
import { joinCluster } from "#backend/platform/db/cluster/cluster";
import { requireDataDir } from "#backend/platform/db/data-dir";
import { migrateWithin } from "#backend/platform/db/migrate";
import { withDatabase } from "#backend/platform/db/with-database";
import { openBucket } from "#backend/platform/files/bucket";
import { documents } from "#documents";
import { syncTablesWithin } from "../documents/tables/table";
import { type BackupArchive, type Manifest, openArchive, requireWhole } from "./archive";
import { type BackupJob, backUp, TEXT_FORM } from "./backup";
import { fetchBackup, sendAway } from "./bucket";
import { quoted, type TableShape, tablesOf, unguard } from "./catalogue";
import { backupName, backupsIn } from "./nightly";
import { taker } from "./take";

const listed = (columns: TableShape["columns"]) =>
  columns
    .map(({ name, type }) => `${name} ${type}`)
    .sort()
    .join(", ");

/** @throws Error that names the first table which the program would make in another form */
function requireSameTables(backup: readonly TableShape[], made: readonly TableShape[]): void {
  const names = new Set([...backup, ...made].map((t) => t.name));
  for (const name of names) {
    const [theirs, ours] = [backup, made].map((all) => all.find((t) => t.name === name));
    if (!theirs || !ours || listed(theirs.columns) !== listed(ours.columns))
      throw new Error(`备份与程序的表结构不同：${name}`);
  }
}

/** Takes rows into empty tables of one transaction. */
interface RowTaker {
  take: ReturnType<typeof taker>;
  sequences(values: Record<string, string>): Promise<void>;
  /** Foreign keys and triggers are as before. */
  done(): Promise<void>;
}

/**
 * Empties all tables, which must be those of the backup, and takes away for the time what looks at
 * single rows: foreign keys, and triggers that let rows only be added.
 */
async function takeRows(client: pg.Client, manifest: Manifest): Promise<RowTaker> {
  for (const { table, name, bound } of manifest.partitions)
    await client.query(`create table if not exists ${quoted(name)} partition of ${quoted(table)} ${bound}`);
  const tables = await tablesOf(client);
  requireSameTables(manifest.tables, tables);
  const guardAgain = await unguard(client, tables);
  await client.query(`truncate ${tables.map((t) => quoted(t.name)).join(", ")}`);

  return {
    take: taker(client, manifest.tables, tables),
    async sequences(values) {
      for (const [name, value] of Object.entries(values))
        await client.query("select setval(quote_ident($1)::regclass, $2)", [name, value]);
    },
    done: guardAgain,
  };
}

type Content = AsyncIterable<Buffer> | Buffer[];

/** Uploads and keys that go to their places below the data directory with the rows that name them. */
interface CommandPlaced {
  /** Content never changes under its name: an upload may lie there before its rows do. */
  file(name: string, content: Content): Promise<void>;
  /** It gets its name only by `keep`. */
  key(name: string, content: Content): Promise<void>;
  keep(): void;
  /** Takes away what was not there before. */
  undo(): void;
}

function placeIn(dataDir: string): CommandPlaced {
  const added: string[] = [];
  const keys: string[] = [];
  async function write(file: string, content: Content) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(file, { mode: 0o600, flush: true }));
  }
  return {
    async file(name, content) {
      const file = path.join(dataDir, name);
      const part = `${file}.part`;
      if (!existsSync(file)) added.push(file);
      added.push(part);
      await write(part, content);
      renameSync(part, file);
    },
    async key(name, content) {
      const key = path.join(dataDir, name);
      keys.push(key);
      added.push(`${key}.part`);
      await write(`${key}.part`, content);
    },
    keep() {
      for (const key of keys) renameSync(`${key}.part`, key);
    },
    undo() {
      for (const file of added) rmSync(file, { force: true });
    },
  };
}

interface RestoreJob extends BackupJob {
  /** Whatever is there goes. */
  replace: boolean;
}

/** @throws Error when the target is in use, or holds something and may not be replaced */
async function requireFree(client: pg.Client, { dataDir, replace }: RestoreJob): Promise<void> {
  const { rows: used } = await client.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database()
       and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  if (used[0].n > 0) throw new Error(`目标数据库正在使用（${used[0].n} 个连接），请先停止程序再恢复`);
  if (replace) return;
  const { rows: found } = await client.query("select count(*)::int as n from pg_tables where schemaname = 'public'");
  const files = path.join(dataDir, "files");
  if (found[0].n > 0 || (existsSync(files) && readdirSync(files).length > 0))
    throw new Error("目标不是空的。确定要用备份覆盖现有数据时，请加上 --replace");
}

/** Migrations and declarations make the schema anew. */
async function makeSchema(client: pg.Client): Promise<void> {
  await client.query("drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public");
  await migrateWithin(client);
  await syncTablesWithin(wrap(client), documents);
}

/** Reads the archive into a schema that is there. @returns what was in it, in words */
async function takeAll(client: pg.Client, { manifest, parts }: BackupArchive, placed: CommandPlaced) {
  const taker = await takeRows(client, manifest);
  let [rows, files] = [0, 0];
  for await (const part of parts)
    if (part.kind === "key") await placed.key(part.name, [part.content]);
    else if (part.kind === "sequences") await taker.sequences(part.values);
    else if (part.kind === "rows") rows += await taker.take(part.table, part.rows);
    else {
      await placed.file(part.name, part.content);
      files++;
    }
  await taker.done();
  return `${manifest.tables.length} 张表的 ${rows} 行、${files} 个文件`;
}

/** @throws Error that says why there is nothing to read */
function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new Error(`备份文件 ${file} 不存在`);
  if (!found.isFile()) throw new Error(`${file} 不是文件`);
}

function reasonOf(error: unknown): string {
  const said = errorText(error, "message");
  const refused = error instanceof pg.DatabaseError && `数据库不接受备份的内容（${said}）`;
  return diskReason(error) || refused || said;
}

/**
 * Makes database, uploads and keys those of a backup: all of it or nothing, a kill on the way included.
 * @throws Error when the backup is of another version or not whole, when the target is in use or not
 *   empty, and when it fails on the way; the target is as it was
 */
export async function restore(job: RestoreJob): Promise<void> {
  requireFile(job.file);
  // What was not committed is gone with the connection.
  await onClient(job.connectionString, async (client) => {
    await client.query(TEXT_FORM);
    await requireFree(client, job);
    await requireWhole(job.file);
    const placed = placeIn(job.dataDir);
    let content: string;
    try {
      await client.query("begin");
      await makeSchema(client);
      content = await takeAll(client, await openArchive(job.file), placed);
    } catch (error) {
      placed.undo();
      throw new Error(`没有恢复，目标没有变化：${reasonOf(error)}`, { cause: error });
    }
    await client.query("commit");
    placed.keep();
    await client.query("analyze");
    job.log(`已恢复 ${content}`);
  });
}

type CommandLog = (line: string) => void;

/** @throws Error in the operator's words at an option that there is not */
function read<T extends NonNullable<ParseArgsConfig["options"]>>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    const hint = known.length ? `，可用：${known.join("、")}` : "";
    throw new Error(`不认识的选项${hint}`, { cause: error });
  }
}

/** Reads a backup as a restore would, the newest where none is named. @throws Error when it could not be restored */
async function verify(file: string | undefined, log: CommandLog): Promise<void> {
  if (!file) throw new Error("还没有备份，没有可以检查的文件");
  requireFile(file);
  await requireWhole(file);
  log(`备份完整，可以由本版本恢复：${file}`);
}

/** A backup as a file of this machine: one in a bucket is brought into the folder of backups first. */
async function asFile(named: string, config: BackendConfig, log: CommandLog): Promise<string> {
  if (!named.startsWith("s3://")) return named;
  log(`正在取回 ${named}……`);
  const file = await fetchBackup(named, config);
  log(`已取回：${file}`);
  return file;
}

/** `npm run backup [-- file] [--s3] | --verify [file | s3://…]` */
export async function backupCommand(config: BackendConfig, args: string[], log: CommandLog): Promise<void> {
  const { positionals, values } = read(args, {
    verify: { type: "boolean", default: false },
    s3: { type: "boolean", default: false },
  } as const);
  const { dataDir, backups } = config;
  const [named] = positionals;
  if (values.verify) return verify(named ? await asFile(named, config, log) : backupsIn(backups.folder)[0]?.file, log);
  if (named?.startsWith("s3://")) throw new Error("存储桶在 BACKUP_S3 中设置：npm run backup -- --s3");
  if (values.s3 && !backups.s3) throw new Error("还没有设 BACKUP_S3（s3://存储桶/前缀），备份没有地方可以发送");
  const file = named ?? path.join(backups.folder, backupName());
  if (!config.databaseUrl && !existsSync(path.join(dataDir, "pg")))
    throw new Error(`DATA_DIR=${dataDir} 里没有数据库，没有可以备份的数据`);
  const work = (connectionString: string) => backUp({ connectionString, dataDir, file, log });
  await withDatabase(config, log, work, joinCluster);
  if (!values.s3 || !backups.s3) return;
  const { bucket, prefix } = backups.s3;
  await sendAway(openBucket(backups.s3), file);
  log(`已发送并读回：s3://${bucket}/${prefix}${path.basename(file)}`);
}

/** `npm run restore -- file [--replace]`, also of `s3://bucket/…` */
export async function restoreCommand(config: BackendConfig, args: string[], log: CommandLog) {
  const options = { replace: { type: "boolean", default: false } } as const;
  const { positionals, values } = read(args, options);
  const [named] = positionals;
  if (!named) throw new Error("请写明备份文件：npm run restore -- 文件或 s3://存储桶/前缀/文件 [--replace]");
  if (!named.startsWith("s3://")) requireFile(named);
  const { dataDir } = config;
  requireDataDir(dataDir);
  const file = await asFile(named, config, log);
  await withDatabase(config, log, (connectionString) =>
    restore({ connectionString, dataDir, file, replace: values.replace, log }),
  );
}
