import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openReceivable, type Receivable } from "./receivable.testing";

let s: Receivable;
beforeAll(async () => {
  s = await openReceivable();
});
afterAll(() => s?.db.close());
// What an earlier test left open fits nothing here.
beforeEach(async () => {
  await s.db.query("update payout set deposit_date = '2026-01-01' where status in ('expected', 'partReceived')");
  await s.db.query("update bank_receipt set received_time = '2026-03-01' where status in ('open', 'part')");
});

test("a receipt that one payout alone fits is matched, what it is short of is the fee", async () => {
  const { id } = await s.settle({ amount: "85.94" });
  const receiptId = await s.receive({ amount: "82.94", fee: "2.00" });
  await s.turn();
  expect(await s.payout(id)).toMatchObject({ status: "received", received: "82.94", fee: "3.00", fxDiff: "-5.16" });
  expect(await s.receipt(receiptId)).toEqual({ status: "matched", matched: "82.94", left: "0.00" });
  expect(await s.db.one("select way, state from payout_match where payout_id = $1", [id])).toEqual({
    way: "auto",
    state: "matched",
  });
  expect(await s.faults()).toEqual([]);
});

test("two receipts that fit two payouts wait for a person, who may undo what was wrong", async () => {
  const [a, b] = [await s.settle({ amount: "100.00" }), await s.settle({ amount: "100.00", store: "F-DE" })];
  const [first, second] = [await s.receive({ amount: "98.00" }), await s.receive({ amount: "99.00" })];
  await s.turn();
  for (const { id } of [a, b]) expect(await s.payout(id)).toMatchObject({ status: "expected" });
  await s.match(a.id, { receiptId: first, amount: "98.00", fee: "2.00" });
  await s.unmatch(a.id);
  // What a person took apart stays apart: the other one is the only one that is left for it.
  await s.turn();
  expect(await s.payout(a.id)).toMatchObject({ status: "expected" });
  await s.match(a.id, { receiptId: second, amount: "99.00", fee: "1.00" });
  await s.turn();
  expect(await s.payout(b.id)).toMatchObject({ status: "received", received: "98.00", fee: "2.00" });
  expect(await s.receipt(first)).toMatchObject({ status: "matched" });
  expect(await s.faults()).toEqual([]);
});

test.each([
  ["the day before", "500.00", "500.00", "USD", "2026-08-30", "received"],
  ["two days before", "500.00", "500.00", "USD", "2026-08-29", "expected"],
  ["ten days after", "500.00", "500.00", "USD", "2026-09-10", "received"],
  ["eleven days after", "500.00", "500.00", "USD", "2026-09-11", "expected"],
  ["short of 20", "500.00", "480.00", "USD", "2026-09-01", "received"],
  ["short of more", "500.00", "479.99", "USD", "2026-09-01", "expected"],
  ["short of one percent", "5000.00", "4950.00", "USD", "2026-09-01", "received"],
  ["more than was paid", "500.00", "500.01", "USD", "2026-09-01", "expected"],
  ["of another currency", "500.00", "500.00", "EUR", "2026-09-01", "expected"],
])("%s", async (_what, pays, amount, account, day, status) => {
  const { id } = await s.settle({ amount: pays });
  await s.receive({ account, amount, day });
  await s.turn();
  expect(await s.payout(id)).toMatchObject({ status });
});
