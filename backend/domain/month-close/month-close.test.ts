import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makeMonths } from "#backend/domain/finance/months";
import { openStockroom, type Stockroom } from "#backend/domain/wms/stock/stockroom.testing";
import { today } from "#backend/platform/values";
import { param } from "#backend/platform/values/params";
import { monthBack, monthIds, owe } from "./months.testing";

const API = "/finance/month";
const [third, second, first, current] = [monthBack(3), monthBack(2), monthBack(1), monthBack(0)];
/** On the last day of a month the next one is there already. */
const begun = [...new Set([current, today(1).slice(0, 7)])];

let s: Stockroom;
let ids: Record<string, string>;
beforeAll(async () => {
  s = await openStockroom();
  const entries: Parameters<typeof owe>[1][] = [
    [third, "CNY", "receipt", "1000.00"],
    [third, "USD", "receipt", "100.00"],
    [second, "CNY", "return", "-56.50"],
    [second, "CNY", "closeDeduct", "-3.50"],
    [second, "CNY", "fee", "20.00"],
    [second, "CNY", "discount", "-5.00"],
    [second, "CNY", "payment", "-300.00"],
    [second, "CNY", "offset", "12.00"],
    [first, "USD", "receiptReverse", "-40.00"],
  ];
  for (const entry of entries) await owe(s.db, entry);
  ids = await monthIds(s.db);
});
afterAll(() => s.backend.close());

const finance = () => s.o.as("finance");
const act = (month: string, action: string, body: object = {}, who = "finance") =>
  s.o.as(who).act(API, ids[month] ?? "", action, { confirmed: true, ...body });
const said = async (...given: Parameters<typeof act>) => (await act(...given)).body.msg;
const totals = async (month: string) =>
  (await finance().read(API, ids[month] ?? "")).totals.map((t: Record<string, string>) =>
    [t.currency, t.opening, t.receipt, t.returned, t.fee, t.discount, t.paid, t.other]
      .concat([t.closing, t.closingBase])
      .join(" "),
  );
const months = async () =>
  (await s.db.query<{ month: string }>("select distinct month from month_close order by month")).map((m) => m.month);
const until = () => param(s.db, "1", "month_close_until");

it("months come with the first posting, each up to its last day, and once", async () => {
  expect(Object.keys(ids)).toEqual([third, second, first, ...begun]);
  expect(await monthIds(s.db)).toEqual(ids);
});

it("is closed in order, when it is over, by finance", async () => {
  expect(await said(second, "close")).toBe(`请先关账${third}`);
  expect(await said(current, "close")).toBe(`${current}尚未结束，不能关账`);
  expect((await act(third, "close", {}, "cashier")).status).toBe(403);
  expect((await act(third, "close")).status).toBe(200);
  expect(await until()).toMatch(new RegExp(`^${third}-(28|29|30|31)$`));
  expect((await act(third, "close")).status).toBe(409);
});

it("adds up what each currency began with, what changed it and what it ends with", async () => {
  const closed = ["CNY 0.00 1000.00 0 0 0 0 0 1000.00 1000.00", "USD 0.00 100.00 0 0 0 0 0 100.00 700.00"];
  const plain = (rows: string[]) => rows.map((r) => r.replace(/\b0\.00\b/g, "0"));
  expect(plain(await totals(third))).toEqual(plain(closed));
  expect(plain(await totals(second))).toEqual([
    "CNY 1000.00 0 -60.00 20.00 -5.00 -300.00 12.00 667.00 667.00",
    "USD 100.00 0 0 0 0 0 0 100.00 700.00",
  ]);
  // What is open goes from the last closed month on: the month between is read.
  expect(plain(await totals(first))).toEqual([
    "CNY 667.00 0 0 0 0 0 0 667.00 667.00",
    "USD 100.00 -40.00 0 0 0 0 0 60.00 420.00",
  ]);
});

it("what could not be posted any more blocks it, what can is asked about", async () => {
  await s.done("other_in", s.inForm([[0, 9, 0, { unitCost: "1" }]]));
  const form = s.outForm([[0, 1]], { bizDate: `${second}-20` });
  const draft = await s.add("other_out", form);
  const asked = await act(second, "close", { confirmed: false });
  expect(asked.body).toMatchObject({
    confirm: true,
    msg: expect.stringContaining(`${second}还有未完成审批的其他出库单1项`),
  });
  const blocking = await s.approved("other_out", form);
  const why = `${second}不能关账：已审批未出库的其他出库单1项`;
  expect(await said(second, "close")).toBe(why);
  const page = await finance().read(API, ids[second] ?? "");
  expect(page.checks).toContainEqual({
    label: "已审批未出库的其他出库单",
    level: "block",
    count: 1,
    document: "other_out",
    query: { status: "approved", bizDateTo: page.endDate },
  });
  const list = await finance().send("GET", "/wms/otherout/page", undefined, {
    status: "approved",
    bizDateTo: page.endDate,
  });
  expect(list.body.data.records.map((r: { id: string }) => r.id)).toEqual([blocking]);
  s.o.good(await s.act("other_out", blocking, "confirm"));
  s.o.good(await s.clerk.del("/wms/otherout", draft));
  expect((await act(second, "close")).status).toBe(200);
  expect(await s.refused(s.act("other_out", blocking, "reverse", { reason: "错" }))).toBe(`${second}已关账`);
});

it("is opened again from the last one, with a reason, by general management alone", async () => {
  const why = { reason: "漏登退货" };
  expect((await act(second, "reopen", why)).status).toBe(403);
  expect(await said(third, "reopen", why, "exec")).toBe(`只能对最近关账的${second}反关账`);
  expect(await said(second, "reopen", {}, "exec")).toBe("请填写反关账原因");
  expect((await act(second, "reopen", why, "exec")).status).toBe(200);
  expect((await until())?.slice(0, 7)).toBe(third);
  const row = await finance().read(API, ids[second] ?? "");
  expect(row).toMatchObject({ status: "reopened", closeTime: null, reopenReason: "漏登退货" });
  await owe(s.db, [second, "CNY", "fee", "1.00"]);
  expect((await act(second, "close")).status).toBe(200);
  expect((await totals(second))[0]).toContain("668.00 668.00");
  const log = await finance().send("GET", `/admin/operlog/month_close/${ids[second]}`);
  expect(log.body.data.map((e: { action: string }) => e.action)).toEqual(["关账", "反关账", "关账"]);
});

it("a difference that the night found blocks it; a missing rate is told", async () => {
  await s.db.query(
    `insert into ledger_check (tenant_id, faults)
     values (1, '[{"tenantId":"1","place":"深圳仓 A","fault":"库存与流水不符"}]')
     on conflict (tenant_id) do update set faults = excluded.faults`,
  );
  expect(await said(first, "close")).toBe(`${first}不能关账：库存账与应付账的差异1项`);
  await s.db.query("update ledger_check set faults = '[]'");
  await owe(s.db, [first, "SEK", "receipt", "1.00"]);
  const asked = await act(first, "close", { confirmed: false });
  expect(asked.body.msg).toContain("缺少月汇率的币种1项");
});

it("belongs to its tenant", async () => {
  const tenant = await s.db.one<{ id: string }>(
    "insert into sys_tenant (name, code) values ('分公司', 'branch') returning id",
  );
  const own = tenant?.id ?? "";
  await owe(s.db, [first, "CNY", "receipt", "7.00"], own);
  const theirs = await monthIds(s.db, own);
  expect(Object.keys(theirs)).toEqual([first, ...begun]);
  expect((await finance().send("GET", `${API}/${theirs[first]}`)).status).toBe(404);
  expect((await act(first, "close")).status).toBe(200);
  expect(await param(s.db, own, "month_close_until")).toBeNull();
  expect((await totals(first)).join()).not.toContain("7.00 ");
});

it("a month is there at its first minute: it is made the day before", async () => {
  const [year = 0, month = 0] = (current ?? "").split("-").map(Number);
  const lastDay = Date.UTC(year, month, 0, 15, 55);
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7);
  vi.useFakeTimers({ toFake: ["Date"], now: lastDay - 86_400_000 });
  try {
    await s.db.query("delete from month_close where month > $1", [current]);
    await makeMonths(s.db);
    expect((await months()).at(-1)).toBe(current);
    vi.setSystemTime(lastDay);
    await makeMonths(s.db);
    expect((await months()).at(-1), "five minutes before it begins").toBe(next);
  } finally {
    vi.useRealTimers();
    await s.db.query("delete from month_close where month > $1", [current]);
  }
});
