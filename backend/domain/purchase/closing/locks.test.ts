import { afterAll, beforeAll, expect, it } from "vitest";
import { waitingForLocks } from "../../../../tests/harness-database";
import { day, PLAN } from "../delivery/delivery.testing";
import { CHANGE, CONTRACT, ORDER, type Ordering, openOrdering } from "../order/purchase-order.testing";

let w: Ordering;
beforeAll(async () => {
  w = await openOrdering();
});
afterAll(() => w?.close());

/**
 * Runs `call` while somebody else holds a row of `table`, until the call waits for that row. Answers
 * whether it holds the order meanwhile, and what it was answered.
 */
async function whileHeld<R>(table: string, id: string, poId: string, call: () => Promise<R>) {
  let answer: Promise<R> | undefined;
  const holds = await w.db.tx(async (sql) => {
    await sql.query(`select id from ${table} where id = $1 for update`, [id]);
    answer = call();
    const waits = async () => (await waitingForLocks(sql)).length;
    await expect.poll(waits, { timeout: 20_000 }).toBe(1);
    const free = await sql.query("select id from purchase_order where id = $1 for update skip locked", [poId]);
    return !free.length;
  });
  return { holds, answer: (await answer) as R };
}

const reason = { reason: "供应商停产" };

it("an order is locked after its contract, whatever begins with the order", async () => {
  const { id, contractId } = await w.running();
  const change = await w.change(id, (items) => items.map((l) => ({ ...l, newQty: 90 })));
  w.o.good(await w.buyer.act(CHANGE, change, "submit"));
  const approved = await whileHeld("purchase_contract", contractId, id, () =>
    w.o.approveAll("purchase_change", CHANGE, change),
  );
  expect(approved.holds).toBe(false);
  w.o.good(await w.sign(contractId));
  const manager = w.o.as("purchase_manager");
  const voided = await whileHeld("purchase_contract", contractId, id, () => manager.act(ORDER, id, "void", reason));
  expect(voided.holds).toBe(false);
  w.o.good(voided.answer);
  expect(await w.read(id)).toMatchObject({ status: "void" });
  expect(await w.buyer.read(CONTRACT, contractId)).toMatchObject({ status: "terminated" });
});

it("an order is locked after its plans when it is closed", async () => {
  const { id } = await w.running();
  const [line] = (await w.read(id)).items;
  const items = [{ poLineId: line?.id, planQty: 100, planDate: day(5) }];
  const plan = (await w.buyer.add(PLAN, { poId: id, items })).id;
  w.o.good(await w.buyer.act(PLAN, plan, "confirm"));
  const closed = await whileHeld("delivery_plan", plan, id, () =>
    w.o.as("purchase_manager").act(ORDER, id, "close", reason),
  );
  expect(closed.holds).toBe(false);
  w.o.good(closed.answer);
  expect((await w.buyer.read(PLAN, plan)).status).toBe("closed");
});

it("contract, changes and orders at once end without one being given up", async () => {
  const manager = w.o.as("purchase_manager");
  const orders = await Promise.all([0, 1, 2].map(() => w.approved([[0, 10, "900.00", { remark: "议定" }]])));
  const contractId = await w.contracted(orders);
  w.o.good(await w.sign(contractId));
  const changes = await Promise.all(
    orders.slice(0, 2).map(async (id) => {
      const change = await w.change(id, (items) => items.map((l) => ({ ...l, newQty: 9 })));
      w.o.good(await w.buyer.act(CHANGE, change, "submit"));
      return change;
    }),
  );
  const said = await Promise.all([
    ...[0, 1, 2].map(() => w.message(manager.act(CONTRACT, contractId, "terminate"))),
    ...changes.map((id) => w.o.approveAll("purchase_change", CHANGE, id).then(() => "通过")),
    w.message(manager.act(ORDER, orders[2] as string, "void", reason)),
  ]);
  expect(said.filter((text) => text?.startsWith("单据状态已变更"))).toEqual([]);
  // Voided before the changes took effect, or refused because the contract waited for its signature.
  const rest = said.at(-1) ? 10 : 0;
  const { totalAmount } = await w.buyer.read(CONTRACT, contractId);
  expect(Number(totalAmount)).toBeCloseTo((9 + 9 + rest) * 900 * 1.13, 2);
});
