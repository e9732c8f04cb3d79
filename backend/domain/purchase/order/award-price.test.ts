import { afterAll, beforeAll, expect, it } from "vitest";
import { INQ } from "../turn-requisition/sourcing.testing";
import { CHANGE, ORDER, type Ordering, openOrdering } from "./purchase-order.testing";

let w: Ordering;
beforeAll(async () => {
  w = await openOrdering();
}, 60_000);
afterAll(() => w?.close());

/** A draft of an order that was made of an award of 10 pieces at 6.00. */
async function ordered(sku: number) {
  const qtys = [0, 0, 0, 0].map((_, i) => (i === sku ? 10 : 1));
  const req = await w.requisition(qtys);
  const turn = await w.turned([{ reqLineId: req.lines[sku], qty: 10 }]);
  const { id } = await w.inquiry([{ turnLineId: turn.lines[0], skuId: w.skus[sku], qty: 10 }]);
  w.o.good(await w.buyer.act(INQ, id, "start"));
  const [line]: { id: string }[] = (await w.buyer.read(INQ, id)).items;
  const quote = { supplierId: w.suppliers[0], quotedPrice: "6", taxRate: "13", awardQty: 10 };
  w.o.good(await w.buyer.act(INQ, id, "recordQuote", { quotes: [{ lineId: line?.id, ...quote }] }));
  await w.o.submit("buyer", "inquiry_order", INQ, id);
  const { orders }: { orders: string[] } = w.o.good(await w.buyer.act(INQ, id, "toOrder"));
  const row = await w.db.one<{ id: string }>("select id from purchase_order where no = $1", orders);
  return row?.id ?? "";
}
const priced = async (id: string, price: string, remark: string | null = null) => {
  const { items } = await w.read(id);
  return w.buyer.edit(ORDER, id, { items: items.map((l) => ({ ...l, price, remark })) });
};
const nodes = (id: string, type = "purchase_order") =>
  w.db.query<{ node: string }>(
    `select k.node_key as node from act_task k join act_instance i on i.id = k.instance_id
     where i.biz_id = $1 and i.biz_type = $2 and i.status = 'running' and k.status <> 'skipped' order by k.seq`,
    [id, type],
  );

it("an order keeps the awarded price and goes the usual way", async () => {
  const id = await ordered(0);
  w.o.good(await w.submit(id));
  expect(await nodes(id)).toEqual([{ node: "purchaseManager" }]);
});

it("another price needs a reason, lower ones too, and finance in the approval", async () => {
  const id = await ordered(1);
  for (const price of ["6.01", "5.99"]) {
    w.o.good(await priced(id, price));
    expect(await w.message(w.submit(id))).toBe("SKU SRC0001-02 单价与定标价6不一致，请填写原因");
  }
  w.o.good(await priced(id, "6.01", "铜价上涨，供应商补差"));
  w.o.good(await w.submit(id));
  expect((await nodes(id)).map((n) => n.node)).toEqual(["purchaseManager", "finance"]);
  await w.approve(id);
  expect(await w.read(id)).toMatchObject({ status: "executing", orderAmount: "67.91" });
});

it("a change away from the awarded price is for finance too", async () => {
  const id = await ordered(2);
  w.o.good(await w.submit(id));
  await w.approve(id);
  const change = await w.change(id, (items) => items.map((l) => ({ ...l, newPrice: "6.05" })));
  w.o.good(await w.buyer.act(CHANGE, change, "submit"));
  expect((await nodes(change, "purchase_change")).map((n) => n.node)).toEqual(["purchaseManager", "finance"]);
});
