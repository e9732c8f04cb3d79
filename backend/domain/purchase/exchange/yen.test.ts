import { afterAll, beforeAll, expect, test } from "vitest";
import { type Backs, EXCHANGE, openBacks, RETURN } from "../return/return.testing";

/* Goods bought in a currency without decimals go back: whatever is said in it has none. */

let w: Backs;
beforeAll(async () => {
  w = await openBacks();
});
afterAll(() => w.close());

/** An order of 10 in JPY that all came. */
async function received() {
  const po = await w.order([[10, "33.5"]]);
  await w.db.query("update purchase_order set currency = 'JPY', rate = 0.05 where id = $1", [po.id]);
  await w.receive(po, [[0, 10]]);
  return po;
}

test("an exchange that nothing came for is deducted in whole yen", async () => {
  const po = await received();
  expect(await w.owed(po.id)).toBe("379.00 0.00 379.00 379.00");
  const id = await w.shipped(EXCHANGE, po, [[0, 3]]);
  expect(await w.owed(po.id)).toBe("379.00 0.00 379.00 379.00");
  w.good(await w.manager.act(EXCHANGE, id, "close", { reason: "不换了" }));
  expect(await w.owed(po.id)).toBe("379.00 114.00 265.00 265.00");
  const parts = await w.db.query("select 1 from ap_entry where po_id = $1 and (amount % 1 <> 0 or balance % 1 <> 0)", [
    po.id,
  ]);
  expect(parts).toEqual([]);
  expect(await w.faults()).toEqual([]);
});

test("the freight of a return in yen has no decimals, when it is added and when it is changed", async () => {
  const po = await received();
  const said = { status: 400, body: { fields: { returnFreight: "日元金额不能有小数" } } };
  const form = (returnFreight: string) => w.form(RETURN, po, [[0, 1]], { returnFreight });
  expect(await w.buyer.send("POST", RETURN, form("10.5"))).toMatchObject(said);
  const id = await w.draft(RETURN, po, [[0, 1]], { returnFreight: "10" });
  expect(await w.buyer.edit(RETURN, id, { returnFreight: "10.5" })).toMatchObject(said);
});
