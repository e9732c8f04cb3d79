import pg from "pg";
import { syncTables } from "#backend/engine/documents/tables/table";
import { hashPassword } from "#backend/platform/auth/password";
import { onClient } from "#backend/platform/db/client";
import { migrate } from "#backend/platform/db/migrate";
import { openDatabase, type Sql } from "#backend/platform/db/sql";
import { installQueue } from "#backend/platform/jobs/queue";
import { documents } from "#documents";
import { TEST_KEYS } from "../scripts/test-product.mjs";

/** Where a run may make databases, what their names begin with, and how one is copied. */
export interface RunDatabases {
  admin: string;
  prefix: string;
  strategy: string;
}

/** The same server, another database. Keeps parameters such as the `host` of a socket. */
export function databaseOf(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.toString();
}

/**
 * Processes of this database that wait for a lock. `pg_locks` would not do: it tells of the whole
 * server, so of other tests' databases too.
 */
export async function waitingForLocks(db: Pick<Sql, "query">): Promise<number[]> {
  // A transaction keeps the activity that it saw first, so one that asks again and again lets go of it.
  await db.query("select pg_stat_clear_snapshot()");
  const waiting = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
  );
  return waiting.map((row) => row.pid);
}

/** Drops every database whose name begins with `prefix`, connected or not. */
export function dropDatabases(admin: string, prefix: string): Promise<void> {
  return onClient(admin, async (client) => {
    const found = await client.query("select datname from pg_database where starts_with(datname, $1)", [prefix]);
    for (const { datname } of found.rows)
      await client.query(`drop database if exists ${pg.escapeIdentifier(datname)} with (force)`);
  });
}

/** Makes a database of this name, the same as a template of the run. @returns its address */
export async function copyTemplate(run: RunDatabases, template: string, name: string): Promise<string> {
  const { admin, prefix, strategy } = run;
  await onClient(admin, (c) => c.query(`create database ${name} template ${prefix}${template} ${strategy}`));
  return databaseOf(admin, name);
}

/** How a template is made: what it begins as, and what is put into it. */
interface Recipe {
  from?: "schema";
  fill: (connectionString: string) => Promise<void>;
}

/** Makes a template database of this run, unless another worker has made it. */
export async function ensureTemplate(run: RunDatabases, kind: keyof typeof TEMPLATES): Promise<void> {
  const { admin, prefix, strategy } = run;
  const template = prefix + kind;
  const { from, fill }: Recipe = TEMPLATES[kind];
  return onClient(admin, async (client) => {
    await client.query("select pg_advisory_lock(hashtext($1))", [template]);
    const found = await client.query("select 1 from pg_database where datname = $1", [template]);
    if (found.rowCount) return;
    if (from) await ensureTemplate(run, from);
    const making = `${template}_making`;
    await client.query(`drop database if exists ${making} with (force)`);
    await client.query(`create database ${making} ${from ? `template ${prefix}${from} ${strategy}` : ""}`);
    await fill(databaseOf(admin, making));
    await client.query(`alter database ${making} rename to ${template}`);
  });
}

/** The tables alone. */
async function fillSchema(connectionString: string): Promise<void> {
  const db = openDatabase(connectionString, 2);
  try {
    await migrate(db);
    await syncTables(db, documents);
    await installQueue(db);
  } finally {
    await db.close();
  }
}

/** A company's first day: its administrator and nothing invented. */
async function fillFirstDay(connectionString: string): Promise<void> {
  const db = openDatabase(connectionString, 2);
  try {
    const { foundCompany } = await import("#backend/platform/tenancy/found");
    await foundCompany(db, "123456", async () => {});
    await db.query("analyze");
  } finally {
    await db.close();
  }
}

/** Minimally seeded: what nearly every test begins with. */
async function fillMinimal(connectionString: string): Promise<void> {
  const db = openDatabase(connectionString, 2);
  try {
    const { seedMasters, seedSystem } = await import("#backend/demo");
    await seedSystem(db);
    await seedMasters(db);
  } finally {
    await db.close();
  }
}

/** What a first start makes of an empty database, with the small demonstration. */
async function fillDemo(connectionString: string): Promise<void> {
  const { boot } = await import("../backend/boot");
  const { readBackendConfig } = await import("#backend/platform/config");
  process.env.DEMO_PROFILE = "small";
  const booted = await boot(readBackendConfig({ DATABASE_URL: connectionString, SECRET_KEYS: TEST_KEYS }), () => {});
  await booted.rest();
  await booted.stop();
  // Its people were given hashes that withstand a thief; each would cost a quarter of a second to sign in.
  const password = await hashPassword("123456");
  await onClient(connectionString, (c) =>
    c.query("update sys_user set password = $1 where password <> ''", [password]),
  );
}

/** The templates that databases are copied from, each made once in a run. */
export const TEMPLATES = {
  schema: { fill: fillSchema },
  minimal: { from: "schema", fill: fillMinimal },
  firstday: { from: "schema", fill: fillFirstDay },
  demo: { from: "schema", fill: fillDemo },
} satisfies Record<string, Recipe>;
