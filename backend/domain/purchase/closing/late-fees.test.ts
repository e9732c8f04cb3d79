import { afterAll, beforeAll, expect, test } from "vitest";
import { CHANGE, ORDER } from "../order/purchase-order.testing";
import { type Backs, openBacks, RETURN } from "../return/return.testing";

let w: Backs;
beforeAll(async () => {
  w = await openBacks();
});
afterAll(() => w.close());

/** An order with 60.00 of freight, shared by amount: 50.00 and 10.00. */
async function ordered() {
  const po = await w.order([
    [100, "10.00"],
    [50, "4.00"],
  ]);
  const { db } = w.backend;
  await db.query("update purchase_order set freight_amount = 60, fee_share_type = 'amount' where id = $1", [po.id]);
  for (const [i, share] of [50, 10].entries())
    await db.query("update purchase_order_line set fee_share = $2 where id = $1", [po.lines[i], share]);
  return po;
}
const late = (lineId: string | undefined) =>
  w.backend.db.query<{ type: string; amount: string }>(
    `select biz_type as type, amount::text as amount from stock_move
     where biz_line_id = $1 and biz_type in ('costAdjust', 'costOfSales') order by id`,
    [lineId],
  );
const changed = async (poId: string, more: object) => {
  const form = w.good(await w.buyer.send("GET", `${CHANGE}/prefill`, undefined, { poId }));
  const { id } = await w.buyer.add(CHANGE, { ...form, poId, reason: "运费按实际结算", ...more });
  await w.submit("buyer", "purchase_change", CHANGE, id);
};

test("freight of the closed rest lies on what is in stock, and is sold with what left", async () => {
  const po = await ordered();
  await w.receive(po, [[0, 40]]);
  // 40 × 10.00 and 40 % of 50.00.
  expect(await w.pool(po.lines[0])).toBe("40/0/0 0/0 420.00");
  await w.shipped(RETURN, po, [[0, 10]]);
  expect(await w.pool(po.lines[0])).toBe("30/0/0 0/0 315.00");
  w.good(await w.manager.act(ORDER, po.id, "close", { reason: "停产" }));
  // All of the 60.00 that is owed: 20.00 stand already, of 40.00 three quarters are still here.
  expect(await late(po.lines[0])).toEqual([
    { type: "costAdjust", amount: "40.00" },
    { type: "costOfSales", amount: "-10.00" },
  ]);
  expect(await w.pool(po.lines[0])).toBe("30/0/0 0/0 345.00");
  expect(await late(po.lines[1])).toEqual([]);
  expect(await w.owed(po.id)).toBe("452.00 113.00 399.00 399.00");
  expect(await w.faults()).toEqual([]);
});

test("a fee that changes after the last receipt goes the same way, up and down", async () => {
  const po = await w.order([[100, "10.00"]]);
  await w.receive(po, [[0, 100]]);
  await w.shipped(RETURN, po, [[0, 25]]);
  await changed(po.id, { newFreight: "50" });
  expect(await w.pool(po.lines[0])).toBe("75/0/0 0/0 787.50");
  await changed(po.id, { newFreight: "10" });
  expect(await late(po.lines[0])).toEqual([
    { type: "costAdjust", amount: "50.00" },
    { type: "costOfSales", amount: "-12.50" },
    { type: "costAdjust", amount: "-40.00" },
    { type: "costOfSales", amount: "10.00" },
  ]);
  expect(await w.pool(po.lines[0])).toBe("75/0/0 0/0 757.50");
  expect(await w.faults()).toEqual([]);
});

test("where nothing is left all of it is sold; what is still to come waits for its receipt", async () => {
  const gone = await w.order([[10, "10.00"]]);
  await w.receive(gone, [[0, 10]]);
  await w.shipped(RETURN, gone, [[0, 10]]);
  await changed(gone.id, { newFreight: "7" });
  expect(await w.pool(gone.lines[0])).toBe("0/0/0 0/0 0.00");
  expect(await late(gone.lines[0])).toEqual([
    { type: "costAdjust", amount: "7.00" },
    { type: "costOfSales", amount: "-7.00" },
  ]);
  const open = await w.order([[10, "10.00"]]);
  await w.receive(open, [[0, 4]]);
  await changed(open.id, { newFreight: "5" });
  expect(await late(open.lines[0])).toEqual([]);
  await w.receive(open, [[0, 6]]);
  expect(await w.pool(open.lines[0])).toBe("10/0/0 0/0 105.00");
  expect(await w.faults()).toEqual([]);
});
