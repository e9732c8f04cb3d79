import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { runs } from "../../../../tests/runs";
import { DELIVERY, type Dock, day, dock, type Order, PLAN } from "./delivery.testing";

let backend: TestBackend;
let d: Dock;

beforeAll(async () => {
  backend = await testBackend();
  d = await dock(backend);
});
afterAll(() => backend?.close());

const step = fc.record({
  act: fc.constantFrom(
    "plan",
    "confirm",
    "reschedule",
    "closePlan",
    "voidPlan",
    "deliver",
    "deliver",
    "ship",
    "ship",
    "ship",
    "voidDelivery",
  ),
  line: fc.nat(1),
  /** Up to more than the order has: refusals are part of the game. */
  qty: fc.oneof(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 1, max: 70 })),
  pick: fc.nat(9),
  days: fc.integer({ min: 0, max: 9 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Game {
  po: Order;
  plans: string[];
  deliveries: string[];
}

/** One call as a person makes it; what is refused changes nothing, which the checks below show. */
async function play(game: Game, { act, line, qty, pick, days }: Step): Promise<void> {
  const { po, plans, deliveries } = game;
  const plan = plans[pick % Math.max(1, plans.length)];
  const delivery = deliveries[pick % Math.max(1, deliveries.length)];
  const why = { reason: "试" };
  if (act === "plan") plans.push(await d.plan(po, [[line, qty, days]]));
  else if (act === "deliver") {
    const items = plan ? (await d.buyer.read(PLAN, plan)).items : [];
    const planned = items[pick % Math.max(1, items.length)];
    const from = planned ? { poLineId: planned.poLineId, planLineId: planned.id } : { poLineId: po.lines[line] };
    deliveries.push(await d.send([{ ...from, qty }]));
  } else if (act === "confirm" && plan) await d.buyer.act(PLAN, plan, "confirm");
  else if (act === "closePlan" && plan) await d.buyer.act(PLAN, plan, "close", why);
  else if (act === "voidPlan" && plan) await d.buyer.act(PLAN, plan, "void", why);
  else if (act === "reschedule" && plan)
    await d.buyer.act(PLAN, plan, "reschedule", { ...why, lineNo: 1 + (pick % 2), planQty: qty, planDate: day(days) });
  else if (act === "ship" && delivery) await d.buyer.act(DELIVERY, delivery, "ship");
  else if (act === "voidDelivery" && delivery) await d.buyer.act(DELIVERY, delivery, "void", why);
}

/** Sentences about what does not hold; none: all is well (supply.md 3 invariants). */
async function problems({ po }: Game): Promise<string[]> {
  const found: string[] = [];
  const lines = await backend.db.query<Record<string, number>>(
    `select p.qty, p.plan_qty as "planQty", p.delivered_qty as "deliveredQty",
       floor(p.qty * 1.03)::int - p.closed_qty as "limit",
       p.qty + p.replenish_qty + p.exchange_qty - p.closed_qty as room,
       coalesce((select sum(case when h.status = 'closed' then l.delivered_qty else l.plan_qty end)
         from delivery_plan_line l join delivery_plan h on h.id = l.delivery_plan_id
         where l.po_line_id = p.id and l.del_flag = 0
           and h.status in ('confirmed', 'partDelivered', 'delivered', 'closed')), 0)::int as planned,
       coalesce((select sum(case when h.status in ('shipped', 'partSigned') then l.qty
           when h.status in ('signed', 'closed') then l.signed_qty else 0 end)
         from delivery_line l join delivery h on h.id = l.delivery_id
         where l.po_line_id = p.id and l.del_flag = 0), 0)::int as delivered
     from purchase_order_line p where p.purchase_order_id = $1`,
    [po.id],
  );
  for (const l of lines) {
    const said = JSON.stringify(l);
    if (l.planQty !== l.planned) found.push(`planQty is not Σ live plans: ${said}`);
    if (l.deliveredQty !== l.delivered) found.push(`deliveredQty is not Σ deliveries: ${said}`);
    if ((l.planned ?? 0) > (l.room ?? 0)) found.push(`more planned than is to come: ${said}`);
    if ((l.delivered ?? 0) > (l.limit ?? 0)) found.push(`more delivered than allowed: ${said}`);
  }
  const plans = await backend.db.query<Record<string, unknown>>(
    `select h.no, h.status, h.delivered_qty as head, sum(l.delivered_qty)::int as delivered,
       bool_and(l.delivered_qty >= l.plan_qty) as whole,
       bool_or(l.delivered_qty > floor(l.plan_qty * 1.03)) as over,
       bool_or(l.delivered_qty <> coalesce((select sum(case when s.status in ('shipped', 'partSigned')
             then x.qty when s.status in ('signed', 'closed') then x.signed_qty else 0 end)
           from delivery_line x join delivery s on s.id = x.delivery_id
           where x.plan_line_id = l.id and x.del_flag = 0), 0)) as wrong
     from delivery_plan h join delivery_plan_line l on l.delivery_plan_id = h.id and l.del_flag = 0
     where h.po_id = $1 group by h.id`,
    [po.id],
  );
  for (const p of plans) {
    const said = JSON.stringify(p);
    if (p.wrong || p.head !== p.delivered) found.push(`a plan's deliveredQty is wrong: ${said}`);
    if (p.over) found.push(`a plan delivered more than allowed: ${said}`);
    const expected = !p.delivered ? "confirmed" : p.whole ? "delivered" : "partDelivered";
    const live = ["confirmed", "partDelivered", "delivered"].includes(String(p.status));
    if (live && p.status !== expected) found.push(`a plan should be ${expected}: ${said}`);
    if (p.status === "void" && p.delivered) found.push(`a void plan delivered: ${said}`);
  }
  return found;
}

const alone = (act: Step["act"], pick: number): Step[] => [{ act, pick, line: 1, qty: 5, days: 3 }];

/** Every state a plan or a delivery may end in: tried first, or chance alone might miss one. */
const PLAIN = [
  alone("plan", 1),
  alone("plan", 2),
  alone("confirm", 2),
  alone("voidPlan", 2),
  alone("deliver", 0),
  alone("deliver", 0),
  alone("deliver", 0),
  alone("ship", 0),
  alone("ship", 1),
  alone("voidDelivery", 1),
];

it("whatever is planned and shipped, also at once, the quantities of the chain agree", async () => {
  const round = fc.array(step, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 3, maxLength: 10 }), async (rounds) => {
      const po = await d.order([50, 60]);
      const game: Game = { po, plans: [await d.confirmed(po, [[0, 30]])], deliveries: [] };
      for (const steps of rounds) {
        await Promise.all(steps.map((s) => play(game, s)));
        expect(await problems(game)).toEqual([]);
      }
    }),
    { numRuns: runs(6), examples: [[PLAIN]], endOnFailure: true },
  );
  const states = async (table: string) =>
    (await backend.db.query<{ s: string }>(`select distinct status as s from ${table} order by 1`)).map((r) => r.s);
  // The game is only worth something if its calls do something.
  expect(await states("delivery")).toEqual(["draft", "shipped", "void"]);
  expect((await states("delivery_plan")).length).toBeGreaterThanOrEqual(3);
});

it("of many that ship at once, only as much gets through as may come", async () => {
  const po = await d.order([50]);
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) ids.push(await d.send([{ poLineId: po.lines[0], qty: 20 }]));
  const answers = await Promise.all(ids.map((id) => d.buyer.act(DELIVERY, id, "ship")));
  expect(answers.filter((a) => a.status === 200)).toHaveLength(2);
  expect((await d.quantities(po.lines[0]))?.delivered).toBe(40);
});

it("of many plans confirmed at once, only as much gets through as is to come", async () => {
  const po = await d.order([50]);
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) ids.push(await d.plan(po, [[0, 20]]));
  const answers = await Promise.all(ids.map((id) => d.buyer.act(PLAN, id, "confirm")));
  expect(answers.filter((a) => a.status === 200)).toHaveLength(2);
  expect((await d.quantities(po.lines[0]))?.plan).toBe(40);
});
