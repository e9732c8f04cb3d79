import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { reserve } from "#backend/ledgers/stock/reserve";
import { openStock, type Stock } from "#backend/ledgers/stock/stock.testing";
import { sendOff } from "#backend/ledgers/stock/transit";
import { recountStock } from "./recount";

let s: Stock;
beforeAll(async () => {
  s = await openStock();
  await s.fill(10, "100.00", s.place(0));
  await s.fill(5, "20.00", s.place(1));
  const owner = s.source("other_out");
  const hold = { ...s.place(0), bucket: "good" as const, qty: 4, lineId: "1" };
  await s.act((c) => reserve(c, owner, [hold]));
});
afterAll(() => s.db.close());

const count = async (repair = false) => {
  const said: string[] = [];
  await recountStock(s.db, repair, (line) => said.push(line));
  return said;
};

test("says nothing of balances that are those of their moves", async () => {
  expect(await count()).toEqual(["库存对账：没有差异"]);
});

test("says each difference, and writes what the moves say only when told to", async () => {
  const { db } = s;
  const { skuId } = s.place(0);
  await db.query(`update stock set good_qty = 12, reserved_qty = 3, stock_value = 90 where sku_id = $1`, [skuId]);
  await db.query("delete from stock where sku_id = $1", [s.place(1).skuId]);
  await db.query("update stock_layer set remain = 1 where sku_id = $1", [skuId]);
  const seen = [
    "深圳仓 STK-01 库存金额：账面 90.00，流水 100.00",
    "深圳仓 STK-01 良品：账面 12，流水 10",
    "深圳仓 STK-01 良品锁定：账面 3，流水 4",
    "深圳仓 STK-01 库龄：与流水不符",
    "深圳仓 STK-02 库存金额：账面 0，流水 20.00",
    "深圳仓 STK-02 良品：账面 0，流水 5",
  ];
  expect((await count()).slice(0, -1).sort()).toEqual([...seen].sort());
  expect(await s.stock(s.place(0))).toMatchObject({ good: 12, value: "90.00" });
  const said = await count(true);
  expect(said).toHaveLength(seen.length + 1);
  expect(said.at(-1)).toBe("库存对账：6 处差异，已按流水改正");
  expect(await s.stock(s.place(0))).toMatchObject({ good: 10, held: 4, value: "100.00" });
  expect(await s.stock(s.place(1))).toMatchObject({ good: 5, value: "20.00" });
  const logged = await db.query("select diff from sys_oper_log where biz_type = 'stock' order by id");
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).toContain('"良品":["12","10"]');
  expect(await ledgerFaults(db)).toEqual([]);
  expect(await count()).toEqual(["库存对账：没有差异"]);
});

test("what is under way is counted too; nobody waits but for the pool that is put right", async () => {
  const { db } = s;
  const { warehouseId: toWarehouseId, skuId } = s.place(0, 1);
  const leg = { skuId, toWarehouseId, fromWarehouseId: s.place(0).warehouseId, lineId: "7" };
  const legs = [{ ...leg, bucket: "good" as const, qty: 2 }];
  const types = { out: "transferOut", transit: "transferTransit" } as const;
  await s.act((c) => sendOff(c, s.source("transfer"), "ship", legs, types));
  await db.query("update stock set transit_qty = 5 where sku_id = $1 and warehouse_id = $2", [skuId, toWarehouseId]);
  await db.query("update stock_transit set value = value + 1 where sku_id = $1", [skuId]);
  const seen = ["义乌仓 STK-01 在途：账面 5，流水 2", "义乌仓 STK-01 在途明细：与流水不符"];
  expect((await count()).slice(0, -1)).toEqual(seen);
  await db.tx(async (sql) => {
    // Somebody posts to another pool, and is not done.
    await sql.query("select 1 from stock where sku_id = $1 for update", [s.place(1).skuId]);
    expect((await count(true)).slice(0, -1)).toEqual(seen);
  });
  expect(await ledgerFaults(db)).toEqual([]);
  const [way] = await db.query("select qty, value::text, from_warehouse_id from stock_transit");
  expect(way).toEqual({ qty: 2, value: "20.00", from_warehouse_id: leg.fromWarehouseId });
});

test("of several tenants each difference names its own", async () => {
  const { db } = s;
  const tenant = await db.one<{ id: string }>(
    "insert into sys_tenant (name, code) values ('二号公司', 'second') returning id",
  );
  await db.query(
    `with w as (insert into warehouse (tenant_id, code, name, kind) values ($1, 'WH-2', '二号仓', 'domestic')
       returning id), k as (insert into sku (tenant_id, sku_code, name, status, sku_type, unit)
       values ($1, 'TWO-01', '货', 'approved', 'normal', 'pcs') returning id)
     insert into stock (tenant_id, warehouse_id, sku_id, bad_qty) select $1, w.id, k.id, 3 from w, k`,
    [tenant?.id],
  );
  await db.query("update stock set good_qty = good_qty + 1 where sku_id = $1", [s.place(1).skuId]);
  const own = (await db.one<{ name: string }>("select name from sys_tenant order by id limit 1"))?.name;
  expect((await count(true)).sort()).toEqual(
    [
      `${own} 深圳仓 STK-02 良品：账面 6，流水 5`,
      "二号公司 二号仓 TWO-01 次品：账面 3，流水 0",
      "库存对账：2 处差异，已按流水改正",
    ].sort(),
  );
  const [last] = await db.query<{ tenant: string }>(
    "select tenant_id as tenant from sys_oper_log where biz_type = 'stock' order by id desc limit 1",
  );
  expect(last?.tenant).toBe(tenant?.id);
  expect(await count()).toEqual(["库存对账：没有差异"]);
});
