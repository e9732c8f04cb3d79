import { afterAll, beforeAll, expect, test } from "vitest";
import { DELIVERY, day, PLAN } from "../delivery/delivery.testing";
import { ORDER } from "../order/purchase-order.testing";
import { type Backs, EXCHANGE, openBacks, SIGN } from "../return/return.testing";

let w: Backs;
beforeAll(async () => {
  w = await openBacks();
});
afterAll(() => w.close());

/** An order of 10 that all came, 7 good and 3 bad. */
async function received(price = "3.33") {
  const po = await w.order([[10, price]]);
  const inspection = await w.receive(po, [[0, 7, 3]]);
  return { po, line: po.lines[0], inspection };
}

const state = (id: string) => w.buyer.read(EXCHANGE, id);

test("what is exchanged leaves without being deducted, and comes back at the cost it left with", async () => {
  const { po, line } = await received();
  const owed = await w.owed(po.id);
  expect(await w.pool(line)).toBe("7/3/0 0/0 33.30");
  const first = await w.approved(EXCHANGE, po, [[0, 1, 3]]);
  expect(await w.pool(line)).toBe("7/3/0 1/3 33.30");
  expect(await w.said(w.manager.act(EXCHANGE, first, "close", { reason: "不换了" }))).toBe("待出库状态不能转退货扣款");
  w.good(await w.warehouse.act(EXCHANGE, first, "ship"));
  expect(await w.pool(line)).toBe("6/0/0 0/0 19.98");
  expect(await w.spine(line)).toBe("10/0/0/4 4");
  expect(await w.owed(po.id)).toBe(owed);
  const { items } = await w.manager.read(EXCHANGE, first);
  expect(items[0]).toMatchObject({ unitCostOut: "3.330000", outCost: "13.32" });
  const second = await w.shipped(EXCHANGE, po, [[0, 2]]);

  // The older one is replaced first; the receipt is taken back and both wait again.
  const delivery = await w.ship(po, [[0, 5]], "exchange");
  expect(await w.said(w.manager.act(EXCHANGE, second, "close", { reason: "不换了" }))).toMatch(
    /^存在未签收的送货单SH.+，请先签收或作废$/,
  );
  const sign = await w.sign(delivery);
  expect(await state(first)).toMatchObject({ status: "done", replaceStatus: "all", replacedQty: 4 });
  expect(await state(second)).toMatchObject({ status: "shipped", replaceStatus: "part" });
  expect(await w.said(w.manager.act(EXCHANGE, first, "close", { reason: "不换了" }))).toBe("已全部补发");
  expect(await w.pool(line)).toBe("4/0/5 0/0 29.97");
  w.good(await w.warehouse.act(SIGN, sign, "reverse", { reason: "数错了" }));
  expect(await state(first)).toMatchObject({ status: "shipped", replaceStatus: "none" });
  expect(await state(second)).toMatchObject({ status: "shipped", replacedQty: 0 });
  await w.inspect(await w.sign(delivery), [[0, 5]]);
  await w.receive(po, [[0, 1]], "exchange");
  expect(await state(second)).toMatchObject({ status: "done", replaceStatus: "all" });
  expect(await w.pool(line)).toBe("10/0/0 0/0 33.30");
  expect(await w.spine(line)).toBe("16/0/0/6 0");
  expect(await w.owed(po.id)).toBe(owed);
  expect(await w.faults()).toEqual([]);
});

test("what is to come again is offered as such, by the exchange and by its order", async () => {
  const { po, line } = await received();
  const start = async (from: Record<string, string>) => w.buyer.send("GET", `${DELIVERY}/prefill`, undefined, from);
  const plan = async () => w.buyer.send("GET", `${PLAN}/prefill`, undefined, { poId: po.id });
  const id = await w.approved(EXCHANGE, po, [[0, 1, 3]]);
  expect((await start({ exchangeId: id })).body.msg).toBe("没有待补发的数量");
  w.good(await w.warehouse.act(EXCHANGE, id, "ship"));
  const due = { deliveryType: "exchange", items: [{ poLineId: line, qty: 4 }] };
  for (const from of [{ exchangeId: id }, { poId: po.id }] as Record<string, string>[])
    expect(w.good(await start(from))).toMatchObject(due);
  expect(w.good(await plan())).toMatchObject({ items: [{ poLineId: line, planQty: 4 }] });
  const form = w.good(await start({ exchangeId: id })) as { items: object[] };
  const sent = await w.send(form.items as Record<string, unknown>[], { ...form });
  w.good(await w.buyer.act(DELIVERY, sent, "ship"));
  expect((await start({ exchangeId: id })).body.msg).toBe("没有待补发的数量");
  await w.sign(sent);
  expect(await state(id)).toMatchObject({ status: "done", replacedQty: 4 });
});

test("each part brings back what it took, in whatever order receipts are taken back", async () => {
  const { po, line } = await received("10.00");
  const other = await w.order([[10, "20.00"]]);
  await w.db.query(
    `update purchase_order_line set sku_id = (
       select sku_id from purchase_order_line where id = $1) where id = $2`,
    [line, other.lines[0]],
  );
  await w.shipped(EXCHANGE, po, [[0, 2]]);
  await w.receive(other, [[0, 10]]);
  await w.shipped(EXCHANGE, po, [[0, 2]]);
  const value = async () => (await w.pool(line))?.split(" ")[2];
  // 2 left at 10.00 and 2 at (80 + 200) / 18.
  expect(await value()).toBe("248.89");
  const [first, second] = [await w.ship(po, [[0, 2]], "exchange"), await w.ship(po, [[0, 2]], "exchange")];
  const sign = await w.sign(first);
  expect(await value()).toBe("268.89");
  await w.sign(second);
  expect(await value()).toBe("300.00");
  w.good(await w.warehouse.act(SIGN, sign, "reverse", { reason: "数错了" }));
  expect(await value()).toBe("280.00");
  await w.sign(first);
  expect(await value()).toBe("300.00");
  expect(await w.faults()).toEqual([]);
});

test("what is not replaced is deducted in the end, to the cent", async () => {
  const { po, line } = await received("25.45");
  expect(await w.owed(po.id)).toBe("287.59 0.00 287.59 287.59");
  const id = await w.shipped(EXCHANGE, po, [[0, 0, 3]]);
  const { no } = await state(id);
  const closing = { reason: "不再到货", releaseDemand: false };
  expect(await w.said(w.manager.act(ORDER, po.id, "close", closing))).toBe(`存在未完成的退换货单${no}`);
  await w.receive(po, [[0, 1]], "exchange");
  w.good(await w.manager.act(EXCHANGE, id, "close", { reason: "供应商缺货" }));
  expect(await w.spine(line)).toBe("11/2/0/1 0");
  // 2 × 25.45 × 1.13 = 57.517
  expect(await w.owed(po.id)).toBe("287.59 57.52 230.07 230.07");
  const entry = await w.db.one<{ type: string; amount: string }>(
    `select biz_type as type, amount from ap_entry where po_id = $1 order by id desc limit 1`,
    [po.id],
  );
  expect(entry).toEqual({ type: "closeDeduct", amount: "-57.52" });
  expect(await state(id)).toMatchObject({ status: "closed", replaceStatus: "part", replacedQty: 1 });
  expect((await state(id)).items[0]).toMatchObject({ deductedQty: 2 });
  w.good(await w.manager.act(ORDER, po.id, "close", closing));
  expect(await w.owed(po.id)).toBe("287.59 57.52 230.07 230.07");
  expect(await w.faults()).toEqual([]);
});

test("the same guards as a return, and a day that is to come", async () => {
  const { po, line, inspection } = await received();
  const early = w.form(EXCHANGE, po, [[0, 1]], { expectDate: day(-1) });
  expect((await w.buyer.send("POST", EXCHANGE, early)).body.msg).toBe("预计补发日不能早于今天");
  const draft = await w.draft(EXCHANGE, po, [[0, 11]]);
  expect(await w.said(w.buyer.act(EXCHANGE, draft, "submit"))).toBe("退货数量超过可退数量10");
  const bad = await w.draft(EXCHANGE, po, [[0, 0, 4]]);
  expect(await w.said(w.buyer.act(EXCHANGE, bad, "submit"))).toMatch(/的次品可用不足，需4，可用3$/);
  const id = await w.approved(EXCHANGE, po, [[0, 0, 3]], { inspectionId: inspection });
  w.good(await w.manager.act(EXCHANGE, id, "void", { reason: "不换了" }));
  // Why it is void is no other reason for the exchange.
  const log = await w.db.one(
    `select diff from sys_oper_log where biz_type = 'purchase_exchange' and biz_id = $1
     order by id desc limit 1`,
    [id],
  );
  expect(log).toEqual({ diff: { reason: [null, "不换了"] } });
  expect(await state(id)).toMatchObject({ status: "void", reason: "quality" });
  expect(await w.pool(line)).toBe("7/3/0 0/0 33.30");
  const ended = await w.order([[1, "1.00"]]);
  await w.db.query("update purchase_order set status = 'completed' where id = $1", [ended.id]);
  const late = await w.buyer.send("POST", EXCHANGE, w.form(EXCHANGE, ended, [[0, 1]]));
  expect(late.body.msg).toBe(`采购单${ended.no}不是执行中`);
});
