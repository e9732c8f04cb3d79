import { afterAll, beforeAll, expect, test } from "vitest";
import { office } from "#backend/domain/product/product.testing";
import { postMoves } from "#backend/ledgers/stock/ledger";
import { reserve } from "#backend/ledgers/stock/reserve";
import { reverseMoves } from "#backend/ledgers/stock/reverse";
import { sendOff } from "#backend/ledgers/stock/transit";
import { actAs } from "../../../../tests/acting";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { checkStock } from "./check";

let backend: TestBackend;
let o: ReturnType<typeof office>;
let [sku, warehouseId] = ["", ""];
const source = { document: "other_in", id: "900", no: "QR-X" };

beforeAll(async () => {
  backend = await testBackend();
  const { db } = backend;
  o = office(backend);
  warehouseId = (await db.one<{ id: string }>("select id from warehouse where code = 'WH-SZ'"))?.id ?? "";
  sku =
    (
      await db.one<{ id: string }>(
        `insert into sku (sku_code, name, status, sku_type, unit, safety_qty)
         values ('LST0001-01', '货品', 'approved', 'easy', 'pcs', 100) returning id`,
      )
    )?.id ?? "";
  const place = { warehouseId, skuId: sku };
  await db.tx(async (sql) => {
    const c = actAs(sql);
    const move = { kind: "in", bucket: "good", type: "otherIn", ...place } as const;
    await postMoves(c, source, "a", [{ ...move, qty: 10, amount: "100.00" }]);
    await postMoves(c, source, "b", [{ ...move, qty: 30, amount: "320.00" }]);
    await postMoves(c, source, "c", [{ kind: "out", bucket: "good", type: "otherOut", qty: 20, ...place }]);
    await reserve(c, source, [{ ...place, bucket: "good", qty: 5, lineId: "1" }]);
  });
});
afterAll(() => backend.close());

type Row = Record<string, unknown>;
const list = async (who: string, path: string, params: Record<string, string> = {}) => {
  const page = o.good(await o.as(who).send("GET", `${path}/page`, undefined, params)) as {
    records: Row[];
    summary: Row;
  };
  return { ...page, row: page.records[0] as Row };
};

test("stock shows quantities to all, costs to who may see them", async () => {
  const { row, summary } = await list("finance", "/wms/stock", { keyword: "lst0001" });
  expect(row).toMatchObject({
    skuCode: "LST0001-01",
    goodQty: 20,
    reservedQty: 5,
    availableQty: 15,
    onHandQty: 20,
    stockValue: "210.00",
    avgCost: "10.500000",
    onOrderQty: 0,
    kind: "domestic",
  });
  expect(summary).toMatchObject({ goodQty: "20", stockValue: "210.00" });
  const seen = await list("warehouse", "/wms/stock", { keyword: "lst0001" });
  expect(seen.row.goodQty).toBe(20);
  for (const hidden of ["stockValue", "avgCost", "transitValue"]) {
    expect(seen.row).not.toHaveProperty(hidden);
    expect(seen.summary).not.toHaveProperty(hidden);
  }
});

test("its filters: stock at hand, safety stock, age of what remains", async () => {
  const { db } = backend;
  const found = async (params: Record<string, string>) => (await list("finance", "/wms/stock", params)).records.length;
  expect(await found({ hasStock: "yes" })).toBe(1);
  expect(await found({ hasStock: "no" })).toBe(0);
  expect(await found({ belowSafety: "yes" })).toBe(1);
  // 20 are left of 10 received 100 days ago and 30 received 40 days ago: all of the latter.
  await db.query("alter table stock_move disable trigger stock_move_only_added");
  await db.query(
    `update stock_move m set create_time = now() - case p.key when 'a' then interval '100 days'
       when 'b' then interval '40 days' else interval '0' end
     from stock_posting p where p.id = m.posting_id`,
  );
  await db.query("alter table stock_move enable trigger stock_move_only_added");
  await db.query("select stock_rebuild()");
  expect((await list("finance", "/wms/stock")).row.avgAgeDays).toBe(40);
  expect(await found({ ageOver: "30" })).toBe(1);
  expect(await found({ ageOver: "60" })).toBe(0);
});

test("age is counted by the day of receipt, with a share of what the pool is worth", async () => {
  const asked = { keyword: "lst0001" };
  const { row, summary } = await list("finance", "/wms/stockage", asked);
  expect(row).toMatchObject({
    onHandQty: 20,
    avgAgeDays: 40,
    oldestDays: 40,
    d30Qty: 0,
    d60Qty: 20,
    over365Qty: 0,
    stockValue: "210.00",
    d30Value: "0.00",
    d60Value: "210.00",
    over365Value: "0.00",
  });
  expect(summary).toMatchObject({ d60Qty: "20", d60Value: "210.00" });
  const found = async (more: Record<string, string>) =>
    (await list("finance", "/wms/stockage", { ...asked, ...more })).records.length;
  expect(await found({ ageOver: "30", belowSafety: "yes" })).toBe(1);
  expect(await found({ ageOver: "60" })).toBe(0);
  expect((await list("warehouse", "/wms/stockage", asked)).row).not.toHaveProperty("d60Value");
});

test("moves are listed by document, SKU and bucket, summed, and never changed", async () => {
  const own = { skuCode: "LST0001-01", warehouseId };
  const { records, summary } = await list("finance", "/wms/move", own);
  expect(records.map((r) => [r.qty, r.amount, r.bizNo])).toEqual([
    [-20, "-210.00", "QR-X"],
    [30, "320.00", "QR-X"],
    [10, "100.00", "QR-X"],
  ]);
  expect(summary).toMatchObject({ qty: "20", amount: "210.00" });
  expect((await list("finance", "/wms/move", { skuCode: "LST0001" })).records).toEqual([]);
  expect((await list("buyer", "/wms/move", own)).row).not.toHaveProperty("amount");
  const change = await o.as("admin").send("PUT", "/wms/move", { id: records[0]?.id, version: 0 });
  expect(change.status).toBe(404);
});

test("what is under way is listed by line, and summed by warehouse", async () => {
  const { db } = backend;
  const to = await db.one<{ id: string }>("select id from warehouse where code = 'WH-YW'");
  const leg = { fromWarehouseId: warehouseId, toWarehouseId: to?.id ?? "" };
  const from = { document: "transfer", id: "901", no: "DB-X" };
  await db.query(
    `insert into transfer (id, no, status, expect_arrive_date)
     overriding system value values (901, 'DB-X', 'shipped', current_date - 3)`,
  );
  await db.tx((sql) =>
    sendOff(actAs(sql), from, "ship", [{ ...leg, skuId: sku, bucket: "good", qty: 4, lineId: "7" }], {
      out: "transferOut",
      transit: "transferTransit",
    }),
  );
  const { row } = await list("finance", "/wms/stocktransit", { late: "yes" });
  expect(row).toMatchObject({
    skuCode: "LST0001-01",
    qty: 4,
    value: "42.00",
    bizNo: "DB-X",
    days: 0,
    lateDays: 3,
    fromWarehouseId: warehouseId,
    warehouseId: to?.id,
  });
  const { records } = await list("finance", "/wms/stockwarehouse");
  const at = (id?: string) => records.find((r) => r.warehouseId === id);
  expect(at(to?.id)).toMatchObject({ transitQty: 4, transitValue: "42.00", onHandQty: 0 });
  expect(at(warehouseId)).toMatchObject({ skuCount: 1, onHandQty: 16, stockValue: "168.00" });
  await db.tx((sql) => reverseMoves(actAs(sql), from, "back"));
  expect((await list("finance", "/wms/stocktransit")).records).toEqual([]);
  expect((await list("finance", "/wms/stockage", { keyword: "lst0001" })).row).toMatchObject({
    onHandQty: 20,
    d60Qty: 20,
  });
});

test("a reservation is released when its document is over, by who may and with a reason", async () => {
  const { db } = backend;
  const { row } = await list("warehouse", "/wms/reservation", { skuCode: "LST0001-01" });
  const id = String(row.id);
  expect(row).toMatchObject({ qty: 5, status: "active", bizNo: "QR-X" });
  const release = (reason: string) => o.as("warehouse").act("/wms/reservation", id, "release", { reason });
  await db.query(
    `insert into purchase_return (id, no, status) overriding system value values (900, 'CT-X', 'approved')`,
  );
  await db.query("update stock_reservation set biz_document = 'purchase_return', biz_no = 'CT-X' where id = $1", [id]);
  expect((await release("")).body.msg).toBe("请填写释放原因");
  expect((await release("单据已废")).body.msg).toBe("来源单CT-X未作废或关闭，不能释放");
  await db.query("update purchase_return set status = 'void' where id = 900");
  o.good(await release("单据已废"));
  const after = await list("warehouse", "/wms/stock", { keyword: "lst0001" });
  expect(after.row).toMatchObject({ reservedQty: 0, availableQty: 20 });
  expect((await release("再来")).body.msg).toBe("已释放状态不能释放");
});

test("warehouses: no other kind after the first move, not disabled with stock, one per store", async () => {
  const { db } = backend;
  const admin = o.as("admin");
  const edit = async (body: Row) => (await admin.edit("/wms/warehouse", warehouseId, body)).body.msg;
  expect(await edit({ kind: "overseas" })).toBe("仓库已有库存流水，不能修改类型");
  expect(await edit({ enabled: false })).toBe("仓库仍有库存，不能停用");
  const fba = { code: "FBA-X", name: "FBA测试", kind: "fba", managerId: "1" };
  const add = async (body: Row) => (await admin.send("POST", "/wms/warehouse", body)).body.msg;
  expect(await add({ ...fba, kind: "domestic" })).toBe("请输入地址");
  expect(await add({ ...fba, kind: "thirdParty", address: "x" })).toBe("请选择服务商");
  expect(await add(fba)).toBe("请选择店铺");
  const store = await db.one<{ id: string }>(
    "select id from store where id not in (select store_id from warehouse where store_id is not null) limit 1",
  );
  o.good(await admin.send("POST", "/wms/warehouse", { ...fba, storeId: store?.id }));
  expect(await add({ ...fba, code: "FBA-Y", name: "又一个", storeId: store?.id })).toBe("该店铺已有FBA仓");
});

test("the nightly check is silent while all adds up and tells the keepers when it does not", async () => {
  const { db } = backend;
  const notices = () =>
    db.query<{ text: string }>("select push_describe as text from sys_notification where title = '库存对账差异'");
  await checkStock(db);
  expect(await notices()).toEqual([]);
  await db.query("update stock set good_qty = good_qty + 1 where sku_id = $1", [sku]);
  await checkStock(db);
  expect((await notices())[0]?.text).toContain("深圳仓 LST0001-01 库存与流水不符");
});

test("payables are listed with their order, to buyers only of their own suppliers", async () => {
  const { db } = backend;
  const buyer = await db.one<{ id: string }>("select id from sys_user where username = 'buyer'");
  for (const [no, owner] of [
    ["GY-1", buyer?.id],
    ["GY-2", "1"],
  ])
    await db.query(
      `with s as (insert into supplier (no, name, status, buyer_id)
         values ($1, $1 || '供应商', 'approved', $2) returning id)
       insert into ap_entry (supplier_id, currency, amount, base_amount, balance, biz_type, biz_date,
         biz_document, biz_id, biz_no)
       select id, 'USD', 10, 71.5, 10, 'receipt', '2026-11-01', 'wms_sign', 1, 'QS-X' from s`,
      [no, owner],
    );
  const all = await list("finance", "/finance/ap");
  expect(all.records.length).toBe(2);
  expect(all.summary).toEqual({ baseAmount: "143.00", amount: { USD: "20.00" } });
  const own = await list("buyer", "/finance/ap", { currency: "USD" });
  expect(own.records.map((r) => [r.supplierName, r.amount, r.bizNo])).toEqual([["GY-1供应商", "10.00", "QS-X"]]);
});
