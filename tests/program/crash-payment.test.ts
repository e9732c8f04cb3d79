import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bank, openBank } from "#backend/domain/finance/pay/pay.testing";
import { payablesFaults } from "#backend/ledgers/payables/checks";
import { openDatabase } from "#backend/platform/db/sql";
import { copyDatabase } from "../harness";
import { login } from "../harness-login";
import { dataDir, type Server, startServer } from "./server";

const OA = "/api/finance/oapayment";
const { dir, remove } = dataDir();
let copy: Awaited<ReturnType<typeof copyDatabase>>;
let bank: Bank;
let server: Server | undefined;
beforeAll(async () => {
  copy = await copyDatabase();
  bank = await openBank(openDatabase(copy.url, 4));
});
afterAll(async () => {
  await server?.stop();
  await bank?.close();
  await copy?.drop();
  remove();
});

/** The backend as a process of its own, and its cashier, who pays with one and the same key. */
async function cashier(key: string) {
  server = await startServer({ DATABASE_URL: copy.url, DATA_DIR: dir, DEMO_PROFILE: "staff" }, "backend");
  const { url } = server;
  const authorization = `Bearer ${await login(`${url}/api`, "cashier")}`;
  return (oaId: string, input: object) =>
    fetch(`${url}${OA}/${oaId}/pay`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify(input),
    }).then((answer): Promise<{ code: number; msg: string | null }> => answer.json());
}

/** Two payments of two orders, merged; their OA payment is approved. */
async function prepared() {
  const orders = [await bank.order("CG77900001", "60.00"), await bank.order("CG77900002", "40.00")];
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
  const count = async (table: string) =>
    (await bank.db.one<{ n: number }>(`select count(*)::int as n from ${table}`))?.n;
  /** States from the OA payment to the requests, what is owed, rows that payment writes. */
  const stand = async () => ({
    states: [
      (await bank.read("oa", oaId)).status,
      (await bank.read("merged", merged.id)).status,
      ...(await Promise.all(payments.map(async (id) => (await bank.read("payment", id)).status))),
      ...(await Promise.all(requests.map(async (id) => (await bank.requested(id))?.status))),
    ],
    owed: await Promise.all(orders.map((id) => bank.balance(id))),
    rows: await Promise.all(["bank_serial", "request_settlement", "ap_entry"].map(count)),
    faults: await payablesFaults(bank.db),
  });
  return { oaId, orders, stand };
}

/** What other connections of this database do. */
const busy = async (only = "state <> 'idle'") =>
  (
    await bank.db.query<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database()
         and backend_type = 'client backend' and pid <> pg_backend_pid() and ${only}`,
    )
  ).map(({ query }) => query);
const waiting = () => busy("wait_event_type = 'Lock'");

test("a backend killed in the middle of merged payments leaves nothing of them; then they are paid once", async () => {
  const { oaId, orders, stand } = await prepared();
  const before = await stand();
  expect(before).toEqual({
    states: ["approved", "approved", "merged", "merged", "approved", "approved"],
    owed: ["60.00", "40.00"],
    rows: [0, 0, 2],
    faults: [],
  });
  const key = randomUUID();
  const { version } = await bank.read("oa", oaId);
  const input = { version, ...bank.transfer() };
  const pay = await cashier(key);
  // What is due of the second order is held: the first payment is entered whole, then it waits.
  await bank.db.tx(async (sql) => {
    await sql.query("select 1 from ap_due where po_id = $1 for update", [orders[1]]);
    const cut = pay(oaId, input).then(
      () => "answered",
      () => "cut",
    );
    await expect.poll(waiting).toEqual([expect.stringMatching(/^insert into ap_entry/)]);
    await server?.kill();
    expect(await cut).toBe("cut");
  });
  // The database finds out that nobody listens any more.
  await expect.poll(busy).toEqual([]);
  expect(await stand()).toEqual(before);

  const again = await cashier(key);
  expect(await again(oaId, input)).toMatchObject({ code: 0 });
  const paid = {
    states: ["paid", "paid", "paid", "paid", "paid", "paid"],
    owed: ["0.00", "0.00"],
    rows: [1, 2, 4],
    faults: [],
  };
  expect(await stand()).toEqual(paid);
  expect(await again(oaId, input)).toMatchObject({ code: 0 });
  expect(await stand()).toEqual(paid);
}, 60_000);
