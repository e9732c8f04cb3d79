import { afterAll, beforeAll, expect, it } from "vitest";
import { ledgerFaults } from "./checks";
import { reverseMoves } from "./reverse";
import { postLateCosts } from "./rows";
import { openStock, type Stock } from "./stock.testing";
import { arrive, lose, sendOff } from "./transit";

let s: Stock;
beforeAll(async () => {
  s = await openStock();
});
afterAll(async () => {
  expect(await ledgerFaults(s.db)).toEqual([]);
  await s.db.close();
});

const types = { out: "transferOut", transit: "transferTransit" } as const;
const to = (sku: number) => {
  const { skuId, warehouseId } = s.place(sku, 1);
  return { skuId, toWarehouseId: warehouseId, lineId: "1" };
};
const send = (sku: number, qty: number) =>
  s.act(async (c) => {
    const from = s.source("transfer");
    const place = s.place(sku, 0);
    await sendOff(c, from, "ship", [{ ...to(sku), fromWarehouseId: place.warehouseId, bucket: "good", qty }], types);
    return from;
  });
const legIn = (sku: number, warehouse = 1) => {
  const { skuId, warehouseId } = s.place(sku, warehouse);
  return s.db.one(
    `select good_qty as good, stock_value::text as value, first_leg_value::text as leg, transit_first_leg::text as way
     from stock where sku_id = $1 and warehouse_id = $2`,
    [skuId, warehouseId],
  );
};
const out = (sku: number, qty: number, warehouse = 1) =>
  s.post([{ kind: "out", bucket: "good", type: "otherOut", qty, ...s.place(sku, warehouse) }]);

it("comes with the goods, leaves at the average with them, and the last piece takes the rest", async () => {
  await s.fill(140, "5600.00", s.place(0, 0));
  const from = await send(0, 100);
  await s.act((c) => arrive(c, from, "receive", [{ ...to(0), good: 99, bad: 0, fee: "643.27" }], { in: "transferIn" }));
  expect(await legIn(0)).toEqual({ good: 99, value: "4603.27", leg: "643.27", way: "0.00" });
  expect((await out(0, 3)).rows).toMatchObject([{ amount: "-139.49", firstLeg: "-19.49" }]);
  expect((await out(0, 96)).rows).toMatchObject([{ amount: "-4463.78", firstLeg: "-623.78" }]);
  expect(await legIn(0)).toMatchObject({ good: 0, value: "0.00", leg: "0.00" });
  // What is lost bears its freight, and takes what it brought from before.
  await s.act((c) => lose(c, from, "close", [{ ...to(0), qty: 1, fee: "6.50" }], { loss: "transferLoss" }));
  expect(await legIn(0)).toMatchObject({ way: "0.00" });
});

it("goes on to a third warehouse and comes back with a reversal", async () => {
  await s.fill(10, "100.00", s.place(1, 0));
  const first = await send(1, 10);
  await s.act((c) => arrive(c, first, "receive", [{ ...to(1), good: 10, bad: 0, fee: "20.00" }], { in: "transferIn" }));
  const gone = await out(1, 4);
  expect(gone.rows).toMatchObject([{ amount: "-48.00", firstLeg: "-8.00" }]);
  await s.act((c) => reverseMoves(c, gone.from, "reverse"));
  expect(await legIn(1)).toMatchObject({ good: 10, value: "120.00", leg: "20.00" });
});

it("rises and falls with a bill that comes late, never below nothing nor above the value", async () => {
  await s.fill(10, "100.00", s.place(2, 0));
  const from = await send(2, 10);
  await s.act((c) => arrive(c, from, "receive", [{ ...to(2), good: 10, bad: 0, fee: "20.00" }], { in: "transferIn" }));
  await out(2, 5);
  const late = (key: string, amount: string) =>
    s.act((c) => postLateCosts(c, from, key, [{ ...s.place(2, 1), lineId: "1", amount, pieces: 10, firstLeg: true }]));
  await late("bill", "10.00");
  expect(await legIn(2)).toMatchObject({ value: "65.00", leg: "15.00" });
  await late("credit", "-40.00");
  expect(await legIn(2)).toMatchObject({ value: "45.00", leg: "0.00" });
  const [sold] = await s.db.query(
    `select amount::text as amount, first_leg::text as leg from stock_move where biz_type = 'costOfSales' order by id`,
  );
  expect(sold).toEqual({ amount: "-5.00", leg: "-5.00" });
});
