import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase } from "../../../tests/harness";
import type { Database } from "./sql";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const KEPT = "select statement from pg_prepared_statements where from_sql = false order by 1";

it("plans what a connection runs often once, and no more than it may keep", async () => {
  const kept = await db.tx(async (sql) => {
    const often = "select $1::int + 1 as n";
    for (let i = 0; i < 6; i++) expect(await sql.one(often, [i])).toEqual({ n: i + 1 });
    for (let i = 0; i < 4; i++) await sql.one("select $1::int + 2 as n", [i]);
    expect(await sql.query(KEPT)).toEqual([{ statement: often }]);
    for (let text = 0; text < 130; text++)
      for (let i = 0; i < 6; i++) expect(await sql.one(`select $1::int + ${text} as m`, [i])).toEqual({ m: i + text });
    return sql.query(KEPT);
  });
  expect(kept).toHaveLength(128);
});
