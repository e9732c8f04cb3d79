import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { documents } from "#documents";
import { sku } from "#documents/product/sku";
import { testDatabase } from "../../../../tests/harness";
import { indexGrown, syncTables } from "./table";

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

test("where tables are small, one gets what only helps to find when it has grown, and never lacks what keeps rows apart", async () => {
  const plain = `select indexrelid::regclass::text as name from pg_index
    where indrelid = 'inspection'::regclass and not indisunique order by 1`;
  const all = await db.query<{ name: string }>(plain);
  expect(all.length).toBeGreaterThan(10);
  const unique = "select count(*)::int as n from pg_index where indrelid = 'inspection'::regclass and indisunique";
  const keys = await db.one(unique);
  await db.query(`drop index ${all.map(({ name }) => name).join(", ")}`);
  await indexGrown(db, documents, 1 << 30);
  expect(await db.query(plain)).toEqual([]);
  expect(await db.one(unique)).toEqual(keys);
  await indexGrown(db, documents, 0);
  expect(await db.query(plain)).toEqual(all);
});

test("of a mirror in parts the newest rows are found by an index from the first on, those of a filter when a month has grown", async () => {
  const found = (name: string) => db.one(`select to_regclass($1)::text as name`, [name]);
  const [live, filter] = ["platform_order_live_ix", "platform_order_currency_by_ix"];
  expect([await found(live), await found(filter)]).toEqual([{ name: live }, { name: filter }]);
  await db.query(`drop index ${live}, ${filter}`);
  await indexGrown(db, documents, 1 << 30);
  expect([await found(live), await found(filter)]).toEqual([{ name: live }, { name: null }]);
  await indexGrown(db, documents, 0);
  expect(await found(filter)).toEqual({ name: filter });
});
