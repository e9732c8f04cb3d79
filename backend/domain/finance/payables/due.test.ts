import { afterAll, beforeAll, expect, test } from "vitest";
import { INSPECTION, openBacks, SIGN } from "#backend/domain/purchase/return/return.testing";
import { payablesFaults } from "#backend/ledgers/payables/checks";
import { today } from "#backend/platform/values/calendar";

let s: Awaited<ReturnType<typeof openBacks>>;
beforeAll(async () => {
  s = await openBacks();
});
afterAll(() => s?.close());

/** An order that is paid by these terms. */
const orderWith = async (terms: string) => {
  const po = await s.order([[10, "10.00"]]);
  await s.db.query(`update purchase_order set ${terms} where id = $1`, [po.id]);
  return po;
};

const due = (poId: string) =>
  s.db.one<{ dueDate: string | null; state: string; open: string }>(
    `select due_date::text as "dueDate", due_state as state, open_amount::text as open
     from ap_order_list where id = $1`,
    [poId],
  );

test("a balance falls due on the day of its inspection", async () => {
  const po = await orderWith("settle_method = 'deposit', balance_trigger = 'afterInspection'");
  const signId = await s.sign(await s.ship(po, [[0, 10]], "normal"));
  expect(await due(po.id)).toEqual({ dueDate: null, state: "waiting", open: "113.00" });
  await s.inspect(signId, [[0, 9, 1]]);
  expect(await due(po.id)).toEqual({ dueDate: today(), state: "open", open: "113.00" });
  const { n } = (await s.db.one<{ n: number }>(
    "select count(*)::int as n from ap_entry where po_id = $1 and due_date is null",
    [po.id],
  )) ?? { n: -1 };
  expect(n).toBe(0);
});

test("an inspection that is corrected leaves the day on which the balance fell due", async () => {
  const po = await orderWith("settle_method = 'deposit', balance_trigger = 'afterInspection'");
  const signId = await s.sign(await s.ship(po, [[0, 10]], "normal"));
  // As if it was inspected three days ago.
  const day = today(-3);
  await s.db.query("select ap_fall_due($1, $2)", [po.id, day]);
  const inspection = await s.inspect(signId, [[0, 10]]);
  const before = await due(po.id);
  expect(before).toMatchObject({ dueDate: day, open: "113.00" });
  s.good(await s.warehouse.act(INSPECTION, inspection, "reverse"));
  expect(await due(po.id)).toEqual(before);
  s.good(await s.warehouse.act(INSPECTION, inspection, "finish"));
  expect(await due(po.id)).toEqual(before);
  expect(await payablesFaults(s.db)).toEqual([]);
});

test("what is taken back falls away from where it stood", async () => {
  const po = await orderWith("settle_method = 'monthly', period_days = 30");
  await s.inspect(await s.sign(await s.ship(po, [[0, 4]], "normal")), [[0, 4]]);
  const before = await due(po.id);
  expect(before).toMatchObject({ state: "open", open: "45.20" });
  const second = await s.sign(await s.ship(po, [[0, 6]], "normal"));
  expect(await due(po.id)).toEqual({ ...before, open: "113.00" });
  s.good(await s.warehouse.act(SIGN, second, "reverse", { reason: "数错" }));
  expect(await due(po.id)).toEqual(before);
  expect(await payablesFaults(s.db)).toEqual([]);
});
