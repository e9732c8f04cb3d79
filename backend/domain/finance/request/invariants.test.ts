import { afterAll, beforeAll, expect, it } from "vitest";
import { RETURN } from "#backend/domain/purchase/return/return.testing";
import { given } from "../../../../tests/given";
import { faults, nightly } from "./faults.testing";
import { type Board, chooser, game } from "./game.testing";
import { openRequests, REQUEST, type Requests } from "./request.testing";

let w: Requests;
beforeAll(async () => {
  w = await openRequests();
});
afterAll(() => w?.close());

const ACTORS = 8;
const STEPS = 8;

/** Two orders that came, one that comes in parts, and one with which a credit is left. */
async function board(): Promise<Board> {
  const orders = [];
  for (const price of ["3.33", "17.77"]) {
    const po = await w.order([[50, price]]);
    await w.receive(po, [[0, 50]]);
    orders.push(po);
  }
  const moving = await w.order([[60, "5.55"]], { settle_method: "cod" });
  for (const n of [20, 30, 10]) await w.receive(moving, [[0, n]]);
  const credit = await w.order([[100, "10.00"]], { settle_method: "cod" });
  await w.receive(credit, [[0, 100]]);
  await w.pay(await w.approved([credit.id]), 900, "1130.00");
  await w.shipped(RETURN, credit, [[0, 10]]);
  return { orders, moving, credit };
}

it("eight people at once: every figure leads to its entries, nothing is asked twice", async () => {
  const on = await board();
  const g = game(w, on);
  // Each of the rarer steps once by itself, so that the rest does not depend on who comes first.
  const id = given(await g.ask("balance", [on.orders[0], on.orders[1]], "-20.55"));
  await w.approveAll("payment_request", REQUEST, id);
  await w.pay(id, 901, "10.01");
  expect(await g.reverseReceipt(() => 0)).toBe(true);
  expect(await g.signAgain(() => 0)).toBe(true);
  expect([await faults(w), await nightly(w)]).toEqual([[], []]);

  const done = await Promise.all(
    Array.from({ length: ACTORS }, async (_, actor) => {
      const of = chooser(actor + 1);
      const own: boolean[] = [];
      for (let i = 0; i < STEPS; i++) own.push(await g.step(of));
      return own;
    }),
  );
  expect(done.flat().filter(Boolean).length).toBeGreaterThan(ACTORS);
  expect([await faults(w), await nightly(w)]).toEqual([[], []]);
});

it("two that together ask too much: one is refused, and what is refused writes nothing", async () => {
  const po = await w.order([[100, "10.00"]]);
  const ids = [await w.draft([po.id]), await w.draft([po.id])];
  const answers = await Promise.all(ids.map((id) => w.submit(id)));
  expect(answers.map((a) => a.status).sort()).toEqual([200, 409]);
  expect(answers.find((a) => a.status === 409)?.body.msg).toBe("预付款累计不能超过339.00");
  const loser = ids[answers.findIndex((a) => a.status === 409)] ?? "";
  const rows = () =>
    w.db.query(
      `select xmin::text, version from payment_request where id = $1
       union all select xmin::text, version from payment_request_line where payment_request_id = $1
       union all select xmin::text, version from purchase_order where id = $2
       union all select xmin::text, version from supplier where id = $3
       union all select count(*)::text, 0 from act_instance
       union all select count(*)::text, 0 from sys_oper_log where biz_id = $4`,
      [loser, po.id, w.supplierId, loser],
    );
  const before = await rows();
  expect((await w.submit(loser)).status).toBe(409);
  expect(await rows()).toEqual(before);
});
