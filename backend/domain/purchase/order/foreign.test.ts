import { afterAll, beforeAll, expect, it } from "vitest";
import type { Answer } from "#backend/platform/auth/auth.testing";
import { INQ, TURN } from "../turn-requisition/sourcing.testing";
import { CHANGE, ORDER, type Ordering, openOrdering } from "./purchase-order.testing";

let w: Ordering;
beforeAll(async () => {
  w = await openOrdering();
  await w.db.query(
    `insert into exchange_rate (currency, effective_date, official_rate) values
       ('USD', current_date, 7.1523), ('EUR', current_date, 8.0512), ('JPY', current_date, 0.0484)
     on conflict do nothing`,
  );
});
afterAll(() => w?.close());

const made = async (answer: Answer) => {
  const { orders }: { orders: string[] } = w.o.good(answer);
  const row = await w.db.one<{ id: string }>("select id from purchase_order where no = $1", orders);
  return row?.id ?? "";
};

/** An awarded inquiry in this currency over `qty` pieces of a turned line. */
async function awarded(currency: string, price: string, qty = 10, more: object = {}) {
  const req = await w.requisition([qty]);
  const turn = await w.turned([{ reqLineId: req.lines[0], qty }]);
  const items = [{ turnLineId: turn.lines[0], skuId: w.skus[0], qty }];
  const { id } = await w.inquiry(items, { currency });
  w.o.good(await w.buyer.act(INQ, id, "start"));
  const [line]: { id: string }[] = (await w.o.as("buyer").read(INQ, id)).items;
  const quote = { supplierId: w.suppliers[1], quotedPrice: price, taxRate: "0", awardQty: qty, ...more };
  w.o.good(await w.buyer.act(INQ, id, "recordQuote", { quotes: [{ lineId: line?.id, ...quote }] }));
  await w.o.submit("buyer", "inquiry_order", INQ, id);
  return id;
}

it("an award in USD becomes an order; its trade term is asked for when it is submitted", async () => {
  const id = await made(await w.buyer.act(INQ, await awarded("USD", "3.25"), "toOrder"));
  expect(await w.read(id)).toMatchObject({ currency: "USD", tradeTerm: null, status: "draft" });
  const refusal = await w.submit(id);
  expect(refusal.body).toMatchObject({
    msg: "外币采购请选择贸易条款",
    fields: { tradeTerm: "外币采购请选择贸易条款" },
  });
  w.o.good(await w.buyer.edit(ORDER, id, { tradeTerm: "FOB" }));
  w.o.good(await w.submit(id));
  expect(await w.read(id)).toMatchObject({ orderAmount: "32.50", rate: "7.15230000", baseAmount: "232.45" });
});

it("takes the trade term that the action says, else that of the supplier", async () => {
  const said = await made(await w.buyer.act(INQ, await awarded("EUR", "2"), "toOrder", { tradeTerm: "CIF" }));
  expect(await w.read(said)).toMatchObject({ currency: "EUR", tradeTerm: "CIF" });
  await w.db.query("update supplier set trade_term = 'DDP' where id = $1", [w.suppliers[1]]);
  const own = await made(await w.buyer.act(INQ, await awarded("JPY", "155"), "toOrder"));
  expect(await w.read(own)).toMatchObject({ currency: "JPY", tradeTerm: "DDP" });
  w.o.good(await w.submit(own));
});

it("a price in USD is ordered directly", async () => {
  await w.db.query(
    `insert into sku_supplier_price (sku_id, line_no, supplier_id, currency, tax_rate, min_qty, price,
       is_default) values ($1, 1, $2, 'USD', 0, 1, 4, true)`,
    [w.skus[2], w.suppliers[2]],
  );
  const req = await w.requisition([1, 1, 30]);
  const turn = await w.turned([{ reqLineId: req.lines[2], qty: 30 }]);
  const id = await made(await w.buyer.act(TURN, turn.id, "toOrder", { tradeTerm: "EXW" }));
  expect(await w.read(id)).toMatchObject({
    currency: "USD",
    tradeTerm: "EXW",
    orderAmount: "120.00",
    baseAmount: "858.28",
  });
  w.o.good(await w.submit(id));
});

it("in a currency without decimals amounts have none, and prices their four", async () => {
  const NONE = "日元金额不能有小数";
  const terms = { currency: "JPY", tradeTerm: "FOB", supplierId: w.suppliers[1] };
  const half = await w.order([[0, 3, "10.5125", { taxRate: "0" }]], { ...terms, taxType: "nonTax" });
  expect(await w.read(half)).toMatchObject({ orderAmount: "32.00", items: [{ price: "10.5125", amount: "32.00" }] });
  const id = await w.order([[0, 3, "11.00", { taxRate: "13" }]], terms);
  // Computed amounts are whole too.
  expect(await w.read(id)).toMatchObject({ orderAmount: "37.00" });
  const fee = await w.buyer.send("PUT", ORDER, { id, version: 0, freightAmount: "0.5" });
  expect(fee.body).toMatchObject({ msg: NONE, fields: { freightAmount: NONE } });
  const own = await w.order([[0, 3, "10.5"]], { ...terms, currency: "USD" });
  w.o.good(await w.buyer.send("PUT", ORDER, { id: own, version: 0, currency: "JPY" }));
  expect(await w.read(own)).toMatchObject({ currency: "JPY", items: [{ price: "10.5000" }] });
});

it("a quote in such a currency has its four too, and what is worked out of it", async () => {
  const id = await awarded("JPY", "155", 10, { taxIncludedQuote: true, taxRate: "10" });
  const order = await made(await w.buyer.act(INQ, id, "toOrder", { tradeTerm: "FOB" }));
  const row = await w.read(order);
  expect(row).toMatchObject({ items: [{ price: "140.9091", amount: "1550.00" }] });
  const items = row.items.map((l) => ({ ...l, expectDate: "2099-02-02" }));
  w.o.good(await w.buyer.edit(ORDER, order, { items }));
  w.o.good(await w.submit(order));
  await w.approve(order);
  // A change proposes the price that the order has; another one is entered.
  const kept = await w.changeForm(order, (lines) => lines.map((l) => ({ ...l, newQty: 9 })));
  w.o.good(await w.buyer.send("POST", CHANGE, kept));
  const other = await w.changeForm(order, (lines) => lines.map((l) => ({ ...l, newPrice: "1.5" })));
  w.o.good(await w.buyer.send("POST", CHANGE, other));
  await awarded("JPY", "155.5");
});

it("an order in CNY has no trade term of its supplier", async () => {
  const id = await w.order([[0, 1, "1"]], { supplierId: w.suppliers[1] });
  expect(await w.read(id)).toMatchObject({ currency: "CNY", tradeTerm: null });
});
