import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { sealAddress } from "#backend/platform/personal/address";
import { openAddress, openSealed, sealSecret } from "#backend/platform/personal/open";
import { readKeyRing, setKeys } from "#backend/platform/personal/ring";
import { rotateKeys } from "#backend/platform/personal/rotate-command";
import { salesOrder } from "#documents/order/sales-order";
import { TEST_KEYS } from "../../../scripts/test-product.mjs";
import { testDatabase } from "../../../tests/harness";
import { purgePersonal } from "./purge";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => {
  setKeys(readKeyRing(TEST_KEYS));
  return db.close();
});

const MARY = { name: "Mary Quellington", country: "US", state: "CA", line1: "77 Palmera Ct" };

/** A row with an address, so many days old. */
async function row(table: string, values: Record<string, unknown>, column = "receiver") {
  const all = Object.entries({ ...values, ...sealAddress(column, { ...MARY, postcode: "90012" }) });
  const made = await db.one<{ id: string }>(
    `insert into ${table} (tenant_id, ${all.map(([n]) => n).join(", ")})
     values (1, ${all.map((_, i) => `$${i + 1}`).join(", ")}) returning id`,
    all.map(([, v]) => v),
  );
  return made?.id ?? "";
}
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const left = async (table: string) =>
  (await db.query<{ no: string }>(`select no from ${table} where receiver is not null order by no`)).map((r) => r.no);

test("who got something is gone 30 days after it ended; the hash stays", async () => {
  await row("sales_order", { no: "A", status: "completed", create_time: ago(31) });
  await row("sales_order", { no: "B", status: "cancelled", create_time: ago(29) });
  await row("sales_order", { no: "C", status: "audited", create_time: ago(90) });
  await row("package_order", { no: "D", status: "delivered", delivered_time: ago(31) });
  await row("package_order", { no: "E", status: "delivered", delivered_time: ago(29), create_time: ago(60) });
  await row("package_order", { no: "F", status: "shipped", create_time: ago(90) });
  await db.query("insert into package_label (package_id, tenant_id, pdf) select id, 1, $1 from package_order", [
    sealSecret("%PDF-"),
  ]);
  expect(await purgePersonal(db)).toBe(2);
  expect(await db.query("select 1 from package_label")).toHaveLength(2);
  expect([await left("sales_order"), await left("package_order")]).toEqual([
    ["B", "C"],
    ["E", "F"],
  ]);
  expect(
    await db.one(
      `select receiver_shown as shown, receiver_postcode as code, receiver_country as country,
         receiver_hash is not null as hash from sales_order where no = 'A'`,
    ),
  ).toEqual({ shown: null, code: null, country: "US", hash: true });
  expect(await purgePersonal(db)).toBe(0);
  await db.query(
    `insert into sys_param (tenant_id, name, param_key, value, value_type) values (1, '保留', 'pii_keep_days', '20', 'number')
     on conflict do nothing`,
  );
  await db.query("update sys_param set value = '20' where param_key = 'pii_keep_days'");
  expect(await purgePersonal(db)).toBe(2);
});

test("looking at what is cancelled does not keep it longer", async () => {
  const id = await row("sales_order", { no: "G", status: "cancelled", create_time: ago(60) });
  await db.query("update sales_order set update_time = now() where id = $1", [id]);
  expect(await purgePersonal(db)).toBe(1);
});

test("a new key seals everything anew; then the old one is not needed", async () => {
  const id = await row("sales_order", { no: "H", status: "audited" });
  const next = `next:${Buffer.alloc(32, 9).toString("base64")}`;
  setKeys(readKeyRing(`${next},${TEST_KEYS}`));
  expect(await openAddress(db, salesOrder, id)).toMatchObject(MARY);
  // Two orders, a package and its label.
  expect(await rotateKeys(db)).toBe(4);
  expect(await rotateKeys(db)).toBe(0);
  setKeys(readKeyRing(next));
  expect(await openAddress(db, salesOrder, id)).toMatchObject(MARY);
  const label = await db.one<{ pdf: string }>("select pdf from package_label limit 1");
  expect(openSealed(label?.pdf ?? "")).toBe("%PDF-");
});
