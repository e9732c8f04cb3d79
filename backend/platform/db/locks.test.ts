import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { documents } from "#documents";
import { testDatabase } from "../../../tests/harness";
import { runs } from "../../../tests/runs";
import { LOCK_ORDER, type LockTable } from "./lock-order";
import { isLockTable, keep, lockIds, nextOrder } from "./locks";
import type { Database } from "./sql";

let db: Database;
/** Two rows of each of some tables; `named` by where they stand in the order. */
const rows = new Map<LockTable, string[]>();

beforeAll(async () => {
  db = await testDatabase();
  const skus = await db.query<{ id: string }>(
    `insert into sku (sku_code, name, status, sku_type, unit)
     select 'LCK-0' || n, '货品', 'approved', 'normal', 'pcs' from generate_series(1, 2) n
     returning id`,
  );
  rows.set(
    "sku",
    skus.map((s) => s.id),
  );
  for (const table of ["purchase_order", "purchase_contract", "delivery_plan"] as const)
    rows.set(
      table,
      (await db.query<{ id: string }>(`insert into ${table} (no) values ('L1'), ('L2') returning id`)).map((r) => r.id),
    );
});
afterAll(() => db.close());
beforeEach(() => vi.stubEnv("LOCK_ORDER", "strict"));
afterEach(() => vi.unstubAllEnvs());

test("every table stands in the order once", () => {
  expect(new Set(LOCK_ORDER).size).toBe(LOCK_ORDER.length);
  expect(isLockTable("purchase_order")).toBe(true);
  expect(isLockTable("sys_log")).toBe(false);
});

test("what people submit stands in the order, so that its row is counted when it is locked", () => {
  const flows = documents.filter((d) => d.flow && !d.of).map((d) => d.table);
  expect(flows.filter((table) => !isLockTable(table))).toEqual([]);
});

test("tables taken in any order: each transaction that keeps to it ends, any other is refused", async () => {
  const tables = [...rows.keys()];
  const taken = fc.shuffledSubarray(tables, { minLength: 2 });
  await fc.assert(
    fc.asyncProperty(fc.array(taken, { minLength: 2, maxLength: 6 }), async (wishes) => {
      const ends = await Promise.allSettled(
        wishes.map((wish) =>
          db.tx(async (sql) => {
            for (const table of wish) await lockIds(sql, table, rows.get(table) ?? []);
          }),
        ),
      );
      for (const [i, end] of ends.entries()) {
        const wish = wishes[i] ?? [];
        const places = wish.map((table) => LOCK_ORDER.indexOf(table));
        const sorted = places.every((place, at) => at === 0 || place > (places[at - 1] ?? -1));
        const said = end.status === "rejected" ? String(end.reason) : "done";
        expect(said).toMatch(sorted ? /^done$/ : /is locked after .*: see LOCK_ORDER/);
      }
    }),
    { numRuns: runs(5) },
  );
});

test("a table may be locked again, another piece of work starts anew, reading locks nothing", async () => {
  await db.tx(async (sql) => {
    await lockIds(sql, "sku", rows.get("sku") ?? []);
    await lockIds(sql, "sku", rows.get("sku") ?? []);
    expect(() => keep(sql, "purchase_order")).toThrow("purchase_order is locked after sku");
    nextOrder(sql);
    expect(keep(sql, "purchase_order", "share", "t")).toBe("for share of t");
  });
  expect(keep(db, "purchase_order")).toBe("");
});
