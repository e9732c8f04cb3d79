import { afterAll, beforeAll, expect, test } from "vitest";
import { ORDER } from "../order/purchase-order.testing";
import { type Backs, EXCHANGE, openBacks, RETURN } from "./return.testing";

let w: Backs;
beforeAll(async () => {
  w = await openBacks();
});
afterAll(() => w.close());

const day = () => new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
const replenish = { returnMode: "replenish", expectReplenishDate: day() };

const coming = async (lineId: string | undefined) =>
  (
    await w.backend.db.one<{ text: string }>(
      `select concat_ws('/', open_qty, owed_replenish_qty, owed_exchange_qty) as text
       from purchase_order_line where id = $1`,
      [lineId],
    )
  )?.text;
const orderOf = (id: string) =>
  w.backend.db.one("select status, receive_status as came, pay_status as paid from purchase_order where id = $1", [id]);
const paid = (id: string) =>
  w.backend.db.query("update purchase_order set paid_amount = payable_amount where id = $1", [id]);

test("pieces beyond the order do not make up for what is owed", async () => {
  const po = await w.order([[100, "10.00"]]);
  await w.receive(po, [[0, 103]]);
  expect(await coming(po.lines[0])).toBe("0/0/0");
  await paid(po.id);
  await w.shipped(RETURN, po, [[0, 3]], replenish);
  expect(await coming(po.lines[0])).toBe("0/3/0");
  expect(await orderOf(po.id)).toEqual({ status: "executing", came: "part", paid: "part" });
  const form = w.good(await w.buyer.send("GET", "/purchase/delivery/prefill", undefined, { poId: po.id }));
  expect(form).toMatchObject({ deliveryType: "replenish", items: [{ qty: 3, openQty: 3 }] });
  await w.receive(po, [[0, 3]], "replenish");
  expect(await coming(po.lines[0])).toBe("0/0/0");
  expect(await orderOf(po.id)).toEqual({ status: "completed", came: "all", paid: "paid" });
});

test("what is ordered, to be replenished and to be exchanged is counted apart", async () => {
  const po = await w.order([[100, "10.00"]]);
  await w.receive(po, [[0, 60]]);
  await w.shipped(RETURN, po, [[0, 4]], replenish);
  const exchange = await w.shipped(EXCHANGE, po, [[0, 2]]);
  expect(await coming(po.lines[0])).toBe("40/4/2");
  const { items } = await w.buyer.read(ORDER, po.id);
  expect(items).toMatchObject([{ openQty: 40, owedReplenishQty: 4, owedExchangeQty: 2 }]);
  await w.receive(po, [[0, 43]]);
  expect(await coming(po.lines[0])).toBe("0/4/2");
  await w.receive(po, [[0, 1]], "exchange");
  expect(await coming(po.lines[0])).toBe("0/4/1");
  w.good(await w.manager.act(EXCHANGE, exchange, "close", { reason: "不补了" }));
  expect(await coming(po.lines[0])).toBe("0/4/0");
  w.good(await w.manager.act(ORDER, po.id, "close", { reason: "不等了" }));
  expect(await coming(po.lines[0])).toBe("0/0/0");
  expect(await w.faults()).toEqual([]);
});

test("a SKU's pieces on order include what is owed", async () => {
  const po = await w.order([[50, "10.00"]]);
  await w.receive(po, [[0, 50]]);
  await w.shipped(RETURN, po, [[0, 7]], replenish);
  const sku = await w.backend.db.one(
    `select on_order_qty as n from sku where id = (
       select sku_id from purchase_order_line where id = $1)`,
    [po.lines[0]],
  );
  expect(sku).toEqual({ n: 7 });
});
