import dayjs from "dayjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, type SaidOrder, takeOrders } from "#backend/domain/intake/figures.testing";
import { call } from "#backend/platform/auth/auth.testing";
import { today } from "#backend/platform/values";
import { given } from "../../../../tests/given";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";

let backend: TestBackend;
let token = "";
let us = "";
const ago = (n: number) => dayjs(today()).subtract(n, "day").format("YYYY-MM-DD");
const order = (n: number, days: number, more: Partial<SaidOrder> = {}): SaidOrder => ({
  no: `114-0000000-000000${n}`,
  day: ago(days),
  sku: "A-US",
  qty: 1,
  principal: "20.00",
  commission: "3.00",
  fba: "3.86",
  posted: ago(days - 1),
  ...more,
});

beforeAll(async () => {
  backend = await testBackend();
  const { db } = backend;
  ({ us } = await openAccount(backend));
  await db.query("select ensure_fact_partitions(current_date - 200, current_date)");
  await db.query(
    `insert into exchange_rate (currency, effective_date, official_rate) values ('USD', '2020-01-01', 7) on conflict do nothing`,
  );
  await db.query(
    `insert into fee_preview (tenant_id, store_id, msku, currency, referral_percent, fulfill_fee, report_file_id)
     values (1, $1, 'A-US', 'USD', 15, 3.86, 1)`,
    [us],
  );
  await takeOrders(backend, us, [
    order(1, 120),
    order(2, 60),
    order(3, 61, { ship: "5.00", promo: "1.00", tax: "9.99" }),
    order(4, 47, { sku: "B-US" }),
    order(5, 30),
  ]);
  const id = given(
    await db.one<{ id: string }>(
      `insert into settlement (tenant_id, no, settlement_no, account_key, store_id, currency, start_time, end_time, status)
       values (1, 'JS1', 'JS1', 'JS1', $1, 'USD', $2, $3, 'posted') returning id`,
      [us, ago(100), ago(50)],
    ),
  ).id;
  await db.query(
    `insert into settlement_line (tenant_id, settlement_id, store_id, currency, order_no, line_no, amount)
     values (1, $1, $2, 'USD', $3, 1, 20)`,
    [id, us, order(2, 60).no],
  );
  token = await login(backend.url, "finance");
});
afterAll(() => backend.close());

const listed = async (query = "") =>
  (await call(backend, "GET", `/finance/platunsettled/page?size=20${query}`, { token })).body.data;

test("orders since the first settlement, sent long ago, that none tells of, with what they should bring", async () => {
  const { records, summary } = await listed();
  expect(records).toMatchObject([
    { orderNo: order(3, 0).no, day: ago(61), waitedDays: 61, amount: "24.00", fees: "7.46", expected: "16.54" },
    { orderNo: order(4, 0).no, day: ago(47), amount: "20.00", fees: null, expected: null },
  ]);
  expect(summary).toMatchObject({ amount: { USD: "44.00" }, fees: { USD: "7.46" }, expected: { USD: "16.54" } });
  expect((await listed(`&dayTo=${ago(50)}`)).records).toHaveLength(1);
  await backend.db.query("update settlement set status = 'draft'");
  expect((await listed()).records).toEqual([]);
  await backend.db.query("update settlement set status = 'posted'");
});

test("it is finance's, and of the own tenant", async () => {
  const ops = await login(backend.url, "ops");
  expect((await call(backend, "GET", "/finance/platunsettled/page", { token: ops })).status).toBe(403);
  await backend.db.query("update platform_order set tenant_id = 2 where platform_order_no = $1", [order(3, 0).no]);
  expect((await listed()).records).toHaveLength(1);
});
