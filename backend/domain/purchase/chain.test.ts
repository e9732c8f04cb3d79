import { afterAll, beforeAll, expect, it } from "vitest";
import { type Ordering, openOrdering } from "./order/purchase-order.testing";

let w: Ordering;
beforeAll(async () => {
  w = await openOrdering();
});
afterAll(() => w?.close());

interface Linked {
  type: string;
  id: string;
  way: string;
  steps: number;
  name: string;
  amount: string | null;
  currency: string | null;
  qty: number | null;
}

const chain = async (who: string, type: string, id: string): Promise<Linked[]> =>
  w.o.good(await w.o.as(who).send("GET", `/admin/chain/${type}/${id}`)) as Linked[];
const said = (links: Linked[]) => links.map((l) => `${l.way} ${l.steps} ${l.type}`);

it("the chain is walked over all steps, in the order of the chain, with amounts and quantities", async () => {
  const req = await w.requisition([30, 20]);
  const turn = await w.turned([{ reqLineId: req.lines[0], qty: 30 }]);
  const { id } = await w.inquiry([{ turnLineId: turn.lines[0], skuId: w.skus[0], qty: 30 }]);
  expect(said(await chain("buyer", "inquiry_order", id))).toEqual([
    "from 2 purchase_requisition",
    "from 1 turn_requisition",
  ]);
  const ahead = await chain("buyer", "purchase_requisition", req.id);
  expect(said(ahead)).toEqual(["to 1 turn_requisition", "to 2 inquiry_order"]);
  expect(ahead[0]).toMatchObject({ name: turn.no, qty: 30, amount: null, currency: null });
});

it("what an order led to besides stands beside, as far as the caller may see it", async () => {
  const { id, contractId } = await w.running(100, "100.00");
  const delivery = await w.db.one<{ id: string }>(
    `insert into delivery (no, status, supplier_id, expect_arrive_date, total_qty, create_by)
     values ('SH-1', 'shipped', $1, '2099-01-01', 60, $2) returning id`,
    [w.suppliers[0], w.buyerId],
  );
  await w.db.query(
    `insert into doc_link (from_type, from_id, to_type, to_id)
     values ('purchase_order', $1, 'delivery', $2)`,
    [id, delivery?.id],
  );
  const links = await chain("buyer", "delivery", delivery?.id ?? "");
  expect(said(links)).toEqual(["from 1 purchase_order", "beside 2 purchase_contract"]);
  expect(links).toMatchObject([
    { id, amount: "11300.00", currency: "CNY", qty: 100 },
    { id: contractId, amount: "11300.00", currency: "CNY", qty: null },
  ]);
  expect(said(await chain("buyer", "purchase_order", id))).toEqual(["to 1 purchase_contract", "to 1 delivery"]);
  expect(await chain("cs_staff", "purchase_order", id)).toEqual([]);
  const [unpriced] = await chain("logistics", "delivery", delivery?.id ?? "");
  expect(unpriced).toMatchObject({ id, amount: null, currency: null, qty: 100 });
});

it("a circle of links ends", async () => {
  const a = await w.order([[0, 1, "1.00"]]);
  const b = await w.order([[0, 1, "1.00"]]);
  await w.db.query(
    `insert into doc_link (from_type, from_id, to_type, to_id)
     values ('purchase_order', $1, 'purchase_order', $2), ('purchase_order', $2, 'purchase_order', $1)`,
    [a, b],
  );
  const links = await chain("buyer", "purchase_order", a);
  expect(links.map((l) => l.id)).toEqual([b]);
});
