import { beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { seeded } from "../demo.testing";

let db: Database;
beforeAll(async () => {
  db = await seeded();
}, 240_000);

test("declarations and containers stand for the transfers that go abroad", async () => {
  const states = (table: string) =>
    db
      .query<{ status: string }>(`select distinct status from ${table} order by 1`)
      .then((rows) => rows.map((r) => r.status));
  expect(await states("customs_declaration")).toEqual(expect.arrayContaining(["approved", "declared", "released"]));
  expect(await states("cabinet_combination")).toEqual(["booked", "cleared", "loaded", "sailed"]);
  const shares = await db.query(
    `select h.no from cabinet_combination h join cabinet_line l on l.cabinet_combination_id = h.id
     group by h.id having sum(l.shared_fee) <> h.total_fee`,
  );
  expect(shares).toEqual([]);
});
