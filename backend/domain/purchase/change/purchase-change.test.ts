import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readDocument } from "#backend/engine/documents/reading/read-document";
import { today } from "#backend/platform/values/calendar";
import { headBefore, purchaseChange } from "#documents/purchase/purchase-change";
import { actAs } from "../../../../tests/acting";
import { runs } from "../../../../tests/runs";
import { CHANGE, CONTRACT, ORDER, type Ordering, openOrdering } from "../order/purchase-order.testing";
import { purchaseChangeRules } from "./purchase-change";

let w: Ordering;
beforeAll(async () => {
  w = await openOrdering();
});
afterAll(() => w?.close());

type Item = Record<string, unknown>;
const qty = (n: number) => (items: Item[]) => items.map((l) => ({ ...l, newQty: n }));
const submit = (id: string) => w.buyer.act(CHANGE, id, "submit");
const approve = (id: string) => w.o.approveAll("purchase_change", CHANGE, id);

it("rewrites the order, keeps the old version, and sends the contract back to be signed", async () => {
  const { id, contractId } = await w.running(100, "100.00");
  const change = await w.change(
    id,
    (items) => [
      ...items.map((l) => ({ ...l, newQty: 80, newPrice: "90" })),
      { skuId: w.skus[2], newQty: 10, newPrice: "5.5", newTaxRate: "13" },
    ],
    { newFreight: "50", newDepositRate: "20" },
  );
  expect(await w.buyer.read(CHANGE, change)).toMatchObject({
    oldAmount: "11300.00",
    newAmount: "8248.15",
    diffAmount: "-3051.85",
    changeTypes: ["qty", "price", "addLine", "fee", "settle"],
    poRevision: 0,
    impact: { contract: { effect: "合同须按补充协议重新签署" } },
  });
  w.o.good(await submit(change));
  await approve(change);
  expect((await w.buyer.read(CHANGE, change)).status).toBe("approved");
  const order = await w.read(id);
  expect(order).toMatchObject({
    revision: 1,
    orderAmount: "8248.15",
    baseAmount: "8248.15",
    totalQty: 90,
    depositRate: "20.00",
    status: "executing",
    contractStatus: "approved",
    items: [
      { qty: 80, price: "90.0000", openQty: 80 },
      { qty: 10, price: "5.5000", skuCode: "SRC0001-03", openQty: 10 },
    ],
    revisions: [{ revision: 0, snapshot: { head: { orderAmount: "11300.00" } } }],
  });
  expect(await w.buyer.read(CONTRACT, contractId)).toMatchObject({
    status: "approved",
    supplement: 1,
    totalAmount: "8248.15",
    depositAmount: "1649.63",
  });
  w.o.good(await w.sign(contractId));
  expect((await w.read(id)).contractStatus).toBe("signed");
});

it("tells the fees before it only to who may see prices", async () => {
  const { id } = await w.running(100, "10.00");
  const change = await w.change(id, qty(90), { newFreight: "50" });
  const seen = async (...codes: string[]) => {
    const c = actAs(w.db, { permissions: new Set(["purchase_change_view", ...codes]) });
    return (await readDocument(c, purchaseChange, purchaseChangeRules, change)).oldHead;
  };
  const { warehouse, depositRate, ...fees } = headBefore.parse(await seen("purchase_price_view")) ?? {};
  expect(fees).toMatchObject({ freight: expect.any(String), discount: expect.any(String) });
  expect(await seen()).toEqual({ warehouse, depositRate });
});

it("moves what the sources gave", async () => {
  const req = await w.requisition([100]);
  const turn = await w.turned([{ reqLineId: req.lines[0], qty: 100 }]);
  const id = await w.approved([[0, 60, "8", { turnLineId: turn.lines[0] }]], { orderType: "normal" });
  const ordered = async () =>
    (await w.db.one<{ n: number }>("select ordered_qty as n from turn_requisition_line where id = $1", [turn.lines[0]]))
      ?.n;
  const over = await w.change(id, qty(101));
  expect(await w.message(submit(over))).toBe("超过可下单数量40");
  expect(await ordered()).toBe(60);
  await w.changed(id, qty(100));
  expect(await ordered()).toBe(100);
  await w.changed(id, qty(30));
  expect(await ordered()).toBe(30);
  expect((await w.read(id)).revision).toBe(2);
});

it("fees that change after a receipt are owed as they are now", async () => {
  const { id } = await w.running(100, "10.00");
  const [line] = (await w.read(id)).items;
  const { id: delivery } = await w.buyer.add("/purchase/delivery", {
    deliveryType: "normal",
    transportMode: "supplier",
    shipDate: today(),
    expectArriveDate: today(),
    items: [{ poLineId: line?.id, qty: 40, cartons: 4, pcsPerCarton: 10 }],
  });
  w.o.good(await w.buyer.act("/purchase/delivery", delivery, "ship"));
  const keeper = w.o.as("warehouse");
  const form = await keeper.send("GET", "/wms/sign/prefill", undefined, { deliveryId: delivery });
  await keeper.add("/wms/sign", w.o.good(form) as Item);
  const owed = async () =>
    w.db.query<{ text: string }>(
      `select payable_amount || ' ' || (select sum(amount) from ap_entry where po_id = $1) as text
       from purchase_order where id = $1`,
      [id],
    );
  expect(await owed()).toEqual([{ text: "452.00 452.00" }]);
  await w.changed(id, (items) => items, { newFreight: "50", newDiscount: "20" });
  expect(await owed()).toEqual([{ text: "482.00 482.00" }]);
  await w.changed(id, (items) => items, { newFreight: "30" });
  expect(await owed()).toEqual([{ text: "462.00 462.00" }]);
});

it("says why it refuses", async () => {
  const { id } = await w.running(100, "10.00");
  const no = (await w.read(id)).no;
  const say = async (edit: (items: Item[]) => Item[], more: Item = {}) =>
    w.message(submit(await w.change(id, edit, more)));
  const same = (items: Item[]) => items;
  expect(await say(same)).toBe("没有变更内容");
  expect(await say(qty(0))).toBe("请至少保留一条明细");
  await w.db.query(
    "update purchase_order_line set plan_qty = 40, delivered_qty = 30, signed_qty = 20 where purchase_order_id = $1",
    [id],
  );
  expect(await say(qty(39))).toBe("变更后数量不能小于已到货/已送货/已计划数量40");
  expect(await say((items) => items.map((l) => ({ ...l, newPrice: "9" })))).toBe("已到货明细不能改单价");
  await w.db.query("update purchase_order set requested_amount = 600 where id = $1", [id]);
  expect(await say(qty(50))).toBe("变更后金额低于已请款金额");
  expect(await say((items) => items.map((l) => ({ ...l, newExpectDate: "2020-01-01" })))).toBe(
    "变更后交期不能早于今天",
  );
  const later = await w.change(id, qty(90));
  const first = await w.change(id, qty(95));
  w.o.good(await submit(first));
  const firstNo = (await w.buyer.read(CHANGE, first)).no;
  expect(await w.message(submit(later))).toBe(`存在审批中的变更单${firstNo}`);
  const manager = w.o.as("purchase_manager");
  const end = (action: string) => w.message(manager.act(ORDER, id, action, { reason: "试" }));
  expect(await end("close")).toBe(`存在审批中的变更单${firstNo}`);
  expect(await end("void")).toBe(`采购单${no}已有到货，不能作废，请使用关闭`);
  await approve(first);
  const stale = "采购单已被其他变更修改，请重新提交";
  expect(await w.message(submit(later))).toBe(stale);
  expect((await w.buyer.read(CHANGE, later)).refused).toEqual({ submit: stale });
  w.o.good(await w.buyer.edit(CHANGE, later, { reason: "按新版次重做" }));
  w.o.good(await submit(later));
});

it("does not take effect while the contract of its order is in approval", async () => {
  const { id, contractId } = await w.running(100, "10.00");
  const change = await w.change(id, qty(90));
  w.o.good(await submit(change));
  const { no } = await w.buyer.read(CONTRACT, contractId);
  await w.db.query("update purchase_contract set status = 'auditing' where id = $1", [contractId]);
  await expect(approve(change)).rejects.toThrow(`合同${no}正在审批，请先完成审批或撤回合同`);
  expect(await w.read(id)).toMatchObject({ revision: 0, totalQty: 100 });
});

it("whatever is changed at once, revisions are contiguous and totals are those of the lines", async () => {
  const { id } = await w.running(100, "10.00");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ qty: fc.integer({ min: 1, max: 200 }), freight: fc.nat(99) }), {
        minLength: 2,
        maxLength: 3,
      }),
      async (steps) => {
        const made = await Promise.all(steps.map((s) => w.change(id, qty(s.qty), { newFreight: String(s.freight) })));
        const sent = await Promise.all(made.map(submit));
        expect(sent.every((a) => a.status === 200 || a.status === 409)).toBe(true);
        const open = made.filter((_, i) => sent[i]?.status === 200);
        expect(open.length).toBeLessThanOrEqual(1);
        await Promise.all(open.flatMap((c) => [approve(c).catch(() => {}), approve(c).catch(() => {})]));
        const order = await w.read(id);
        const lines = order.items;
        const cents = (v: unknown) => Math.round(Number(v) * 100);
        const total = lines.reduce((n, l) => n + cents(l.amount), 0) + cents(order.freightAmount);
        expect(cents(order.orderAmount)).toBe(total);
        const revisions = (order.revisions as { revision: number }[]).map((r) => r.revision);
        const kept = [...Array(Number(order.revision)).keys()].reverse().slice(0, 20);
        expect(revisions).toEqual(kept);
      },
    ),
    { numRuns: runs(3) },
  );
});
