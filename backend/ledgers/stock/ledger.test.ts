import { afterAll, beforeAll, expect, it } from "vitest";
import { ledgerFaults } from "./checks";
import { postMoves } from "./ledger";
import { release, reserve } from "./reserve";
import { reverseMoves } from "./reverse";
import { openStock, type Stock } from "./stock.testing";

let s: Stock;
beforeAll(async () => {
  s = await openStock();
});
afterAll(async () => {
  expect(await ledgerFaults(s.db)).toEqual([]);
  await s.db.close();
});

const out = (qty: number, at: ReturnType<Stock["place"]>, bucket: "good" | "bad" = "good") => ({
  kind: "out" as const,
  bucket,
  qty,
  type: "otherOut" as const,
  ...at,
});

it("takes pieces at the moving average; who takes the last one takes all that is left", async () => {
  const at = s.place(0, 0);
  await s.fill(2, "10.00", at);
  await s.fill(1, "0.01", at);
  expect(await s.stock(at)).toMatchObject({ good: 3, value: "10.01", cost: "3.336667" });
  const first = await s.post([out(1, at)]);
  expect(first.rows).toMatchObject([{ qty: -1, amount: "-3.34" }]);
  await s.post([out(2, at)]);
  expect(await s.stock(at)).toMatchObject({ good: 0, value: "0.00", cost: "0.000000" });
});

it("moves pieces between buckets without changing what they are worth", async () => {
  const at = s.place(1, 0);
  const arrival = { kind: "in" as const, bucket: "qc" as const, type: "purchaseSign" as const };
  await s.post([{ ...arrival, qty: 40, amount: "400.00", ...at }]);
  const { from } = await s.post([
    { kind: "shift", from: "qc", to: "good", qty: 38, type: "qcPass", ...at },
    { kind: "shift", from: "qc", to: "bad", qty: 2, type: "qcReject", ...at },
  ]);
  expect(await s.stock(at)).toMatchObject({ qc: 0, good: 38, bad: 2, value: "400.00" });
  await s.act((c) => reverseMoves(c, from, "reverse"));
  expect(await s.stock(at)).toMatchObject({ qc: 40, good: 0, bad: 0, value: "400.00" });
  await expect(s.act((c) => reverseMoves(c, from, "again"))).rejects.toMatchObject({
    status: 409,
    message: "该流水已被冲销",
  });
});

it("refuses what is not there, and what another document holds", async () => {
  const at = s.place(2, 0);
  await s.fill(10, "100.00", at);
  await expect(s.post([out(6, at), out(5, at)])).rejects.toThrow("SKU STK-03 在深圳仓的良品可用不足，需11，可用10");
  const owner = s.source("other_out");
  await s.act((c) => reserve(c, owner, [{ bucket: "good", qty: 7, lineId: "1", ...at }]));
  expect(await s.stock(at)).toMatchObject({ good: 10, held: 7, available: 3 });
  await expect(s.post([out(4, at)])).rejects.toThrow("需4，可用3");
  await s.act((c) => postMoves(c, owner, "ship", [{ ...out(5, at), reserved: true, lineId: "1" }]));
  expect(await s.stock(at)).toMatchObject({ good: 5, held: 2, value: "50.00" });
  await s.act((c) => release(c, owner));
  expect(await s.stock(at)).toMatchObject({ good: 5, held: 0 });
});

it("goes back at the amount of then, and says as one row what the average moved", async () => {
  const at = s.place(0, 1);
  const { from } = await s.fill(10, "100.00", at);
  await s.fill(10, "300.00", at);
  await s.post([out(10, at)]);
  expect(await s.stock(at)).toMatchObject({ good: 10, value: "200.00" });
  await s.act((c) => reverseMoves(c, from, "reverse"));
  expect(await s.stock(at)).toMatchObject({ good: 0, value: "0.00" });
  const rows = await s.db.query(
    `select biz_type as type, qty, amount::text as amount from stock_move
     where biz_id = $1 and biz_document = 'other_in' order by id`,
    [from.id],
  );
  expect(rows).toEqual([
    { type: "otherIn", qty: 10, amount: "100.00" },
    { type: "otherInReverse", qty: -10, amount: "-100.00" },
    { type: "costAdjust", qty: 0, amount: "-100.00" },
  ]);
});

it("of two who take back the same posting at once, the second hears that it is taken back", async () => {
  const { from } = await s.fill(4, "4.00", s.place(2, 1));
  const once = () => s.act((c) => reverseMoves(c, from, "reverse"));
  const both = await Promise.allSettled([once(), once()]);
  expect(both.flatMap((b) => (b.status === "rejected" ? [b.reason.message] : []))).toEqual(["该流水已被冲销"]);
});

it("keeps the day of the first piece as long as one is there", async () => {
  const at = s.place(2, 1);
  const firstIn = async () => {
    const row = await s.db.one<{ day: string | null }>(
      `select first_in_time::date as day from stock where warehouse_id = $1 and sku_id = $2`,
      [at.warehouseId, at.skuId],
    );
    return row?.day;
  };
  await s.fill(3, "3.00", at);
  await s.db.query("update stock set first_in_time = '2026-01-05' where warehouse_id = $1", [at.warehouseId]);
  await s.fill(2, "2.00", at);
  await s.post([{ kind: "shift", from: "good", to: "bad", qty: 1, type: "qcReject", ...at }]);
  await s.post([out(4, at)]);
  expect(await firstIn()).toBe("2026-01-05");
  await s.post([out(1, at, "bad")]);
  expect(await firstIn()).toBeNull();
});

it("posts once for a key, never into a closed month, and is only added to", async () => {
  const at = s.place(1, 1);
  const from = s.source();
  const move = { kind: "in" as const, bucket: "good" as const, type: "otherIn" as const, ...at };
  const once = () => s.act((c) => postMoves(c, from, "confirm", [{ ...move, qty: 1, amount: "1.00" }]));
  const both = await Promise.allSettled([once(), once()]);
  expect(both.map((b) => b.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await s.stock(at)).toMatchObject({ good: 1 });
  const closed = "update sys_param set value = '2026-09-30' where param_key = 'month_close_until'";
  await s.db.query(closed);
  await expect(s.post([{ ...move, qty: 1, amount: "1.00" }], { bizDate: "2026-09-30" })).rejects.toThrow(
    "2026-09已关账",
  );
  for (const change of ["update stock_move set qty = 2", "delete from stock_move"])
    await expect(s.db.query(change)).rejects.toThrow("never changed");
});
