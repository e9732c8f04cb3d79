import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { given } from "../../../../tests/given";
import { runs } from "../../../../tests/runs";
import { DELIVERY, day, type Order } from "../delivery/delivery.testing";
import { ORDER } from "../order/purchase-order.testing";
import { backProblems } from "./problems.testing";
import { type Backs, EXCHANGE, openBacks, RETURN, SIGN } from "./return.testing";

let w: Backs;
beforeAll(async () => {
  w = await openBacks();
});
afterAll(() => w?.close());

const step = fc.record({
  act: fc.constantFrom(
    "send",
    "send",
    "send",
    "forth",
    "forth",
    "withdraw",
    "reverse",
    "reverse",
    "void",
    "close",
    "again",
    "again",
    "again",
    "unsign",
  ),
  kind: fc.constantFrom("deduct", "replenish", "exchange"),
  order: fc.nat(1),
  good: fc.integer({ min: 1, max: 6 }),
  bad: fc.nat(2),
  pick: fc.nat(9),
  /** How far a document goes at once: 1 submitted, 2 approved, 3 shipped. */
  far: fc.constantFrom(1, 2, 3, 3),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Back = [api: typeof RETURN | typeof EXCHANGE, id: string];
type Answer = Awaited<ReturnType<Backs["buyer"]["act"]>>;

interface Game {
  orders: Order[];
  backs: Back[];
  signs: string[];
  /** What no call may be answered with. */
  broken: string[];
}

const why = { reason: "试" };

/** Whatever is refused is refused in words. */
const note = (game: Game, act: string, { status, body }: Answer) => {
  if (status >= 500) game.broken.push(`${act}: ${JSON.stringify(body)}`);
};

const idOf = ({ body }: Answer) => String((body.data as { id: string }).id);

/** Goods that come again of an order: delivered and signed at once, as good ones. */
async function again(game: Game, po: Order, { kind, good }: Step) {
  const deliveryType = kind === "deduct" ? "replenish" : kind;
  const made = await w.buyer.send(
    "POST",
    DELIVERY,
    w.deliveryForm([{ poLineId: po.lines[0], qty: good }], { deliveryType }),
  );
  note(game, "again", made);
  // An order that somebody has just closed takes no delivery.
  if (made.status !== 200) return;
  const id = idOf(made);
  if ((await w.buyer.act(DELIVERY, id, "ship")).status !== 200) return;
  const form = await w.warehouse.send("GET", `${SIGN}/prefill`, undefined, { deliveryId: id });
  const body = { ...(w.good(form) as object), inspectPolicy: "exempt" };
  const answer = await w.warehouse.send("POST", SIGN, body);
  if (answer.status === 200) game.signs.push(idOf(answer));
  else await w.buyer.act(DELIVERY, id, "void", why);
  note(game, "again", answer);
}

/** Submits, approves, ships: as far as it goes. */
async function forth(game: Game, [api, id]: Back, far: number) {
  const name = api === RETURN ? "purchase_return" : "purchase_exchange";
  for (const act of ["submit", "approve", "ship"].slice(0, far)) {
    if (act === "approve") await w.approveAll(name, api, id).catch(() => undefined);
    else note(game, act, await (act === "ship" ? w.warehouse : w.buyer).act(api, id, act));
  }
}

async function send(game: Game, po: Order, { kind, good, bad, far }: Step) {
  const api = kind === "exchange" ? EXCHANGE : RETURN;
  const more = api === RETURN ? { returnMode: kind, expectReplenishDate: day(3) } : {};
  const back: Back = [api, await w.draft(api, po, [[0, good, bad]], more)];
  game.backs.push(back);
  await forth(game, back, far);
}

const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

/** One call as a person makes it; what is refused changes nothing, which the checks below show. */
async function play(game: Game, s: Step): Promise<void> {
  const po = given(game.orders[s.order]);
  if (s.act === "send") return send(game, po, s);
  if (s.act === "again") return again(game, po, s);
  if (s.act === "unsign") {
    const id = at(game.signs, s.pick);
    if (id) note(game, s.act, await w.warehouse.act(SIGN, id, "reverse", why));
    return;
  }
  const only = new Map([
    ["reverse", RETURN],
    ["close", EXCHANGE],
  ]).get(s.act);
  const back = at(
    game.backs.filter(([api]) => !only || api === only),
    s.pick,
  );
  if (!back) return;
  if (s.act === "forth") return forth(game, back, 3);
  note(game, s.act, await (s.act === "withdraw" ? w.buyer : w.manager).act(...back, s.act, why));
}

/** Two orders of one SKU in one warehouse, 15 good and 5 bad of one, 10 good of the other. */
async function opened(): Promise<Game> {
  const orders = [await w.order([[20, "3.33"]]), await w.order([[10, "7.77"]])];
  await w.db.query(
    `update purchase_order_line set sku_id = (
       select sku_id from purchase_order_line where id = $1) where id = $2`,
    [orders[0]?.lines[0], orders[1]?.lines[0]],
  );
  await w.receive(given(orders[0]), [[0, 15, 5]]);
  await w.receive(given(orders[1]), [[0, 10]]);
  return { orders, backs: [], signs: [], broken: [] };
}

/**
 * Ends what waits for approval, for the warehouse or for the supplier. Goods whose receipt was taken
 * back are on their way again: while they may come, no exchange is closed.
 */
async function endOpen(game: Game) {
  const onWay = await w.db.query<{ id: string }>(
    `select distinct h.id from delivery h join delivery_line l on l.delivery_id = h.id
       join purchase_order_line p on p.id = l.po_line_id
     where p.purchase_order_id = any($1::bigint[]) and h.status = 'shipped'`,
    [game.orders.map((po) => po.id)],
  );
  for (const { id } of onWay) w.good(await w.buyer.act(DELIVERY, id, "void", why));
  for (const [api, id] of game.backs) {
    const { status } = await w.manager.read<{ status: string }>(api, id);
    if (status === "auditing") w.good(await w.buyer.act(api, id, "withdraw"));
    if (status === "approved") w.good(await w.manager.act(api, id, "void", why));
    if (status === "shipped" && api === EXCHANGE) w.good(await w.manager.act(api, id, "close", why));
  }
}

/** Returns all that is left of both orders. */
async function returnAll(game: Game) {
  await endOpen(game);
  for (const po of game.orders) {
    const line = await w.db.one<{ n: number; bad: number }>(
      `select l.signed_qty - l.return_qty - l.replenish_qty - l.exchange_qty as n,
         (select s.bad_qty from stock s where s.sku_id = l.sku_id) as bad
       from purchase_order_line l where l.id = $1`,
      [po.lines[0]],
    );
    const bad = Math.min(line?.n ?? 0, line?.bad ?? 0);
    if (line?.n) await w.shipped(RETURN, po, [[0, line.n - bad, bad]]);
  }
}

it("whatever is done at once, stock, orders and payables agree; all returned, nothing is owed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 9, maxLength: 15 }), async (steps) => {
      const game = await opened();
      for (const kind of ["deduct", "replenish", "exchange"] as const)
        await send(game, given(game.orders[0]), { ...given(steps[0]), kind, good: 2, far: 3 });
      for (let i = 0; i < steps.length; i += 3) {
        await Promise.all(steps.slice(i, i + 3).map((s) => play(game, s)));
        expect([...game.broken, ...(await backProblems(w.db))]).toEqual([]);
      }
      // At last one order is closed while goods of it still move.
      await endOpen(game);
      const [last, close] = [given(steps[0]), { ...why, releaseDemand: false }];
      const moves = (["again", "send"] as const).map((act, order) => ({ ...last, act, order }));
      const ending = async () =>
        note(game, "end", await w.manager.act(ORDER, String(game.orders[0]?.id), "close", close));
      await Promise.all([ending(), ...moves.map((s) => play(game, s))]);
      for (const pick of [0, 1, 2]) await play(game, { ...last, act: "reverse", pick });
      expect([...game.broken, ...(await backProblems(w.db))]).toEqual([]);
      await returnAll(game);
      expect(await backProblems(w.db)).toEqual([]);
      for (const po of game.orders) {
        const open = await w.db.one<{ n: number }>(
          "select replenish_qty + exchange_qty as n from purchase_order_line where id = $1",
          [po.lines[0]],
        );
        const [receipt, back, payable] = ((await w.owed(po.id)) ?? "").split(" ");
        const waiting = Number(open?.n) > 0;
        if (!waiting) expect([receipt, payable]).toEqual([back, "0.00"]);
      }
    }),
    { numRuns: runs(2) },
  );
});
