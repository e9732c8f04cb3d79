import { beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { seeded } from "../demo.testing";

let db: Database;
beforeAll(async () => {
  db = await seeded();
}, 240_000);

test("every system has its mappings, most of them active", async () => {
  const found = await db.query<{ system: string; n: number; active: number; failed: number }>(
    `select system, count(*)::int as n, count(*) filter (where status = 'active')::int as active,
       count(*) filter (where status = 'failed')::int as failed
     from goods_mapping group by 1 order by 1`,
  );
  expect(found.map(({ system, n }) => [system, n])).toEqual(
    ["gc", "hs", "overseas", "sf", "winit", "xy"].map((system) => [system, 40]),
  );
  for (const { active, failed } of found) {
    expect(active).toBeGreaterThan(30);
    expect(failed).toBeGreaterThan(0);
  }
});

test("a SKU has one active code in each system, and a code one SKU", async () => {
  const twice = (columns: string, where: string) =>
    db.query(
      `select 1 from goods_mapping ${where}
       group by system, warehouse_id, app_id, ${columns} having count(*) > 1`,
    );
  expect(await twice("external_code", "")).toEqual([]);
  expect(await twice("sku_id", "where status = 'active'")).toEqual([]);
  const strange = "external_code !~ '^[A-Za-z0-9._-]{1,64}$'";
  expect(await db.query(`select 1 from goods_mapping where ${strange}`)).toEqual([]);
});
