import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { documents } from "#documents";
import { sku } from "#documents/product/sku";
import { testDatabase } from "../../../../tests/harness";
import { syncTables } from "./table";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

test("a table of several declarations is brought up to date with rows in the states of each", async () => {
  const sharing = documents.filter(({ table }) => table === sku.table);
  expect(sharing.length).toBeGreaterThan(1);
  const states = Object.keys(sku.status.values);
  await db.query(
    `insert into sku (sku_code, name, sku_type, unit, status)
     select 'STATE-' || s, s, 'normal', 'pcs', s from unnest($1::text[]) s`,
    [states],
  );
  // Another program knows another form of the tables, and looks at all of them again.
  await db.query("delete from schema_document");
  await syncTables(db, documents);
  const kept = await db.query<{ status: string }>("select status from sku where sku_code like 'STATE-%' order by id");
  expect(kept.map(({ status }) => status)).toEqual(states);
  await expect(db.query("update sku set status = 'nothing' where sku_code like 'STATE-%'")).rejects.toThrow(
    "sku_status_in",
  );
});

test("fields that rows are found by together have one index, also where the table was there before", async () => {
  const listings =
    "select indexdef as made from pg_indexes where tablename = 'sku_listing' and indexdef like '%(store_id, msku)'";
  expect(await db.query(listings)).toHaveLength(1);
  await db.query("drop index sku_listing_store_id_msku_ix");
  await db.query("delete from schema_document");
  await syncTables(db, documents);
  expect(await db.query(listings)).toHaveLength(1);
});
