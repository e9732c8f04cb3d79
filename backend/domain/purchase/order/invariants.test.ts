import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runs } from "../../../../tests/runs";
import { CONTRACT, ORDER, type Ordering, openOrdering } from "./purchase-order.testing";

let w: Ordering;
let source: string;
beforeAll(async () => {
  w = await openOrdering();
  const req = await w.requisition([1000]);
  const turn = await w.turned([{ reqLineId: req.lines[0], qty: 1000 }]);
  source = turn.lines[0] ?? "";
});
afterAll(() => w?.close());

const ACTS = ["add", "submit", "withdraw", "reject", "approve", "void", "close", "contract"] as const;
type Act = (typeof ACTS)[number];
const ON_MOSTLY = Array<"on">(8).fill("on");

/** The step that leads on from a state, so that random sequences reach every one of them. */
const ON: Record<string, Act> = { draft: "submit", auditing: "approve", approved: "contract" };

/** One step on some order; what the rules refuse is as good as what they allow. */
async function step(orders: string[], act: Act | "on", pick: number, qty: number): Promise<number> {
  const id = orders[pick % Math.max(1, orders.length)];
  if (act === "on" && id) {
    const next = ON[String((await w.read(id)).status)];
    return next ? step(orders, next, pick, qty) : 200;
  }
  if (act === "add" || !id) {
    const line = { turnLineId: source, remark: "随机" };
    orders.push(await w.order([[0, qty, "12.35", line]], { orderType: "normal" }));
    return 200;
  }
  const manager = w.o.as("purchase_manager");
  const why = { reason: "随机", comment: "随机" };
  if (act === "approve") {
    await w.approve(id).catch(() => {});
    return 200;
  }
  if (act === "contract") {
    const form = await w.contractForm([id]);
    const made = await w.buyer.send("POST", CONTRACT, form);
    if (made.status !== 200) return made.status;
    const contractId = (made.body.data as { id: string }).id;
    await w.o.submit("buyer", "purchase_contract", CONTRACT, contractId).catch(() => {});
    return (await w.sign(contractId)).status;
  }
  if (act === "submit" || act === "withdraw") return (await w.buyer.act(ORDER, id, act)).status;
  return (await manager.act(ORDER, id, act, { ...why, releaseDemand: qty % 2 === 0 })).status;
}

/** What must hold of every order, whatever happened (supply.md 3). */
const BROKEN: [rule: string, sql: string][] = [
  [
    "what the turn line gave is what orders hold or gave back",
    `select t.id from turn_requisition_line t left join (
       select l.turn_line_id, sum(l.qty) as n from purchase_order_line l
         join purchase_order o on o.id = l.purchase_order_id
       where l.del_flag = 0 and o.status in ('auditing', 'approved', 'executing', 'closed')
       group by 1) x on x.turn_line_id = t.id
     where t.ordered_qty + t.released_qty <> coalesce(x.n, 0)
       or t.ordered_qty > t.qty - t.released_qty`,
  ],
  [
    "requisition and turn line agree",
    `select r.id from purchase_requisition_line r join turn_requisition_line t on t.req_line_id = r.id
     where r.ordered_qty <> t.ordered_qty or r.turned_qty <> t.qty - t.released_qty`,
  ],
  [
    "orderAmount is that of its lines",
    `select o.id from purchase_order o join purchase_order_line l on l.purchase_order_id = o.id
       and l.del_flag = 0 group by o.id
     having o.order_amount <> sum(l.amount) + o.freight_amount + o.other_amount - o.discount_amount`,
  ],
  [
    "openQty derives from the chain; a closed order expects nothing",
    `select l.id from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
     where l.open_qty + l.owed_replenish_qty + l.owed_exchange_qty
         <> l.qty + l.replenish_qty + l.exchange_qty - l.signed_qty - l.closed_qty
       or (o.status = 'closed' and l.open_qty <> 0)`,
  ],
  [
    "what runs is small or has a signed contract; one contract lives per order",
    `select o.id from purchase_order o left join purchase_contract_order l on l.po_id = o.id
       and l.del_flag = 0 left join purchase_contract h on h.id = l.purchase_contract_id
         and h.del_flag = 0 and h.status not in ('void', 'terminated')
     group by o.id having count(h.id) > 1
       or (o.status = 'executing' and o.base_amount >= 1000
         and count(*) filter (where h.status = 'signed') = 0)`,
  ],
  [
    "auditing means one running flow",
    `select o.id from purchase_order o where (o.status = 'auditing') <> ((select count(*)
       from act_instance i where i.biz_type = 'purchase_order' and i.biz_id = o.id
         and i.status = 'running') = 1)`,
  ],
  [
    "what is on order is what is still to come",
    `select k.id from sku k left join (select l.sku_id, sum(greatest(l.open_qty, 0)) as n
       from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
       where o.status in ('approved', 'executing') and l.del_flag = 0 group by 1) x on x.sku_id = k.id
     where k.on_order_qty <> coalesce(x.n, 0)`,
  ],
  [
    "the supplier's open amount is that of its orders",
    `select s.id from supplier s where s.open_po_amount <> coalesce((select sum(o.base_amount)
       from purchase_order o where o.supplier_id = s.id and o.del_flag = 0
         and o.status in ('approved', 'executing')), 0)`,
  ],
];

it("whatever is done at once, orders, sources, contracts and what is on order agree", async () => {
  const orders: string[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          act: fc.constantFrom(...ON_MOSTLY, ...ACTS),
          pick: fc.nat(20),
          qty: fc.integer({ min: 1, max: 150 }),
        }),
        { minLength: 3, maxLength: 8 },
      ),
      async (steps) => {
        const statuses = await Promise.all(steps.map(({ act, pick, qty }) => step(orders, act, pick, qty)));
        expect(statuses.filter((s) => s >= 500)).toEqual([]);
        for (const [rule, sql] of BROKEN) expect([rule, await w.db.query(sql)]).toEqual([rule, []]);
      },
    ),
    { numRuns: runs(4) },
  );
});
