import { afterAll, beforeAll, expect, it } from "vitest";
import { waitingForLocks } from "../../../../tests/harness-database";
import { type Bank, openBank } from "./pay.testing";

let bank: Bank;
beforeAll(async () => {
  bank = await openBank();
});
afterAll(() => bank?.close());

/** The connection of another transaction that waits for a row. */
const waiting = () => waitingForLocks(bank.db);

it("a backend that dies in the middle of merged payments leaves nothing of them; then all is paid", async () => {
  const orders = [await bank.order("CG77800001", "60.00"), await bank.order("CG77800002", "40.00")];
  const requests = [
    await bank.request({ lines: [{ amount: "60.00", poId: orders[0] }] }),
    await bank.request({ lines: [{ amount: "40.00", poId: orders[1] }] }),
  ];
  const payments: string[] = [];
  for (const requestId of requests) payments.push((await bank.pays(requestId)).id);
  const merged = await bank.merge(payments);
  await bank.act("cashier", "merged", merged.id, "submit");
  const oaId = String((await bank.read("merged", merged.id)).oaPaymentId);
  await bank.act("finance", "oa", oaId, "approve");
  const stand = async () => [
    (await bank.read("oa", oaId)).status,
    (await bank.read("merged", merged.id)).status,
    ...(await Promise.all(payments.map(async (id) => (await bank.read("payment", id)).status))),
    ...(await Promise.all(requests.map(async (id) => (await bank.requested(id))?.status))),
    ...(await Promise.all(orders.map((id) => bank.balance(id)))),
    (await bank.db.one<{ n: number }>("select count(*)::int as n from bank_serial"))?.n,
  ];
  const before = await stand();
  expect(before).toEqual(["approved", "approved", "merged", "merged", "approved", "approved", "60.00", "40.00", 0]);
  const transfer = bank.transfer();
  // Its supplier is somebody else's for now: entries of the first payment are written, then it waits.
  await bank.db.tx(async (sql) => {
    await sql.query("select id from supplier where id = $1 for update", [bank.supplierId]);
    const cut = bank.act("cashier", "oa", oaId, "pay", transfer).then(
      () => "paid",
      () => "cut",
    );
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await sql.query("select pg_terminate_backend(pid) from unnest($1::int[]) as pid", [await waiting()]);
    expect(await cut).toBe("cut");
  });
  expect(await stand()).toEqual(before);
  await bank.act("cashier", "oa", oaId, "pay", transfer);
  expect(await stand()).toEqual(["paid", "paid", "paid", "paid", "paid", "paid", "0.00", "0.00", 1]);
});
