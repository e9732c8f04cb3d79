import { afterAll, beforeAll, expect, it } from "vitest";
import type { Answer } from "#backend/platform/auth/auth.testing";
import { CANCEL, INQ, openSourcing, type Sourcing, TURN } from "./sourcing.testing";

const PO = "/purchase/order";
let s: Sourcing;
beforeAll(async () => {
  s = await openSourcing();
  await s.db.query(
    `insert into sku_supplier_price (sku_id, line_no, supplier_id, currency, tax_rate, min_qty, price,
       is_default, valid_to)
     values ($1, 1, $3, 'CNY', 13, 1, 9, true, null), ($1, 2, $3, 'CNY', 13, 100, 8, false, null),
       ($2, 1, $4, 'CNY', 0, 1, 5, true, null), ($5, 1, $3, 'CNY', 13, 1, 7, true, '2020-01-01')`,
    [s.skus[0], s.skus[1], s.suppliers[0], s.suppliers[1], s.skus[2]],
  );
});
afterAll(() => s?.close());

const buyer = () => s.o.as("buyer");
const ordersOf = (answer: Answer) =>
  s.db.query<{ id: string; no: string }>("select id, no from purchase_order where no = any($1) order by id", [
    s.o.good(answer).orders,
  ]);

it("orders directly at valid prices, one draft for each supplier and tax type", async () => {
  const req = await s.requisition([150, 40]);
  const turn = await s.turned(req.lines.map((reqLineId, i) => ({ reqLineId, qty: [150, 40][i] })));
  const made = await ordersOf(await buyer().act(TURN, turn.id, "toOrder"));
  expect(made).toHaveLength(2);
  const [first, second] = await Promise.all(made.map((m) => buyer().read(PO, m.id)));
  expect(first).toMatchObject({ taxType: "tax", currency: "CNY", warehouseId: s.warehouseId });
  // From 100 pieces on the second tier holds.
  expect(first?.items).toMatchObject([{ qty: 150, price: "8.0000", turnLineId: turn.lines[0] }]);
  expect(second).toMatchObject({ taxType: "nonTax", orderAmount: "200.00" });
  // Drafts hold the pieces: the refusal says which.
  expect((await buyer().act(TURN, turn.id, "toOrder")).body.msg).toMatch(
    /^没有待下单数量：采购单CG\d+（草稿）占用150、采购单CG\d+（草稿）占用\d+$/,
  );
  const manager = s.o.as("purchase_manager");
  expect((await manager.act(TURN, turn.id, "close", { reason: "停" })).body.msg).toMatch(
    /^存在未完成的询价单\/采购单：采购单CG\d+（草稿）、采购单CG\d+（草稿）$/,
  );
  s.o.good(await buyer().act(PO, first.id, "submit"));
  expect(await s.read.turn(turn.id)).toMatchObject({ status: "processing", orderedQty: 150 });
  expect((await s.read.requisition(req.id)).items).toMatchObject([{ orderedQty: 150 }, { orderedQty: 0 }]);
  s.o.good(await buyer().act(PO, first.id, "withdraw"));
  expect(await s.read.turn(turn.id)).toMatchObject({ status: "approved", orderedQty: 0 });
});

it("is found by a part of the supplier's name, and the pool by who asked", async () => {
  const req = await s.requisition([10, 10]);
  const turn = await s.turned([{ reqLineId: req.lines[0], qty: 1, supplierId: s.suppliers[3] }]);
  await s.inquiry([{ skuId: s.skus[3], qty: 1 }], { suppliers: [{ supplierId: s.suppliers[3] }] });
  const found = async (who: string, api: string, query: Record<string, string>) =>
    s.o.good(await s.o.as(who).send("GET", `${api}/page`, undefined, query)).records;
  expect(await found("buyer", TURN, { supplierId: "供应商4" })).toMatchObject([{ id: turn.id }]);
  expect(await found("buyer", INQ, { supplierId: s.suppliers[3] ?? "" })).toHaveLength(1);
  const pool = { keyword: req.no };
  expect(await found("ops", "/purchase/requisitionpool", pool)).toHaveLength(2);
  expect(await found("ops_manager_jp", "/purchase/requisitionpool", pool)).toHaveLength(0);
});

it("a rejected award is quoted again", async () => {
  const { id } = await s.inquiry([{ skuId: s.skus[0], qty: 5 }]);
  s.o.good(await buyer().act(INQ, id, "start"));
  const [line] = (await s.read.inquiry(id)).items;
  const quotes = [{ lineId: line?.id, supplierId: s.suppliers[0], quotedPrice: "3", awardQty: 5 }];
  s.o.good(await buyer().act(INQ, id, "recordQuote", { quotes }));
  s.o.good(await buyer().act(INQ, id, "submit"));
  const manager = s.o.as("purchase_manager");
  s.o.good(await manager.act(INQ, id, "reject", { comment: "再谈" }));
  expect(await s.read.inquiry(id)).toMatchObject({ status: "rejected" });
  s.o.good(await buyer().act(INQ, id, "recordQuote", { quotes: [{ ...quotes[0], quotedPrice: "2.5" }] }));
  expect(await s.read.inquiry(id)).toMatchObject({ status: "quoted" });
});

it("an expired price is none", async () => {
  const req = await s.requisition([1, 1, 10]);
  const turn = await s.turned([{ reqLineId: req.lines[2], qty: 10 }]);
  expect((await buyer().act(TURN, turn.id, "toOrder")).body.msg).toBe("SKU SRC0001-03 没有有效价格，请先询价");
});

it("an award becomes orders of the chosen lines; then the inquiry cannot be voided", async () => {
  const req = await s.requisition([100, 50]);
  const turn = await s.turned(req.lines.map((reqLineId, i) => ({ reqLineId, qty: [100, 50][i] })));
  const { id } = await s.inquiry(
    turn.lines.map((turnLineId, i) => ({ turnLineId, skuId: s.skus[i], qty: [100, 50][i] })),
  );
  s.o.good(await buyer().act(INQ, id, "start"));
  const { items } = await s.read.inquiry(id);
  const quotes = items.map((l) => ({
    lineId: l.id,
    supplierId: s.suppliers[2],
    quotedPrice: "6",
    taxRate: "13",
    awardQty: l.qty,
  }));
  s.o.good(await buyer().act(INQ, id, "recordQuote", { quotes }));
  await s.o.submit("buyer", "inquiry_order", INQ, id);
  const row = await s.read.inquiry(id);
  const [one] = row.quotes.filter((q) => q.awardQty);
  const some = await ordersOf(await buyer().act(INQ, id, "toOrder", { awardIds: [one?.id] }));
  const rest = await ordersOf(await buyer().act(INQ, id, "toOrder"));
  expect([some.length, rest.length]).toEqual([1, 1]);
  expect((await buyer().read(PO, some[0]?.id ?? "")).items).toMatchObject([
    { awardId: one?.id, qty: 100, price: "6.0000", taxRate: "13.00" },
  ]);
  expect((await buyer().act(INQ, id, "toOrder")).body.msg).toMatch(/^定标数量已全部下单：采购单CG\d+（草稿）占用100/);
  const manager = s.o.as("purchase_manager");
  expect((await manager.act(INQ, id, "void", { reason: "错" })).body.msg).toBe(`已生成采购单${some[0]?.no}，不能作废`);
  const sheet = await fetch(`${s.backend.url}${INQ}/comparison?id=${id}`, {
    headers: { Authorization: `Bearer ${await s.token("buyer")}` },
  });
  expect(sheet.headers.get("content-type")).toContain("spreadsheet");
  expect((await sheet.arrayBuffer()).byteLength).toBeGreaterThan(1000);
});

it("cancels no more than remains, of the requisition that it names", async () => {
  const req = await s.requisition([10]);
  await s.turned([{ reqLineId: req.lines[0], qty: 4 }]);
  const head = { reqId: req.id, reasonType: "plan", reason: "不要了" };
  const ops = s.o.as("ops");
  // Without lines everything that remains is meant.
  const { id } = await ops.add(CANCEL, head);
  const row = await s.read.cancel(id);
  expect(row).toMatchObject({ totalCancelQty: 6, items: [{ remainQty: 6, turnedQty: 4 }] });
  const [line] = row.items;
  const change = [{ id: line?.id, reqLineId: req.lines[0], cancelQty: 7 }];
  s.o.good(await ops.edit(CANCEL, id, { items: change }));
  expect((await ops.act(CANCEL, id, "submit")).body.msg).toBe("可取消数量为6，已转采部分请先关闭采购单");
  s.o.good(await ops.edit(CANCEL, id, { items: [{ ...change[0], cancelQty: 6 }] }));
  await s.o.submit("ops", "requisition_cancel", CANCEL, id);
  expect(await s.read.requisition(req.id)).toMatchObject({ status: "turned" });
  const other = await s.requisition([5]);
  const wrong = { ...head, items: [{ reqLineId: other.lines[0], cancelQty: 1 }] };
  expect((await ops.send("POST", CANCEL, wrong)).body.msg).toBe(`请购单${req.no}不是待转采状态`);
  const mixed = { ...head, reqId: other.id, items: [{ reqLineId: req.lines[0], cancelQty: 1 }] };
  expect((await ops.send("POST", CANCEL, mixed)).body.msg).toBe("明细不属于所选的请购单");
  const all = await ops.add(CANCEL, { ...head, reqId: other.id });
  await s.o.submit("ops", "requisition_cancel", CANCEL, all.id);
  expect(await s.read.requisition(other.id)).toMatchObject({ status: "cancelled" });
});

it("offers the price of a supplier in its currency, in decimals that can be saved", async () => {
  await s.db.query(
    `insert into sku_supplier_price (sku_id, line_no, supplier_id, currency, tax_rate, min_qty, price, is_default)
     values ($1, 1, $2, 'JPY', 10, 1, 105.4545, true)`,
    [s.skus[3], s.suppliers[0]],
  );
  const { id } = await s.requisition([1, 1, 1, 1]);
  const form = s.o.good(await buyer().send("GET", `${TURN}/prefill`, undefined, { reqId: id }));
  expect(form.items).toMatchObject([
    { refPrice: "9.0000", refCurrency: "CNY" },
    { refPrice: "5.0000", refCurrency: "CNY" },
    {},
    { refPrice: "105", refCurrency: "JPY" },
  ]);
});
