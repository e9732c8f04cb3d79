import { afterAll, beforeAll, expect, test } from "vitest";
import { insertFacts } from "#backend/domain/reports/cockpit/facts.testing";
import { call } from "#backend/platform/auth/auth.testing";
import type { MonthCheck } from "#documents/finance/month-close";
import { given } from "../../../tests/given";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { monthBack, monthIds, owe as owePayable } from "./months.testing";

// What of the platforms' figures is open when a month is closed, and what they owe at its end (figures.md C.3).

const month = monthBack(1);
let backend: TestBackend;
let token = "";
let id = "";
let store = "";

beforeAll(async () => {
  backend = await testBackend();
  const { db } = backend;
  store = given(
    await db.one<{ id: string }>(
      `insert into store (store_code, store_name, platform, site_id, state)
       select 'F-US', 'F-US', 'amazon', id, 'enabled' from site where site_code = 'US' and tenant_id = 1 returning id`,
    ),
  ).id;
  const settled = (no: string, day: string, status: string, unknown: number, unmapped: number) =>
    db.query(
      `insert into settlement (tenant_id, no, settlement_no, account_key, store_id, currency, start_time, end_time, status,
         unknown_count, unmapped_count) values (1, $1, $1, $1, $2, 'USD', $3::date - 14, $3, $4, $5, $6)`,
      [no, store, `${day} 12:00:00`, status, unknown, unmapped],
    );
  await settled("JS1", `${month}-20`, "draft", 2, 1);
  await settled("JS2", `${month}-21`, "posted", 1, 0);
  await settled("JS3", `${monthBack(0)}-01`, "draft", 5, 5);
  const group = given(await db.one<{ id: number }>("select id::int from ops_group order by id limit 1")).id;
  const fees = { month, group_id: group, store_id: Number(store), model_code: "FA", platform_fee: 60, fulfill_fee: 40 };
  await insertFacts(db, [
    { ...fees, currency: "USD", estimated_fee: 12.34 },
    { ...fees, currency: "EUR", estimated_fee: 5 },
  ]);
  const owe = (day: string, type: string, amount: string) =>
    db.query(
      `insert into plat_entry (tenant_id, store_id, currency, amount, base_amount, biz_type, biz_date, biz_document, biz_id, biz_no)
       values (1, $1, 'USD', $2::numeric, $2::numeric * 7, $3, $4, 'settlement', 1, 'JS1')`,
      [store, amount, type, day],
    );
  await owe(`${monthBack(2)}-10`, "settled", "105.94");
  await owe(`${month}-10`, "payout", "-85.94");
  await owe(`${month}-20`, "settled", "50.91");
  await owe(`${monthBack(0)}-01`, "settled", "1.00");
  await owePayable(db, [month, "CNY", "receipt", "1.00"]);
  id = given((await monthIds(db))[month]);
  token = await login(backend.url, "finance");
});
afterAll(() => backend.close());

const read = async () => (await call(backend, "GET", `/finance/month/${id}`, { token })).body.data;
const TOTAL = {
  currency: "USD",
  opening: "105.94",
  settled: "50.91",
  paid: "-85.94",
  fees: "0.00",
  closing: "70.91",
  closingBase: "496.37",
};

test("before the orders of a connected store are read to its end, a month is not closed", async () => {
  const { db } = backend;
  const { id: connected } = given(
    await db.one<{ id: string }>(
      `insert into connector (tenant_id, name, kind, provider, store_id, enabled, create_time, synced_to)
       values (1, 'F', 'marketplace', 'amazon', $1, true, now() - interval '90 days', $2::date + interval '2 days')
       returning id`,
      [store, `${month}-20`],
    ),
  );
  const unread = async () => (await read()).checks.find((c: MonthCheck) => c.label.startsWith("平台订单"));
  expect(await unread()).toMatchObject({ level: "block", count: 1, said: `F-US（到${month}-20）` });
  const close = async () =>
    call(backend, "POST", `/finance/month/${id}/close`, {
      token,
      body: { id, version: (await read()).version, confirmed: true },
    });
  expect((await close()).body.msg).toContain("平台订单未读到月末的店铺1项");
  // A month ends when it does where the store is, which may be hours after it ended here.
  await db.query("update connector set synced_to = $2::date + 1 where id = $1", [connected, `${monthBack(0)}-01`]);
  expect(await unread()).toMatchObject({ count: 0 });
  await db.query("delete from connector where id = $1", [connected]);
});

test("what is open warns and blocks nothing; what platforms owe is kept when the month is closed", async () => {
  const row = await read();
  const checks: MonthCheck[] = row.checks;
  const warned = checks.filter(({ count, level }) => count && level === "warn");
  expect(warned).toMatchObject([
    { label: "未过账的结算单", count: 1, document: "settlement" },
    { label: "结算单中待归类的费用", count: 3, query: { category: "unknown" } },
    { label: "结算单中待映射的商品", count: 1 },
    { label: "预估费用超过5%的币种", count: 1, said: "USD 12.34，占佣金与配送费的12.3%" },
  ]);
  expect(row.receivables).toMatchObject([TOTAL]);
  const answer = await call(backend, "POST", `/finance/month/${id}/close`, {
    token,
    body: { id, version: row.version, confirmed: true },
  });
  expect(answer.body.code).toBe(0);
  await backend.db.query(
    "insert into plat_entry (tenant_id, store_id, currency, amount, base_amount, biz_type, biz_date, biz_document, biz_id, biz_no) values (1, $1, 'USD', 9, 63, 'adjust', $2, 'settlement', 1, 'JS1')",
    [store, `${month}-28`],
  );
  expect((await read()).receivables).toMatchObject([TOTAL]);
});
