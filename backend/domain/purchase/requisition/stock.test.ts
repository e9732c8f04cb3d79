import { afterAll, beforeAll, expect, test } from "vitest";
import { today } from "#backend/platform/values/calendar";
import { openSourcing, REQ, type Sourcing, TURN } from "../turn-requisition/sourcing.testing";

let s: Sourcing;
beforeAll(async () => {
  s = await openSourcing();
  const put = (warehouseId: string, good: number, held: number) =>
    s.db.query(
      `insert into stock (warehouse_id, sku_id, good_qty, reserved_qty, transit_qty)
       values ($1, $2, $3, $4, 7)`,
      [warehouseId, s.skus[0], good, held],
    );
  await put(s.warehouseId, 12, 2);
  await put(s.otherWarehouseId, 9, 4);
});
afterAll(() => s.close());

test("a requisition remembers what its warehouse had when it was submitted", async () => {
  const { id } = await s.requisition([5, 6]);
  const { items } = await s.read.requisition(id);
  expect(items).toMatchObject([
    { availableQty: 10, inTransitQty: 7, onOrderQty: 0 },
    { availableQty: null, inTransitQty: null, onOrderQty: 0 },
  ]);
});

test("lines that are moved from another warehouse take what is free there, no more", async () => {
  const { lines } = await s.requisition([20]);
  const moved = { turnMode: "transfer", fromWarehouseId: s.otherWarehouseId };
  const move = (qty: number) => s.turn([{ reqLineId: lines[0], qty, ...moved }]);
  const buyer = s.o.as("buyer");
  const many = await move(6);
  expect((await s.read.turn(many.id)).items).toMatchObject([{ availableQty: 5 }]);
  const refused = await buyer.act(TURN, many.id, "submit");
  expect(refused.body.msg).toBe("仓库义乌仓可用库存5不足");
  s.o.good(await buyer.act(TURN, (await move(5)).id, "submit"));
});

test("and what was sold of it in its store in the 30 days before", async () => {
  const { skus, db } = s;
  await db.query("select ensure_fact_partitions(current_date - 40, current_date)");
  const sold = (days: number, store: number, units: number) =>
    db.query(
      `insert into fact_trade_daily (biz_date, store_id, seller_sku, site_code, region_code, group_id,
         dept_id, division_id, sku_code, model_code, currency, units)
       select $2::date - $3::int, coalesce($4::bigint, id), 'S', 'US', 'NA', 1, 1, 1,
         (select sku_code from sku where id = $1), 'M', 'USD', $5
       from (select id from store order by id limit 1) t`,
      [skus[1], today(), days, store || null, units],
    );
  for (const [days, store, units] of [
    [1, 0, 7],
    [30, 0, 4],
    [31, 0, 100],
    [2, 99, 50],
  ])
    await sold(days ?? 0, store ?? 0, units ?? 0);
  const { id, no } = await s.requisition([5, 6]);
  expect((await s.read.requisition(id)).items).toMatchObject([{ sales30d: 0 }, { sales30d: 11 }]);
  await db.query("update sku set moq = 4 where id = $1", [skus[1]]);
  expect((await s.read.requisition(id)).items).toMatchObject([
    { remainQty: 5, moqNote: null },
    { remainQty: 6, moqNote: "不是起订量4的倍数" },
  ]);
  const page = async (keyword: string) =>
    s.o.good(await s.o.as("ops").send("GET", `${REQ}/page`, undefined, { keyword })).records;
  expect((await page("SRC0001-02"))[0]).toMatchObject({ no, skuCount: 2, site: expect.any(String) });
  expect(await page("SRC0001-04")).toEqual([]);
});

test("what was turned is not void", async () => {
  const { id, lines } = await s.requisition([10]);
  await s.turned([{ reqLineId: lines[0], qty: 10 }]);
  const voided = await s.o.as("purchase_manager").act(REQ, id, "void", { reason: "试" });
  expect(voided.body.msg).toBe("请购单已转采，不能作废，请走请购取消");
});

test("a draft names what it asks for before it is submitted", async () => {
  const { skus, warehouseId } = s;
  const items = [{ skuId: skus[2], qty: 3, estPrice: "1" }];
  const draft = { reqType: "packing", warehouseId, expectDate: "2099-01-01", items };
  const { id } = await s.o.as("ops").add(REQ, draft);
  expect(await s.read.requisition(id)).toMatchObject({
    progress: "none",
    items: [{ skuName: "测试品3", unit: "pcs" }],
  });
});
