import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { documents } from "#documents";
import { diskReason, errorText } from "../db/errors";
import { migrateWithin } from "../db/migrate";
import { wrap } from "../db/sql";
import { syncTablesWithin } from "../documents/tables/table";
import { type Archive, openArchive, requireWhole } from "./archive";
import { type BackupJob, TEXT_FORM } from "./backup";
import { type Placed, placeIn } from "./placed";
import { takeRows } from "./rows";

export interface RestoreJob extends BackupJob {
  /** Whatever is there goes. */
  replace: boolean;
}

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

/** Migrations and declarations make the schema anew. */
async function makeSchema(client: pg.Client): Promise<void> {
  await client.query(
    "drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public",
  );
  await migrateWithin(client);
  await syncTablesWithin(wrap(client), documents);
}

/** Reads the archive into a schema that is there. @returns what was in it, in words */
async function takeAll(client: pg.Client, { manifest, parts }: Archive, placed: Placed) {
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
export function requireFile(file: string): void {
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
  const client = new pg.Client({ connectionString: job.connectionString });
  client.on("error", () => {}); // told by the query
  await client.connect();
  try {
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
  } finally {
    // What was not committed is gone with the connection.
    await client.end();
  }
}
