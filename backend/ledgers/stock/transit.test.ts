import { afterAll, beforeAll, expect, it } from "vitest";
import { ledgerFaults } from "./checks";
import { reserve } from "./reserve";
import { reverseMoves } from "./reverse";
import { openStock, type Stock } from "./stock.testing";
import { arrive, lose, sendOff, transitOf } from "./transit";

let s: Stock;
beforeAll(async () => {
  s = await openStock();
});
afterAll(async () => {
  expect(await ledgerFaults(s.db)).toEqual([]);
  await s.db.close();
});

const types = { out: "transferOut", transit: "transferTransit" } as const;
const leg = (sku: number, qty: number, lineId = "1") => ({
  skuId: s.place(sku).skuId,
  fromWarehouseId: s.place(sku, 0).warehouseId,
  toWarehouseId: s.place(sku, 1).warehouseId,
  bucket: "good" as const,
  qty,
  lineId,
});
const to = (sku: number, lineId = "1") => ({
  skuId: s.place(sku).skuId,
  toWarehouseId: s.place(sku, 1).warehouseId,
  lineId,
});
const transit = async (sku: number) => {
  const { warehouseId, skuId } = s.place(sku, 1);
  return s.db.one(
    `select transit_qty as qty, transit_value::text as value from stock
     where warehouse_id = $1 and sku_id = $2`,
    [warehouseId, skuId],
  );
};
const transfer = () => s.source("transfer");

it("carries the cost through transit; fees join what comes in and what is lost", async () => {
  await s.fill(95, "950.00", s.place(0, 0));
  const from = transfer();
  const place = s.place(0, 0);
  const hold = { ...place, bucket: "good" as const, qty: 90, lineId: "1" };
  await s.act((c) => reserve(c, from, [hold]));
  const sent = await s.act((c) => sendOff(c, from, "ship", [{ ...leg(0, 90), reserved: true }], types));
  expect(sent).toEqual([{ lineId: "1", qty: 90, amount: "900.00" }]);
  expect(await s.stock(place)).toMatchObject({ good: 5, held: 0, value: "50.00" });
  expect(await transit(0)).toEqual({ qty: 90, value: "900.00" });
  const came = await s.act((c) =>
    arrive(c, from, "receive", [{ ...to(0), good: 88, bad: 1, fee: "558.22" }], { in: "transferIn" }),
  );
  expect(came).toEqual([{ lineId: "1", qty: 89, amount: "1448.22" }]);
  expect(await s.stock(s.place(0, 1))).toMatchObject({ good: 88, bad: 1, value: "1448.22" });
  expect(await s.act((c) => transitOf(c, from))).toEqual([{ ...to(0), qty: 1, value: "10.00", firstLeg: "0.00" }]);
  const gone = await s.act((c) =>
    lose(c, from, "close", [{ ...to(0), qty: 1, fee: "6.27" }], { loss: "transferLoss" }),
  );
  expect(gone).toEqual([{ lineId: "1", qty: 1, amount: "16.27" }]);
  expect(await transit(0)).toEqual({ qty: 0, value: "0.00" });
  expect(await s.act((c) => transitOf(c, from))).toEqual([]);
});

it("values each line by what it left with, the last piece taking the rest", async () => {
  const [cheap, dear] = [transfer(), transfer()];
  await s.fill(3, "1.00", s.place(1, 0));
  await s.act((c) => sendOff(c, cheap, "ship", [leg(1, 3)], types));
  await s.fill(2, "90.00", s.place(1, 0));
  await s.act((c) => sendOff(c, dear, "ship", [leg(1, 2)], types));
  const take = (good: number) =>
    s.act((c) => arrive(c, cheap, `receive ${good}`, [{ ...to(1), good, bad: 0 }], { in: "transferIn" }));
  expect(await take(1)).toMatchObject([{ amount: "0.33" }]);
  await expect(take(3)).rejects.toThrow("SKU STK-02 在义乌仓的在途可用不足，需3，可用2");
  expect(await take(2)).toMatchObject([{ amount: "0.67" }]);
  expect(await transit(1)).toEqual({ qty: 2, value: "90.00" });
});

it("takes a shipping back at the amounts of then", async () => {
  const from = transfer();
  const place = s.place(2, 0);
  await s.fill(7, "10.00", place);
  await s.act((c) => sendOff(c, from, "ship", [leg(2, 3)], types));
  await s.fill(5, "500.00", place);
  const back = await s.act((c) => reverseMoves(c, from, "reverse"));
  expect(back.map((r) => [r.bucket, r.qty, r.amount])).toEqual([
    ["transit", -3, "-4.29"],
    ["good", 3, "4.29"],
  ]);
  expect(await s.stock(place)).toMatchObject({ good: 12, value: "510.00" });
  expect(await transit(2)).toEqual({ qty: 0, value: "0.00" });
  const words = await s.db.query(
    "select distinct biz_type as t from stock_move where biz_id = $1 and reversal_of is not null",
    [from.id],
  );
  expect(words).toEqual([{ t: "transferReverse" }]);
});
