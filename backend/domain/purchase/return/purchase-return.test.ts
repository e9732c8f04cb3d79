import { afterAll, beforeAll, expect, test } from "vitest";
import { waitingForLocks } from "../../../../tests/harness-database";
import { DELIVERY } from "../delivery/delivery.testing";
import { ORDER } from "../order/purchase-order.testing";
import { type Backs, EXCHANGE, INSPECTION, openBacks, RETURN, SIGN } from "./return.testing";

let w: Backs;
beforeAll(async () => {
  w = await openBacks();
});
afterAll(() => w.close());

/** Two orders, 100 × 10.00 and 50 × 25.45, with 5 bad pieces, as in scenario A.1. */
async function received() {
  const [a, b] = [await w.order([[100, "10.00"]]), await w.order([[50, "25.45"]])];
  const inspection = await w.receive(a, [[0, 95, 5]]);
  await w.receive(b, [[0, 50]]);
  return { a, b, inspection };
}

test("steps 12 and 13: bad and good pieces go back, stock and payables to the cent", async () => {
  const { a, b } = await received();
  const ct1 = await w.approved(RETURN, a, [[0, 0, 5]]);
  const ct2 = await w.approved(RETURN, b, [[0, 3]]);
  expect(await w.pool(a.lines[0])).toBe("95/5/0 0/5 1000.00");
  expect(await w.pool(b.lines[0])).toBe("50/0/0 3/0 1272.50");
  for (const id of [ct1, ct2]) w.good(await w.warehouse.act(RETURN, id, "ship"));
  expect(await w.pool(a.lines[0])).toBe("95/0/0 0/0 950.00");
  expect(await w.pool(b.lines[0])).toBe("47/0/0 0/0 1196.15");
  expect(await w.owed(a.id)).toBe("1130.00 56.50 1073.50 1073.50");
  expect(await w.owed(b.id)).toBe("1437.93 86.28 1351.65 1351.65");
  const { items, returnAmount } = await w.manager.read(RETURN, ct2);
  expect(returnAmount).toBe("86.28");
  expect(items[0]).toMatchObject({ amount: "86.28", outCost: "76.35", costVariance: "0.00" });
  expect((await w.buyer.read(RETURN, ct2)).items[0]).not.toHaveProperty("outCost");

  w.good(await w.manager.act(RETURN, ct2, "reverse"));
  expect(await w.pool(b.lines[0])).toBe("50/0/0 3/0 1272.50");
  expect(await w.owed(b.id)).toBe("1437.93 0.00 1437.93 1437.93");
  expect(await w.spine(b.lines[0])).toBe("50/0/0/0 0");
  w.good(await w.warehouse.act(RETURN, ct2, "ship"));
  expect(await w.owed(b.id)).toBe("1437.93 86.28 1351.65 1351.65");
  w.good(await w.buyer.act(RETURN, ct2, "confirm"));
  expect(await w.said(w.manager.act(RETURN, ct2, "reverse"))).toBe("已完成状态不能撤销出库");
  expect(await w.faults()).toEqual([]);
});

test("what is not there or was not received does not go back", async () => {
  const { a, inspection } = await received();
  const [line] = a.lines;
  const bad = await w.pool(line);
  const draft = await w.draft(RETURN, a, [[0, 0, 500]]);
  expect(await w.said(w.buyer.act(RETURN, draft, "submit"))).toBe("退货数量超过可退数量100");
  const short = await w.draft(RETURN, a, [[0, 0, 99]]);
  expect(await w.said(w.buyer.act(RETURN, short, "submit"))).toMatch(/^SKU BACK-\d+ 在.+的次品可用不足，需99，可用5$/);
  expect(await w.pool(line)).toBe(bad);
  const first = await w.approved(RETURN, a, [[0, 60]]);
  const second = await w.draft(RETURN, a, [[0, 41]]);
  expect(await w.said(w.buyer.act(RETURN, second, "submit"))).toBe("退货数量超过可退数量40");
  w.good(await w.manager.act(RETURN, first, "void", { reason: "不退了" }));
  w.good(await w.buyer.act(RETURN, second, "submit"));
  w.good(await w.buyer.act(RETURN, second, "withdraw"));
  expect(await w.pool(line)).toBe(bad);
  w.good(await w.buyer.act(RETURN, second, "submit"));
  const [approver] = await w.candidates("purchase_return", second);
  const by = w.as(approver?.username ?? "");
  w.good(await by.act(RETURN, second, "reject", { comment: "不同意" }));
  expect(await w.pool(line)).toBe(bad);
  const held = await w.approved(RETURN, a, [[0, 1]], { carrier: "顺丰" });
  expect(await w.said(w.warehouse.act(RETURN, held, "ship"))).toBe("请输入物流单号");
  w.good(await w.warehouse.act(RETURN, held, "ship", { carrier: "顺丰", trackingNo: "SF1" }));
  expect(await w.warehouse.read(RETURN, held)).toMatchObject({ trackingNo: "SF1" });

  const refused = await w.buyer.send("POST", RETURN, w.form(RETURN, a, [[0, 0, 1]], { inspectionId: "999999" }));
  expect([refused.status, refused.body.fields]).toEqual([404, { inspectionId: "单据不存在" }]);
  const named = await w.approved(RETURN, a, [[0, 0, 4]], { inspectionId: inspection });
  const { no } = await w.buyer.read(RETURN, named);
  expect(await w.said(w.warehouse.act(INSPECTION, inspection, "reverse"))).toBe(`已生成退换货单${no}`);
  expect(await w.faults()).toEqual([]);
});

test("a return starts from the bad pieces of an inspection", async () => {
  const po = await w.order([
    [10, "10.00"],
    [10, "7.00"],
  ]);
  const inspectionId = await w.receive(po, [
    [0, 7, 3],
    [1, 10],
  ]);
  const form = async () => w.buyer.send("GET", `${RETURN}/prefill`, undefined, { inspectionId });
  const values = w.good(await form()) as { poId: string; inspectionName: string; items: object[] };
  expect(values).toMatchObject({ poId: po.id, inspectionId });
  expect(values.items).toMatchObject([{ poLineId: po.lines[0], badQty: 3, goodQty: 0 }]);
  const id = await w.draft(RETURN, po, [[0, 0, 3]], { inspectionId });
  expect((await form()).body.msg).toBe("没有可退换的不合格品");
  w.good(await w.buyer.send("DELETE", `${RETURN}/${id}?version=0`));
  expect(w.good(await form())).toMatchObject({ items: [{ badQty: 3 }] });
  const other = await w.order([[1, "1.00"]]);
  const answer = await w.buyer.send("POST", RETURN, w.form(RETURN, other, [[0, 1]], { inspectionId }));
  expect(answer.body.msg).toMatch(/^质检单.+不属于这张采购单$/);
  const draft = await w.draft(RETURN, po, [[0, 0, 1]], { inspectionId });
  w.good(await w.warehouse.act(INSPECTION, inspectionId, "reverse"));
  expect(await w.said(w.buyer.act(RETURN, draft, "submit"))).toMatch(/^质检单.+不是已质检$/);
});

test("an inspection of several orders is returned order by order", async () => {
  const orders = [await w.order([[10, "5.00"]]), await w.order([[10, "6.00"]])];
  const delivery = await w.send(orders.map((po) => ({ poLineId: po.lines[0], qty: 10 })));
  w.good(await w.buyer.act(DELIVERY, delivery, "ship"));
  const inspectionId = await w.inspect(await w.sign(delivery), [
    [0, 9, 1],
    [0, 8, 2],
  ]);
  const form = async () => w.buyer.send("GET", `${EXCHANGE}/prefill`, undefined, { inspectionId });
  for (const [i, po] of orders.entries()) {
    expect(w.good(await form())).toMatchObject({ poId: po.id, items: [{ badQty: i + 1 }] });
    await w.draft(EXCHANGE, po, [[0, 0, i + 1]], { inspectionId });
  }
  expect((await form()).body.msg).toBe("没有可退换的不合格品");
});

test("what is replenished comes back at the cost it left with and is not owed twice", async () => {
  const po = await w.order([[10, "9.99"]]);
  await w.receive(po, [[0, 10]]);
  const before = await w.pool(po.lines[0]);
  const more = { returnMode: "replenish" };
  const refused = await w.buyer.send("POST", RETURN, w.form(RETURN, po, [[0, 4]], more));
  expect(refused.body.msg).toBe("请选择预计补货日");
  const dated = { ...more, expectReplenishDate: "2099-01-01" };
  const first = await w.shipped(RETURN, po, [[0, 4]], dated);
  const second = await w.shipped(RETURN, po, [[0, 3]], dated);
  expect(await w.spine(po.lines[0])).toBe("10/0/7/0 7");
  expect(await w.owed(po.id)).toBe("112.89 0.00 112.89 112.89");
  const onWay = await w.ship(po, [[0, 5]], "replenish");
  expect(await w.said(w.manager.act(RETURN, second, "reverse"))).toMatch(/^存在未签收的送货单SH.+，请先签收或作废$/);
  await w.inspect(await w.sign(onWay), [[0, 5]]);
  for (const id of [first, second]) expect(await w.said(w.manager.act(RETURN, id, "reverse"))).toBe("已补货，不能撤销");
  await w.receive(po, [[0, 2]], "replenish");
  expect(await w.pool(po.lines[0])).toBe(before);
  expect(await w.spine(po.lines[0])).toBe("17/0/7/0 0");
  expect(await w.owed(po.id)).toBe("112.89 0.00 112.89 112.89");
  expect(await w.faults()).toEqual([]);
});

test("closing an order deducts what was not replenished; taking that return back owes it again", async () => {
  const po = await w.order([[10, "25.45"]]);
  await w.receive(po, [[0, 8]]);
  const dated = { returnMode: "replenish", expectReplenishDate: "2099-01-01" };
  const first = await w.shipped(RETURN, po, [[0, 3]], dated);
  const second = await w.shipped(RETURN, po, [[0, 2]], dated);
  await w.receive(po, [[0, 1]], "replenish");
  w.good(await w.manager.act(ORDER, po.id, "close", { reason: "不再到货", releaseDemand: false }));
  // 8 received, 1 of 5 replenished: 4 × 25.45 × 1.13 = 115.03 deducted, the 2 that never came closed.
  expect(await w.spine(po.lines[0])).toBe("9/4/1/0 0");
  expect(await w.owed(po.id)).toBe("230.07 115.03 115.04 115.04");
  const draft = w.form(RETURN, po, [[0, 1]], dated);
  expect((await w.buyer.send("POST", RETURN, draft)).body.msg).toBe(`采购单${po.no}已完结，只能退货扣款`);
  expect(await w.said(w.manager.act(RETURN, first, "reverse"))).toBe("已补货，不能撤销");
  w.good(await w.manager.act(RETURN, second, "reverse"));
  expect(await w.spine(po.lines[0])).toBe("9/2/1/0 0");
  expect(await w.owed(po.id)).toBe("230.07 57.52 172.55 172.55");
  expect(await w.said(w.warehouse.act(RETURN, second, "ship"))).toBe(`采购单${po.no}已完结，只能退货扣款`);
  w.good(await w.manager.act(RETURN, second, "void", { reason: "已完结" }));
  await w.shipped(RETURN, po, [[0, 6]]);
  expect(await w.owed(po.id)).toBe("230.07 230.07 0.00 0.00");
  expect(await w.faults()).toEqual([]);
});

test("a currency without decimals, at the rate of the order; what the pool costs is another matter", async () => {
  const po = await w.order([[10, "33.5"]]);
  await w.db.query("update purchase_order set currency = 'JPY', rate = 0.05 where id = $1", [po.id]);
  await w.receive(po, [[0, 10]]);
  // The same SKU of another order: 10 × 33.5 × 0.05 = 16.75 and 10 × 3.00 make an average of 2.3375.
  const other = await w.order([[10, "3.00"]]);
  await w.db.query(
    `update purchase_order_line set sku_id = (
       select sku_id from purchase_order_line where id = $1) where id = $2`,
    [po.lines[0], other.lines[0]],
  );
  await w.receive(other, [[0, 10]]);
  const id = await w.shipped(RETURN, po, [[0, 3]]);
  // 3 × 33.5 × 1.13 = 113.565, without decimals 114; it left at 7.01 and was bought for 5.03 CNY.
  expect(await w.manager.read(RETURN, id)).toMatchObject({
    returnAmount: "114.00",
    amountCny: "5.70",
    items: [{ amount: "114.00", outCost: "7.01", costVariance: "-1.98" }],
  });
  expect(await w.owed(po.id)).toBe("379.00 114.00 265.00 265.00");
});

test("a paid order is complete again once its return ended, and owes a return after that", async () => {
  const po = await w.order([[10, "10.00"]]);
  await w.receive(po, [[0, 10]]);
  await w.db.query(
    `update purchase_order set status = 'completed', paid_amount = 113, pay_status = 'paid'
     where id = $1`,
    [po.id],
  );
  const status = async () => (await w.manager.read(ORDER, po.id)).status;
  const id = await w.approved(RETURN, po, [[0, 2]]);
  w.good(await w.warehouse.act(RETURN, id, "ship"));
  expect([await status(), await w.owed(po.id)]).toEqual(["completed", "113.00 22.60 90.40 90.40"]);
  w.good(await w.manager.act(RETURN, id, "reverse"));
  expect(await status()).toBe("executing");
  w.good(await w.manager.act(RETURN, id, "void", { reason: "不退了" }));
  expect([await status(), await w.owed(po.id)]).toEqual(["completed", "113.00 0.00 113.00 113.00"]);
});

test("closing the order and taking a return back wait for each other and count the same pieces once", async () => {
  const po = await w.order([[10, "25.45"]]);
  await w.receive(po, [[0, 8]]);
  const dated = { returnMode: "replenish", expectReplenishDate: "2099-01-01" };
  const id = await w.shipped(RETURN, po, [[0, 3]], dated);
  const waiting = (n: number) =>
    expect.poll(async () => (await waitingForLocks(w.db)).length, { timeout: 20_000 }).toBe(n);
  const both = await w.db.tx(async (sql) => {
    await sql.query("select id from purchase_order where id = $1 for update", [po.id]);
    const close = w.manager.act(ORDER, po.id, "close", { reason: "不再到货" });
    await waiting(1);
    const reverse = w.manager.act(RETURN, id, "reverse");
    await waiting(2);
    return [close, reverse];
  });
  for (const answer of both) w.good(await answer);
  expect(await w.spine(po.lines[0])).toBe("8/0/0/0 0");
  expect(await w.owed(po.id)).toBe("230.07 0.00 230.07 230.07");
});

test("a receipt of which pieces went back is not taken back below them", async () => {
  const [a, b] = [await w.order([[10, "10.00"]]), await w.order([[10, "10.00"]])];
  await w.db.query(
    `update purchase_order_line set sku_id = (
       select sku_id from purchase_order_line where id = $1) where id = $2`,
    [a.lines[0], b.lines[0]],
  );
  const inspection = await w.receive(a, [[0, 10]]);
  await w.receive(b, [[0, 10]]);
  const back = await w.shipped(RETURN, a, [[0, 4]]);
  w.good(await w.warehouse.act(INSPECTION, inspection, "reverse"));
  const { signId } = await w.warehouse.read<{ signId: string }>(INSPECTION, inspection);
  const takeBack = () => w.warehouse.act(SIGN, signId, "reverse", { reason: "数错" });
  expect(await w.said(takeBack())).toMatch(/^SKU BACK-\d+ 已退换货，撤销签收后到货数量不足/);
  w.good(await w.manager.act(RETURN, back, "reverse"));
  w.good(await takeBack());
  expect(await w.spine(a.lines[0])).toBe("0/0/0/0 10");
  expect(await w.faults()).toEqual([]);
});
