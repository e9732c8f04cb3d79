import { afterAll, beforeAll, expect, it } from "vitest";
import { DELIVERY, day } from "#backend/domain/purchase/delivery/delivery.testing";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { type Gate, openGate, SIGN } from "./sign.testing";

let g: Gate;
beforeAll(async () => {
  g = await openGate();
});
afterAll(() => g?.close());

const PO = "/purchase/order";

/** What nobody else's goods are in: the pools of the dock, emptied. */
const fresh = () =>
  g.db.query("truncate stock, stock_posting, stock_move, stock_reservation, ap_entry restart identity cascade");

it("brings goods to inspection at the order's price, what is owed, and moves orders on", async () => {
  await fresh();
  const a = await g.priced([[100, "10.00"]]);
  const b = await g.priced([
    [1, "1"],
    [50, "25.45"],
  ]);
  await g.db.query("update purchase_order_line set qty = 0 where id = $1", [b.lines[0]]);
  const one = await g.shipped([
    [a.lines[0], 60],
    [b.lines[1], 50],
  ]);
  const two = await g.shipped([[a.lines[0], 40]]);
  const first = await g.signed(one);
  expect(await g.stock(a.lines[0])).toEqual({ qc: 60, good: 0, value: "600.00" });
  expect(await g.stock(b.lines[1])).toEqual({ qc: 50, good: 0, value: "1272.50" });
  expect(await g.payables(a.id)).toEqual([{ type: "receipt", amount: "678.00", balance: "678.00" }]);
  expect((await g.payables(b.id)).at(-1)).toMatchObject({ amount: "1437.93" });
  const inspection = await g.db.one("select status, sign_qty from inspection where sign_id = $1", [first]);
  expect(inspection).toMatchObject({ status: "pending", sign_qty: 110 });
  expect(await g.state("delivery", one)).toBe("signed");
  expect(await g.keeper.read(PO, a.id)).toMatchObject({ receiveStatus: "part", signedQty: 60 });
  await g.signed(two);
  expect(await g.stock(a.lines[0])).toMatchObject({ qc: 100, value: "1000.00" });
  expect((await g.payables(a.id)).at(-1)).toMatchObject({ amount: "452.00", balance: "1130.00" });
  expect(await g.keeper.read(PO, a.id)).toMatchObject({ receiveStatus: "all", signedQty: 100 });
  const shown = await g.keeper.read(SIGN, first);
  expect(shown).toMatchObject({ signQty: 110, noticeQty: 110, diffQty: 0, hasDiff: "no" });
  expect(shown.items[0]).not.toHaveProperty("amount");
  expect((await g.as("finance").read(SIGN, first)).items[0]).toMatchObject({ unitCost: "10.000000", amount: "600.00" });
  expect(await ledgerFaults(g.db)).toEqual([]);
});

it("shares the order's fees and the delivery's freight over the pieces, and nothing of it twice", async () => {
  await fresh();
  await g.db.query("delete from exchange_rate where currency = 'USD' and effective_date >= $1", [day(-1)]);
  await g.db.query("insert into exchange_rate (currency, effective_date, official_rate) values ('USD', $1, 7.1)", [
    day(-1),
  ]);
  const po = await g.priced([[30, "1.1111"]], { feeShares: ["10.00"], rate: "7.25" });
  const freight = { freightCurrency: "USD", freightAmount: "10" };
  const id = await g.shipped([[po.lines[0], 30]], freight);
  const part = { isFinal: false };
  const value = async () => Number((await g.stock(po.lines[0]))?.value);
  await g.signed(id, [10], part);
  // R2(10 × 1.1111 × 7.25) + R2(10 ÷ 3 × 7.25) + R2(10 ÷ 3 × 7.1)
  expect(await value()).toBeCloseTo(80.55 + 24.17 + 23.67, 2);
  const middle = await g.signed(id, [10], part);
  await g.signed(id);
  // R2(30 × 1.1111 × 7.25) + 10 × 7.25 + 10 × 7.1
  const all = 241.66 + 72.5 + 71;
  expect(await value()).toBeCloseTo(all, 2);
  g.good(await g.reverse(middle));
  await g.signed(id);
  expect(await value()).toBeCloseTo(all, 1);
  expect(await g.state("delivery", id)).toBe("signed");
});

it("leaves the delivery open for a part, and a final receipt lets a shortage go", async () => {
  const po = await g.priced([[100, "10.00"]]);
  const id = await g.shipped([[po.lines[0], 60]]);
  await g.signed(id, [20], { isFinal: false });
  expect(await g.state("delivery", id)).toBe("partSigned");
  expect(await g.quantities(po.lines[0])).toMatchObject({ delivered: 60 });
  expect(await g.buyer.act(DELIVERY, id, "void", { reason: "x" })).toMatchObject({ status: 409 });
  await g.signed(id, [30]);
  expect(await g.state("delivery", id)).toBe("signed");
  expect(await g.quantities(po.lines[0])).toMatchObject({ delivered: 50 });
  const again = await g.keeper.send("GET", `${SIGN}/prefill`, undefined, { deliveryId: id });
  expect(again.body.msg).toMatch(/^送货单SH\d+不是待签收状态，不能签收$/);
});

it("takes everything back, once, and can be done again with the same result", async () => {
  await fresh();
  const po = await g.priced([[100, "10.00"]]);
  const one = await g.shipped([[po.lines[0], 60]]);
  const two = await g.shipped([[po.lines[0], 40]]);
  await g.signed(one);
  const id = await g.signed(two);
  g.good(await g.reverse(id));
  expect(await g.stock(po.lines[0])).toMatchObject({ qc: 60, value: "600.00" });
  expect((await g.payables(po.id)).at(-1)).toEqual({ type: "receiptReverse", amount: "-452.00", balance: "678.00" });
  expect(await g.state("delivery", two)).toBe("shipped");
  expect(await g.state("wms_sign", id)).toBe("reversed");
  const again = await g.reverse(id);
  expect([again.status, again.body.msg]).toEqual([409, "已撤销状态不能撤销签收"]);
  await g.signed(two);
  expect(await g.stock(po.lines[0])).toMatchObject({ qc: 100, value: "1000.00" });
  expect((await g.payables(po.id)).at(-1)).toMatchObject({ balance: "1130.00" });
  const rows = await g.db.one(
    "select count(*)::int as n, count(distinct reversal_of)::int as d from stock_move where reversal_of is not null",
  );
  expect(rows).toEqual({ n: 1, d: 1 });
});

it("puts goods that need no inspection on the shelf, and is done", async () => {
  await fresh();
  const po = await g.priced([[10, "10.00"]]);
  const id = await g.signed(await g.shipped([[po.lines[0], 10]]), [], { inspectPolicy: "exempt" });
  expect(await g.state("wms_sign", id)).toBe("done");
  expect(await g.stock(po.lines[0])).toMatchObject({ qc: 0, good: 10 });
  const passed = () => g.db.one("select pass_qty as n from purchase_order_line where id = $1", [po.lines[0]]);
  expect(await passed()).toEqual({ n: 10 });
  g.good(await g.reverse(id));
  expect(await passed()).toEqual({ n: 0 });
  expect(await g.stock(po.lines[0])).toMatchObject({ good: 0, value: "0.00" });
});

it("proposes to inspect unless the warehouse or every SKU is exempt", async () => {
  const po = await g.priced([[10, "10.00"]]);
  const id = await g.shipped([[po.lines[0], 10]]);
  const policy = async () => (await g.form(id)).inspectPolicy;
  expect(await policy()).toBe("inspect");
  await g.db.query("update sku set inspect_exempt = true where sku_code = 'DLV0001-01'");
  expect(await policy()).toBe("exempt");
  await g.db.query("update sku set inspect_exempt = false");
  await g.db.query("update warehouse set need_inspect = false where code = 'WH-SZ'");
  expect(await policy()).toBe("exempt");
  await g.db.query("update warehouse set need_inspect = true");
});

it("tells the requisition behind an order what arrived: complete with the last piece, and back", async () => {
  const { db } = g;
  const po = await g.priced([[10, "10.00"]]);
  const one = async (sql: string, ...values: unknown[]) =>
    (await db.one<{ id: string }>(`${sql} returning id`, values))?.id ?? "";
  const line = "select $1::bigint, 1, sku_id, 10";
  const from = `from purchase_order_line where id = '${po.lines[0]}'`;
  const req = await one(`insert into purchase_requisition (no, status, warehouse_id) values ('QG-T1', 'turned', 1)`);
  const reqLine = await one(
    `insert into purchase_requisition_line (purchase_requisition_id, line_no, sku_id, qty, turned_qty)
     ${line}, 10 ${from}`,
    req,
  );
  const turn = await one(`insert into turn_requisition (no, status) values ('ZC-T1', 'done')`);
  const turnLine = await one(
    `insert into turn_requisition_line (turn_requisition_id, line_no, sku_id, qty, req_line_id)
     ${line}, ${reqLine} ${from}`,
    turn,
  );
  await db.query("update purchase_order_line set turn_line_id = $2 where id = $1", [po.lines[0], turnLine]);
  const seen = async () => ({
    ...(await db.one(
      `select l.received_qty as n, r.received_qty as all from purchase_requisition_line l
         join purchase_requisition r on r.id = l.purchase_requisition_id where l.id = $1`,
      [reqLine],
    )),
    status: await g.state("purchase_requisition", req),
  });
  const id = await g.shipped([[po.lines[0], 10]]);
  await g.signed(id, [4], { isFinal: false });
  expect(await seen()).toEqual({ n: 4, all: 4, status: "turned" });
  const last = await g.signed(id);
  expect(await seen()).toEqual({ n: 10, all: 10, status: "completed" });
  g.good(await g.reverse(last));
  expect(await seen()).toEqual({ n: 4, all: 4, status: "turned" });
});

it("counts more than was sent as delivered, and what a closed delivery did not bring as not", async () => {
  const po = await g.priced([[100, "10.00"]]);
  const line = po.lines[0];
  await g.signed(await g.shipped([[line, 40]]), [43]);
  expect(await g.quantities(line)).toMatchObject({ delivered: 43 });
  const id = await g.shipped([[line, 50]]);
  const part = await g.signed(id, [20], { isFinal: false });
  g.good(await g.buyer.act(DELIVERY, id, "close", { reason: "余货不来" }));
  expect(await g.quantities(line)).toMatchObject({ delivered: 63 });
  g.good(await g.reverse(part));
  expect(await g.state("delivery", id)).toBe("closed");
  expect(await g.quantities(line)).toMatchObject({ delivered: 43 });
});

it("stays when its order was closed: nothing could replace what went back", async () => {
  const po = await g.priced([[100, "10.00"]]);
  const id = await g.signed(await g.shipped([[po.lines[0], 40]]), [], { inspectPolicy: "exempt" });
  g.good(await g.as("purchase_manager").act(PO, po.id, "close", { reason: "停产" }));
  expect((await g.reverse(id)).body.msg).toBe(`采购单${po.no}已关闭，不能撤销签收`);
});
