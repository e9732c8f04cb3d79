import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { given } from "../../tests/given";
import { testDatabase } from "../../tests/harness";
import { costOfPieces, PIECES, soldPieces } from "./pieces";

let db: Database;
const skus: Record<string, string> = {};
beforeAll(async () => {
  db = await testDatabase();
  for (const [code, type, price] of [
    ["PCS-A", "normal", "4.00"],
    ["PCS-B", "normal", null],
    ["PCS-SET", "combo", "999.00"],
  ])
    skus[given(code)] = given(
      await db.one<{ id: string }>(
        `insert into sku (sku_code, name, status, sku_type, unit, purchase_price)
         values ($1, $1, 'approved', $2, 'pcs', $3) returning id`,
        [code, type, price],
      ),
    ).id;
  await db.query(
    `insert into sku_combo_item (sku_id, line_no, child_sku_id, qty) values ($1, 1, $2, 3), ($1, 2, $3, 1)`,
    [skus["PCS-SET"], skus["PCS-A"], skus["PCS-B"]],
  );
  await db.query("select ensure_fact_partitions(current_date, current_date)");
  for (const [code, units] of [
    ["PCS-A", 5],
    ["PCS-SET", 2],
  ])
    await db.query(
      `insert into fact_trade_daily (biz_date, store_id, seller_sku, site_code, region_code, group_id,
         dept_id, division_id, sku_code, model_code, currency, units)
       values (current_date, 1, $1, 'US', 'NA', 1, 1, 1, $1, 'M', 'USD', $2)`,
      [code, units],
    );
});
afterAll(() => db.close());

test("a combination is made of its parts, any other SKU of itself", async () => {
  const found = await db.query(
    `select x.sku_code as sku, p.sku_code as piece, x.per from (${PIECES}) x join sku p on p.id = x.piece_id
     where x.sku_code like 'PCS-%' order by 1, 2`,
  );
  expect(found).toEqual([
    { sku: "PCS-A", piece: "PCS-A", per: 1 },
    { sku: "PCS-B", piece: "PCS-B", per: 1 },
    { sku: "PCS-SET", piece: "PCS-A", per: 3 },
    { sku: "PCS-SET", piece: "PCS-B", per: 1 },
  ]);
});

test("it costs the sum of its pieces, and nobody knows while one has no price", async () => {
  const cost = async (code: string) =>
    given(await db.one<{ cost: string | null }>(`select ${costOfPieces("$1")} as cost`, [skus[code]])).cost;
  expect(await cost("PCS-SET")).toBeNull();
  await db.query("update sku set purchase_price = 2.5 where sku_code = 'PCS-B'");
  expect(Number(await cost("PCS-SET"))).toBe(14.5);
  expect(Number(await cost("PCS-A"))).toBe(4);
});

test("a piece is sold by itself and in combinations", async () => {
  const sold = async (code: string) =>
    given(await db.one<{ n: number }>(`select ${soldPieces("$1::bigint", "f.store_id = 1")} as n`, [skus[code]])).n;
  expect([await sold("PCS-A"), await sold("PCS-B"), await sold("PCS-SET")]).toEqual([11, 2, 2]);
});

test("nothing else reads what a combination is made of", () => {
  const readers = readdirSync("backend", { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      file.endsWith(".ts") &&
      !/\.test(ing)?\.ts$/.test(file) &&
      readFileSync(`backend/${file}`, "utf8").includes("sku_combo_item"),
  );
  // Whether a SKU is named by a combination or lacks its parts, what an import finds of them, and the
  // demonstration's own are no expansion.
  expect(readers.sort()).toEqual([
    "demo/products/skus.ts",
    "demo/story/set.ts",
    "domain/base/workbook/sheets/sku-parts.ts",
    "domain/in-use.ts",
    "domain/pieces.ts",
    "domain/product/sku/sku.ts",
  ]);
});
