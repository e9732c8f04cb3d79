import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
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
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;

/**
 * Brings the schema up to date: every file of `backend/platform/db/migrations` that this database has not
 * seen runs in its own transaction, forward only. Copies that start together wait for each other.
 * @returns names of the files that were applied now.
 * @throws Error when an applied file was changed or is missing, or when a statement fails.
 */
export async function migrate(db: Database, directory = DIRECTORY): Promise<string[]> {
  const migrations = readMigrations(directory);
  return whileLocked(db, "migration", async (client) => {
    await client.query(APPLIED);
    const { rows } = await client.query("select name, checksum from schema_migration");
    const applied = new Map<string, string>(rows.map((row) => [row.name, row.checksum]));
    refuseDrift(migrations, applied);
    const open = migrations.filter((m) => !applied.has(m.name));
    for (const migration of open) await apply(client, migration);
    return open.map((m) => m.name);
  });
}

function refuseDrift(migrations: Migration[], applied: Map<string, string>) {
  const hint = "已执行的升级文件不能改动，请新增文件；如果只是开发数据，可以删除 DATA_DIR 重来";
  for (const [name, checksum] of applied) {
    const file = migrations.find((m) => m.name === name);
    if (!file) throw new Error(`数据库比程序新：已执行过 ${name}，但程序里没有它，请升级程序`);
    if (file.checksum !== checksum) throw new Error(`数据库升级文件 ${name} 在执行后被改动。${hint}`);
  }
}

/** Makes the schema in an empty database, all within the caller's transaction. */
export async function migrateWithin(client: pg.ClientBase): Promise<void> {
  await client.query(APPLIED);
  for (const migration of readMigrations(DIRECTORY)) await run(client, migration);
}

async function apply(client: pg.ClientBase, migration: Migration) {
  try {
    await client.query("begin");
    await run(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function run(client: pg.ClientBase, { name, sql, checksum }: Migration) {
  try {
    await client.query(sql);
    const row = "insert into schema_migration (name, checksum) values ($1, $2)";
    await client.query(row, [name, checksum]);
  } catch (error) {
    throw new Error(`数据库升级文件 ${name} 执行失败：${errorText(error, "message")}`, { cause: error });
  }
}

/** Makes the database in the cluster unless it exists. Asked of the one database that every cluster has. */
export async function ensureDatabase(
  cluster: { connectionString(database: string): string },
  name: string,
): Promise<void> {
  await onClient(cluster.connectionString("template1"), async (client) => {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)} template template0`);
  });
}
