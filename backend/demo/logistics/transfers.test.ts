import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import type { Database } from "#backend/platform/db/sql";
import { seeded } from "../demo.testing";

let db: Database;
beforeAll(async () => {
  db = await seeded();
}, 240_000);
afterAll(async () => {
  expect(await ledgerFaults(db)).toEqual([]);
});

test("transfers stand in every state between several pairs of warehouses", async () => {
  const rows = await db.query<{ state: string; n: number }>(
    "select status as state, count(*)::int as n from transfer group by 1 order by 1",
  );
  expect(rows.map((r) => r.state)).toEqual(
    expect.arrayContaining(["approved", "auditing", "closed", "done", "draft", "packed", "partReceived", "shipped"]),
  );
});
