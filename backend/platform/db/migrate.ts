import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { version } from "../version";
import { whileLocked } from "./advisory";
import { onClient } from "./client";
import { errorText } from "./errors";
import type { Database } from "./sql";

export interface Migration {
  /** File name, "0003_log.sql": the key under which it is remembered. */
  name: string;
  sql: string;
  checksum: string;
}

const DIRECTORY = path.resolve("backend/platform/db/migrations");

/**
 * The migrations of a directory in order.
 * @throws Error when two files claim one number.
 */
export function readMigrations(directory = DIRECTORY): Migration[] {
  const names = readdirSync(directory)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort();
  names.forEach((name, i) => {
    const before = names[i - 1];
    if (before?.slice(0, 4) === name.slice(0, 4)) throw new Error(`数据库升级文件 ${before} 与 ${name} 编号相同`);
  });
  return names.map((name) => {
    const sql = readFileSync(path.join(directory, name), "utf8").replace(/\r\n/g, "\n");
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}

const APPLIED = `create table if not exists schema_migration (
  name text primary key, checksum text not null, applied_at timestamptz not null default now(), version text)`;

/** Which version of the program brought what, also where the table is older than the question. */
async function prepareApplied(client: pg.ClientBase): Promise<void> {
  await client.query(APPLIED);
  const known = "select 1 from pg_attribute where attrelid = 'schema_migration'::regclass and attname = 'version'";
  // Altering waits for whoever reads the table, such as a backup: only where it must be.
  if (!(await client.query(known)).rowCount) await client.query("alter table schema_migration add version text");
}

/**
 * Brings the schema up to date: every file of `backend/platform/db/migrations` that this database has not
 * seen runs in its own transaction, forward only. Copies that start together wait for each other.
 * @param program version of the program that does it
 * @returns names of the files that were applied now.
 * @throws Error when a newer program brought what this one does not know, when an applied file was changed, or
 *   when a statement fails.
 */
export async function migrate(db: Database, directory = DIRECTORY, program = version): Promise<string[]> {
  const migrations = readMigrations(directory);
  return whileLocked(db, "migration", async (client) => {
    await prepareApplied(client);
    const { rows } = await client.query<AppliedRow>(
      "select name, checksum, version from schema_migration order by applied_at, name",
    );
    refuseNewer(migrations, rows, program);
    refuseChanged(migrations, rows);
    const applied = new Set(rows.map(({ name }) => name));
    const open = migrations.filter((m) => !applied.has(m.name));
    for (const migration of open) await apply(client, migration, program);
    return open.map((m) => m.name);
  });
}

/** What a database has of migrations; those of a program before 0.2.0 bear no version. */
interface AppliedRow {
  name: string;
  checksum: string;
  version: string | null;
}

/** @param applied in the order in which they were */
function refuseNewer(migrations: Migration[], applied: readonly AppliedRow[], program: string) {
  const unknown = applied.filter(({ name }) => !migrations.some((m) => m.name === name));
  const last = unknown.at(-1);
  if (!last) return;
  const needed = unknown.filter((m) => m.version).at(-1)?.version;
  throw new Error(
    needed && needed !== program
      ? `数据库比程序新：它已由 ${needed} 版升级（${last.name}），本程序是 ${program} 版。请启动 ${needed} 或更新的版本`
      : `数据库比程序新：已执行过 ${last.name}，但本程序（${program} 版）里没有它，请升级程序`,
  );
}

function refuseChanged(migrations: Migration[], applied: readonly AppliedRow[]) {
  const hint = "已执行的升级文件不能改动，请新增文件；如果只是开发数据，可以删除 DATA_DIR 重来";
  for (const { name, checksum } of applied)
    if (migrations.some((m) => m.name === name && m.checksum !== checksum))
      throw new Error(`数据库升级文件 ${name} 在执行后被改动。${hint}`);
}

/** Makes the schema in an empty database, all within the caller's transaction. */
export async function migrateWithin(client: pg.ClientBase): Promise<void> {
  await prepareApplied(client);
  for (const migration of readMigrations(DIRECTORY)) await run(client, migration, version);
}

async function apply(client: pg.ClientBase, migration: Migration, program: string) {
  try {
    await client.query("begin");
    await run(client, migration, program);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function run(client: pg.ClientBase, { name, sql, checksum }: Migration, program: string) {
  try {
    await client.query(sql);
    const row = "insert into schema_migration (name, checksum, version) values ($1, $2, $3)";
    await client.query(row, [name, checksum, program]);
  } catch (error) {
    throw new Error(`数据库升级文件 ${name} 执行失败：${errorText(error, "message")}`, { cause: error });
  }
}

/** There is no database of this name. */
export const NO_DATABASE = "3D000";

/** Makes the database in the cluster unless it exists. A demonstration's may have no other one to ask. */
export async function ensureDatabase(
  cluster: { connectionString(database: string): string },
  name: string,
): Promise<void> {
  try {
    await onClient(cluster.connectionString(name), async () => {});
  } catch (error) {
    if (errorText(error, "code") !== NO_DATABASE) throw error;
    await onClient(cluster.connectionString("template1"), (client) =>
      client.query(`create database ${pg.escapeIdentifier(name)} template template0`),
    );
  }
}
