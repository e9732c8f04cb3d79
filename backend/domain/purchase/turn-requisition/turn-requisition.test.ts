import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runs } from "../../../../tests/runs";
import { CANCEL, openSourcing, REQ, type Sourcing, TURN } from "./sourcing.testing";

let s: Sourcing;
beforeAll(async () => {
  s = await openSourcing();
});
afterAll(() => s?.close());

const buyer = () => s.o.as("buyer");
const read = (id: string) => s.read.turn(id);
const reqRow = (id: string) => s.read.requisition(id);
const submit = (id: string) => buyer().act(TURN, id, "submit");

it("holds what it turns, gives it back, and closes with the rest released", async () => {
  const req = await s.requisition([100, 50]);
  const { id } = await s.turn([
    { reqLineId: req.lines[0], qty: 60 },
    { reqLineId: req.lines[1], qty: 50 },
  ]);
  expect(await read(id)).toMatchObject({ totalQty: 110, purchaseQty: 110, status: "draft" });
  s.o.good(await submit(id));
  expect(await reqRow(req.id)).toMatchObject({ status: "partTurned", turnedQty: 110 });
  s.o.good(await buyer().act(TURN, id, "withdraw"));
  expect(await reqRow(req.id)).toMatchObject({ status: "approved", turnedQty: 0, progress: "none" });
  await s.o.submit("buyer", "turn_requisition", TURN, id);
  expect(await read(id)).toMatchObject({ status: "approved", progress: "none" });
  s.o.good(await s.o.as("purchase_manager").act(TURN, id, "close", { reason: "不买了" }));
  expect((await read(id)).items).toMatchObject([{ releasedQty: 60 }, { releasedQty: 50 }]);
  expect(await reqRow(req.id)).toMatchObject({ status: "approved", turnedQty: 0 });
});

it("buyers see what others ask for, others of their kind do not", async () => {
  const req = await s.requisition([5]);
  expect(await buyer().read(REQ, req.id)).toMatchObject({ no: req.no });
  const pool = s.o.good(await buyer().send("GET", "/purchase/requisitionpool/page?size=100"));
  expect(pool.records.map((r: { lineCode: string }) => r.lineCode)).toContain(`${req.no}-1`);
  expect((await s.o.as("promo").send("GET", `${REQ}/${req.id}`)).status).toBeGreaterThan(400);
});

it("says why it refuses", async () => {
  const req = await s.requisition([100]);
  const [line] = req.lines;
  const over = await s.turn([{ reqLineId: line, qty: 101 }]);
  expect((await submit(over.id)).body.msg).toBe(`请购明细${req.no}-1剩余100，不能转采101`);
  const send = async (items: object[], more = {}) =>
    (await buyer().send("POST", TURN, { buyerId: s.buyerId, warehouseId: s.warehouseId, items, ...more })).body.msg;
  const one = { turnMode: "purchase", qty: 1 };
  expect(await send([one])).toBe("请选择请购明细");
  expect(await send([{ ...one, reqLineCode: "QG0-1" }])).toBe("请购明细QG0-1不存在");
  expect(
    await send([
      { ...one, reqLineId: line },
      { ...one, reqLineId: line },
    ]),
  ).toMatch(/重复$/);
  expect(await send([{ ...one, reqLineId: line }], { warehouseId: s.otherWarehouseId })).toBe(
    `请购明细${req.no}-1的需求仓库与收货仓不一致`,
  );
  const moved = { turnMode: "transfer", qty: 1, reqLineId: line };
  expect(await send([moved])).toBe("请选择调出仓");
  expect(await send([{ ...moved, fromWarehouseId: s.warehouseId }])).toBe("调出仓不能与收货仓相同");
  const plain = await s.turn([{ qty: 1, reqLineId: line, turnMode: null }]);
  expect((await s.read.turn(plain.id)).items).toMatchObject([{ turnMode: "purchase" }]);
  expect(await send([])).toBe("请至少添加一条明细");
});

it("prefills what remains, by requisition and by lines of the pool", async () => {
  const req = await s.requisition([30, 40]);
  const pool = await buyer().send("GET", "/purchase/requisitionpool/page", undefined, { keyword: req.no });
  expect(
    s.o
      .good(pool)
      .records.map((r: { remainQty: number }) => r.remainQty)
      .sort(),
  ).toEqual([30, 40]);
  const prefill = async (query: Record<string, string>) => buyer().send("GET", `${TURN}/prefill`, undefined, query);
  expect(s.o.good(await prefill({ reqId: req.id })).items).toMatchObject([{ qty: 30 }, { qty: 40 }]);
  const [, second] = req.lines;
  const chosen = s.o.good(await prefill({ reqLineIds: second ?? "" }));
  expect(chosen).toMatchObject({ warehouseId: s.warehouseId, items: [{ qty: 40 }] });
  await s.turned(req.lines.map((reqLineId, i) => ({ reqLineId, qty: [30, 40][i] })));
  expect((await prefill({ reqId: req.id })).body.msg).toBe("没有可转采的明细");
  expect(await reqRow(req.id)).toMatchObject({ status: "turned", progress: "all" });
});

it("derives its state from what is ordered", async () => {
  const req = await s.requisition([10]);
  const turn = await s.turned([{ reqLineCode: `${req.no}-1`, qty: 10 }]);
  const order = (qty: number) => s.order({ turnLineId: turn.lines[0], qty });
  await order(4);
  expect(await read(turn.id)).toMatchObject({ status: "processing", progress: "part", orderedQty: 4 });
  await expect(order(7)).rejects.toThrow("超过可下单数量6");
  await order(6);
  expect(await read(turn.id)).toMatchObject({ status: "done", progress: "all" });
  await order(-10);
  expect(await read(turn.id)).toMatchObject({ status: "approved", progress: "none" });
});

interface Held {
  turned: number;
  cancel: number;
}
const none: Held = { turned: -1, cancel: -1 };

it("turning and cancelling at once never take more than was asked for", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 15 })), { minLength: 2, maxLength: 5 }),
      fc.infiniteStream(fc.constantFrom("withdraw", "reject", "keep")),
      async (qty, wishes, ends) => {
        const req = await s.requisition([qty]);
        const [reqLineId] = req.lines;
        const made = await Promise.all(
          wishes.map(async ([turn, n]) =>
            turn
              ? { api: TURN, who: "buyer", ...(await s.turn([{ reqLineId, qty: n }])) }
              : {
                  api: CANCEL,
                  who: "ops",
                  ...(await s.o
                    .as("ops")
                    .add(CANCEL, {
                      reqId: req.id,
                      reasonType: "plan",
                      reason: "不要了",
                      items: [{ reqLineId, cancelQty: n }],
                    })),
                },
          ),
        );
        const check = async () => {
          const [line = none] = await s.db.query<Held>(
            `select turned_qty as turned, cancel_qty as cancel from purchase_requisition_line
             where id = $1`,
            [reqLineId],
          );
          const [held] = await s.db.query<Held>(
            `select
               (select coalesce(sum(l.qty - l.released_qty), 0)::int from turn_requisition_line l
                  join turn_requisition t on t.id = l.turn_requisition_id
                where l.req_line_id = $1 and t.status not in ('draft', 'rejected')) as turned,
               (select coalesce(sum(l.cancel_qty), 0)::int from requisition_cancel_line l
                  join requisition_cancel r on r.id = l.requisition_cancel_id
                where l.req_line_id = $1 and r.status not in ('draft', 'rejected')) as cancel`,
            [reqLineId],
          );
          expect(line).toEqual(held);
          expect(line.turned + line.cancel).toBeLessThanOrEqual(qty);
          const { status } = await reqRow(req.id);
          const rest = qty - line.turned - line.cancel;
          const expected = rest ? (rest === qty ? "approved" : "partTurned") : line.turned ? "turned" : "cancelled";
          expect(status).toBe(expected);
        };
        await Promise.all(made.map((m) => s.o.as(m.who).act(m.api, m.id, "submit")));
        await check();
        await Promise.all(
          made.map(async (m) => {
            const [end] = ends.take(1);
            const name = m.api === TURN ? "turn_requisition" : "requisition_cancel";
            if (end === "withdraw") await s.o.as(m.who).act(m.api, m.id, "withdraw");
            const [first] = end === "reject" ? await s.o.candidates(name, m.id) : [];
            if (first) await s.o.as(first.username).act(m.api, m.id, "reject", { comment: "否" });
          }),
        );
        await check();
      },
    ),
    { numRuns: runs(3) },
  );
});
