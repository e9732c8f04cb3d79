import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "../../../stock/checks";
import { reserve } from "../../../stock/reserve";
import { openStock, type Stock } from "../../../stock/stock.testing";
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
  await db.query(
    `update stock set good_qty = 12, reserved_qty = 3, stock_value = 90 where sku_id = $1`,
    [skuId],
  );
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
  const logged = await db.query(
    "select diff from sys_oper_log where biz_type = 'stock' order by id",
  );
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).toContain('"良品":["12","10"]');
  expect(await ledgerFaults(db)).toEqual([]);
  expect(await count()).toEqual(["库存对账：没有差异"]);
});
