import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { documents } from "#documents";
import { testDatabase } from "../../../../tests/harness";
import { snake } from "../names";
import { syncTables } from "../tables/table";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await syncTables(db, documents);
});
afterAll(() => db.close());

// A refusal finds its field and sentence by the name of the index.
it("every field that is declared unique has a unique index of its name, and the other way round", async () => {
  const served = documents.filter((d) => !d.calls?.handwritten);
  const declared = served.flatMap((d) =>
    Object.entries(d.fields)
      .filter(([, f]) => f.unique && !f.virtual)
      .map(([name]) => `${d.table}_${snake(name)}`),
  );
  const found = await db.query<{ name: string }>(
    `select c.relname as name from pg_index i
     join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     where i.indisunique and not i.indisprimary and t.relname = any($1)`,
    [served.map((d) => d.table)],
  );
  const indexes = found.map((f) => f.name);
  expect(declared.length).toBeGreaterThan(10);
  expect(declared.filter((name) => !indexes.includes(name))).toEqual([]);
  const columns = served.flatMap((d) => Object.keys(d.fields).map((name) => `${d.table}_${snake(name)}`));
  // Guards of rules over several columns have names of their own.
  const odd = indexes.filter((name) => columns.includes(name) && !declared.includes(name));
  expect(odd.filter((name) => name !== "sys_param_param_key")).toEqual([]);
});
