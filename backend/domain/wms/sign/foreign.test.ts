import { afterAll, beforeAll, expect, it } from "vitest";
import { type Gate, openGate } from "./sign.testing";

let g: Gate;
beforeAll(async () => {
  g = await openGate();
});
afterAll(() => g?.close());

it("what is owed in another currency is booked in CNY at the rate of the order", async () => {
  const po = await g.priced([[10, "3.00"]], { rate: "7.1" });
  const { db } = g;
  await db.query("update purchase_order set currency = 'USD' where id = $1", [po.id]);
  await db.query("update purchase_order_line set tax_rate = 0 where id = $1", [po.lines[0]]);
  await g.signed(await g.shipped([[po.lines[0], 10]]));
  expect(
    await db.query(
      `select biz_type as type, currency, amount::text as amount, base_amount::text as base
       from ap_entry where po_id = $1`,
      [po.id],
    ),
  ).toEqual([{ type: "receipt", currency: "USD", amount: "30.00", base: "213.00" }]);
});
