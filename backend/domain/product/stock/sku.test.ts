import { afterAll, beforeAll, expect, test } from "vitest";
import { type Dock, dock } from "#backend/domain/purchase/delivery/delivery.testing";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { refreshSkuStock } from "./sku";

let backend: TestBackend;
let d: Dock;
beforeAll(async () => {
  backend = await testBackend();
  d = await dock(backend);
});
afterAll(() => backend.close());

test("a SKU shows what lies, travels and is ordered over all warehouses", async () => {
  const { db } = backend;
  const sku = await db.one<{ id: string }>("select id from sku where sku_code = 'DLV0001-01'");
  await db.query(
    `insert into stock (warehouse_id, sku_id, good_qty, bad_qty, reserved_qty, transit_qty)
     values (1, $1, 10, 2, 4, 0), (2, $1, 5, 0, 0, 7)`,
    [sku?.id],
  );
  await d.order([30]);
  await db.query("update purchase_order_line set open_qty = 30");
  const now = { goodQty: 15, availableQty: 11, inTransitQty: 7, onOrderQty: 30 };
  const list = async () => {
    const params = { keyword: "DLV0001-01" };
    return d.good(await d.buyer.send("GET", "/product/sku/page", undefined, params)) as {
      records: Record<string, unknown>[];
      summary: Record<string, unknown>;
    };
  };
  expect((await list()).records[0]).toMatchObject(now);
  await refreshSkuStock(db);
  expect((await list()).summary).toMatchObject({ goodQty: "15", onOrderQty: "30" });
});

test("what is ordered into a warehouse where it never lay stands in 库存, once", async () => {
  const { db } = backend;
  const sku = await db.one<{ id: string }>("select id from sku where sku_code = 'DLV0001-01'");
  const ordered = async () => {
    const params = { keyword: "DLV0001-01", size: "50", current: "1" };
    const { body } = await d.buyer.send("GET", "/wms/stock/page", undefined, params);
    const rows: Record<string, unknown>[] = body.data.records;
    return { rows: rows.map((r) => Number(r.onOrderQty)), sum: body.data.summary.onOrderQty };
  };
  const before = await ordered();
  await db.query("delete from stock where sku_id = $1", [sku?.id]);
  expect(await ordered()).toEqual({ rows: [30], sum: "30" });
  expect(before.sum).toBe("30");
  const [place] = await db.query<{ n: number }>("select sum(on_order_qty)::int as n from stock_warehouse_list");
  expect(place?.n).toBe(30);
});
