import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { inject } from "vitest";
import { onClient } from "#backend/platform/db/client";
import { databaseOf } from "../../../tests/harness-database";
import { quoted, sequencesOf, tablesOf } from "./catalogue";

/** An empty database and an empty folder for a restore. */
export async function emptyTarget() {
  const { admin, prefix } = inject("postgres");
  const name = `${prefix}restore_${randomUUID().slice(0, 8)}`;
  await onClient(admin, (c) => c.query(`create database ${name}`));
  return { connectionString: databaseOf(admin, name), dataDir: mkdtempSync(path.join(inject("folder"), "restored-")) };
}

/** Number and digest of the rows of every table, and the state of every sequence. */
export const digestOf = (connectionString: string) =>
  onClient(connectionString, async (client) => {
    await client.query("set timezone to 'UTC'");
    const found: Record<string, string> = {};
    for (const { name, columns } of await tablesOf(client)) {
      // Columns by name: a table that grew over the years has them in another order.
      const list = columns.map((c) => quoted(c.name)).sort();
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(r, ',' order by r)), '') as digest
         from (select row(${list.join(", ")})::text as r from ${quoted(name)}) t`,
      );
      found[name] = rows[0].digest;
    }
    return { tables: found, sequences: await sequencesOf(client) };
  });

/** Every file below a folder with its content. */
export function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(path.join(folder, name), "base64")]));
}
