import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../../tests/harness";
import type { Database } from "../db/sql";
import { nextNumber } from "./sequence";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

test("numbers carry the business date and never repeat, however many ask at once", async () => {
  const day = await db.one<{ d: string }>("select to_char(now(), 'YYMMDD') as d");
  const numbers = await Promise.all(Array.from({ length: 40 }, () => db.tx((sql) => nextNumber(sql, "XX", "1"))));
  expect([...numbers].sort()).toEqual(
    Array.from({ length: 40 }, (_, i) => `XX${day!.d}${String(i + 1).padStart(4, "0")}`),
  );
});

test("tenants and prefixes count for themselves; after 9999 five digits; a rollback may leave a gap", async () => {
  expect(await nextNumber(db, "XX", "2")).toMatch(/^XX\d{6}0001$/);
  await db.query("update doc_sequence set val = 9999 where tenant_id = 2");
  expect(await nextNumber(db, "XX", "2")).toMatch(/^XX\d{6}10000$/);
  expect(await nextNumber(db, "YY", "2")).toMatch(/^YY\d{6}0001$/);
});
