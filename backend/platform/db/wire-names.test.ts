import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../../tests/harness";
import type { Database } from "./sql";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const NAMES = [
  ["payment_request", "payee_id", "payee_supplier_id"],
  ["payment", "payee_id", "payee_supplier_id"],
  ["merged_payment", "payee_id", "payee_supplier_id"],
  ["replenish", "sku_name", "goods_name"],
] as const;

const has = async (table: string, column: string) =>
  (await db.one("select 1 from information_schema.columns where table_name = $1 and column_name = $2", [
    table,
    column,
  ])) !== undefined;

test("data of a release that named these columns otherwise goes on", async () => {
  for (const [table, was, becomes] of NAMES) await db.query(`alter table ${table} rename column ${becomes} to ${was}`);
  await db.query("alter index payment_payee_supplier_id_ix rename to payment_payee_id_ix");
  await db.query(
    `insert into doc_view (tenant_id, document, user_id, name, query, layout, shared)
     values (1, 'payment', 1, '乙方', 'status=paid&payeeId=7', 'payeeId~h1.payeeName', false)`,
  );
  await db.query(readFileSync("backend/platform/db/migrations/0205_wire_names.sql", "utf8"));
  for (const [table, was, becomes] of NAMES)
    expect([await has(table, was), await has(table, becomes)], table).toEqual([false, true]);
  expect(await db.one("select to_regclass('payment_payee_supplier_id_ix')::text as name")).toEqual({
    name: "payment_payee_supplier_id_ix",
  });
  expect(await db.one("select query, layout from doc_view where name = '乙方'")).toEqual({
    query: "status=paid&payeeSupplierId=7",
    layout: "payeeSupplierId~h1.payeeName",
  });
});
