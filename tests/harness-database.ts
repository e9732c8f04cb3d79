import pg from "pg";
import { documents } from "#documents";
import { migrate } from "../backend/db/migrate";
import { openDatabase } from "../backend/db/sql";
import { syncTables } from "../backend/documents/tables/table";
import { installQueue } from "../backend/jobs/queue";

/** The same server, another database. Keeps parameters such as the `host` of a socket. */
export function databaseOf(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.toString();
}

/** Runs `work` on one connection of its own. */
export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Drops every database whose name begins with `prefix`, connected or not. */
export function dropDatabases(admin: string, prefix: string): Promise<void> {
  return withClient(admin, async (client) => {
    const found = await client.query(
      "select datname from pg_database where starts_with(datname, $1)",
      [prefix],
    );
    for (const { datname } of found.rows)
      await client.query(`drop database if exists ${pg.escapeIdentifier(datname)} with (force)`);
  });
}

/** Makes the run's template database, migrated and minimally seeded, unless a worker has made it. */
export function ensureTemplate(admin: string, template: string): Promise<void> {
  return withClient(admin, async (client) => {
    await client.query("select pg_advisory_lock(hashtext($1))", [template]);
    const found = await client.query("select 1 from pg_database where datname = $1", [template]);
    if (found.rowCount) return;
    const making = `${template}_making`;
    await client.query(`drop database if exists ${making} with (force)`);
    await client.query(`create database ${making}`);
    const db = openDatabase(databaseOf(admin, making), 2);
    try {
      await migrate(db);
      await syncTables(db, documents);
      await installQueue(db);
      const { seedMasters, seedSystem } = await import("../backend/seed");
      await seedSystem(db);
      await seedMasters(db);
    } finally {
      await db.close();
    }
    await client.query(`alter database ${making} rename to ${template}`);
  });
}
