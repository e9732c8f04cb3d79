import { afterAll, beforeAll, expect, it } from "vitest";
import { DELIVERY, day } from "#backend/domain/purchase/delivery/delivery.testing";
import { type Gate, openGate, SIGN } from "./sign.testing";

let g: Gate;
beforeAll(async () => {
  g = await openGate();
});
afterAll(() => g?.close());

const closed = (until: string | null) =>
  g.db.query("update sys_param set value = $1 where param_key = 'month_close_until'", [until]);
const booked = (poId: string) =>
  g.db.query<{ type: string; date: string }>(
    `select distinct biz_type as type, biz_date::text as date from ap_entry where po_id = $1
     order by 1`,
    [poId],
  );

it("what is owed bears the day of its receipt, its fees too", async () => {
  const po = await g.priced([[10, "3.00"]]);
  await g.db.query("update purchase_order set freight_amount = 7, discount_amount = 1 where id = $1", [po.id]);
  const sent = { shipDate: day(-6), expectArriveDate: day(-5) };
  const id = await g.shipped([[po.lines[0], 10]], sent);
  const sign = await g.signed(id, [], { signTime: `${day(-4)} 10:00:00` });
  expect(await booked(po.id)).toEqual(["discount", "fee", "receipt"].map((type) => ({ type, date: day(-4) })));
  const moves = await g.db.query(
    "select biz_date::text as date from stock_move where biz_document = 'wms_sign' and biz_id = $1",
    [sign],
  );
  expect(moves).toEqual([{ date: day(-4) }]);
  // What takes it back happens today.
  g.good(await g.reverse(sign));
  expect(await booked(po.id)).toContainEqual({ type: "receiptReverse", date: day(0) });
});

it("nothing is signed before it was shipped, nor in a closed month", async () => {
  const po = await g.priced([[10, "3.00"]]);
  const sent = { shipDate: day(-40), expectArriveDate: day(-39) };
  const id = await g.shipped([[po.lines[0], 10]], sent);
  const early = await g.sign(id, [], { signTime: `${day(-41)} 23:59:59` });
  const message = `签收时间不能早于发货日${day(-40)}`;
  expect([early.status, early.body.fields]).toEqual([400, { signTime: message }]);
  const month = new Date(Date.UTC(Number(day(0).slice(0, 4)), Number(day(0).slice(5, 7)) - 1, 0));
  await closed(month.toISOString().slice(0, 10));
  const late = await g.sign(id, [], { signTime: `${day(-40)} 10:00:00` });
  expect([late.status, late.body.msg]).toEqual([409, `${day(-40).slice(0, 7)}已关账`]);
  g.good(await g.sign(id));
  await closed(null);
});

it("nothing is shipped on a day to come", async () => {
  const po = await g.priced([[10, "3.00"]]);
  const id = await g.send([{ poLineId: po.lines[0], qty: 10 }], { shipDate: day(1), expectArriveDate: day(2) });
  expect((await g.buyer.act(DELIVERY, id, "ship")).body.fields).toEqual({ shipDate: "发货日不能晚于今天" });
  expect((await g.keeper.send("GET", `${SIGN}/prefill`, undefined, { deliveryId: id })).status).toBe(409);
});
