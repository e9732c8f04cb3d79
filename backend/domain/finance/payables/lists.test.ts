import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { page } from "#backend/engine/documents/reading/list";
import { today } from "#backend/platform/values/calendar";
import { apAgeing } from "#documents/finance/payables/ap-ageing";
import { apOpen } from "#documents/finance/payables/ap-open";
import { apOrder } from "#documents/finance/payables/ap-order";
import { apSupplier } from "#documents/finance/payables/ap-supplier";
import { actAs } from "../../../../tests/acting";
import { openPayables } from "./payables.testing";

let s: Awaited<ReturnType<typeof openPayables>>;
let mine: string;
let other: string;
beforeAll(async () => {
  s = await openPayables();
  mine = await s.supplier("本采购员的供应商", { buyer: "buyer" });
  other = await s.supplier("别人的供应商");
  const foreign = await s.supplier("别家租户的供应商", { tenantId: "2" });
  await s.post(mine, "CNY", "1", [
    ["receipt", "100.00", "2026-01-31"],
    ["receipt", "50.00", "2026-02-01"],
    ["return", "-10.00", "2026-02-28"],
    ["payment", "-60.00", "2026-03-01"],
    ["fee", "5.00", today()],
  ]);
  await s.post(mine, "USD", "7.1523", [
    ["receipt", "20.00", "2026-02-10"],
    ["payment", "-30.00", "2026-02-11"],
  ]);
  await s.post(other, "CNY", "1", [["receipt", "70.00", today(-45)]]);
  await s.post(foreign, "CNY", "1", [["receipt", "999.00", "2026-02-10"]], "2");
});
afterAll(() => s?.close());

const AP = "/finance/ap/page";
const SUPPLIER = "/finance/apsupplier/page";
const AGEING = "/finance/apageing/page";
const OPEN = "/finance/apopen/page";

const sums = async (path: string, of: string, base: string) => {
  const { summary } = await s.page("finance", path);
  return { by: summary[of], base: summary[base] };
};

test("every view adds up to the entries, per currency and in CNY", async () => {
  const entries = await sums(AP, "amount", "baseAmount");
  expect(entries.by).toEqual({ CNY: "155.00", USD: "-10.00" });
  expect(await sums(SUPPLIER, "closing", "baseClosing")).toEqual(entries);
  expect(await sums(AGEING, "total", "baseTotal")).toEqual(entries);
  expect(await sums(OPEN, "openAmount", "baseOpen")).toEqual(entries);
  const { records } = await s.page("finance", AGEING);
  for (const r of records) {
    const parts = ["notDue", "d30", "d60", "d90", "over90", "prepaid"].map((b) => Number(r[b]));
    expect(parts.reduce((sum, n) => sum + n, 0)).toBeCloseTo(Number(r.total), 2);
  }
});

test("a period begins with its first day and ends with its last", async () => {
  const of = async (from: string, to: string) => {
    const { records } = await s.page(
      "finance",
      `${SUPPLIER}?supplierId=${mine}&currency=CNY&dayFrom=${from}&dayTo=${to}`,
    );
    const { opening, added, returned, paid, closing, firstDay, lastDay, dayBefore } = records[0] ?? {};
    return [opening, added, returned, paid, closing, firstDay, lastDay, dayBefore];
  };
  expect(await of("2026-02-01", "2026-02-28")).toEqual([
    "100.00",
    "50.00",
    "-10.00",
    "0.00",
    "140.00",
    "2026-02-01",
    "2026-02-28",
    "2026-01-31",
  ]);
  expect(await of("2026-01-01", "2026-03-31")).toEqual([
    "0.00",
    "150.00",
    "-10.00",
    "-60.00",
    "80.00",
    "2026-01-01",
    "2026-03-31",
    "2025-12-31",
  ]);
  const wrong = await s.call("finance", `${SUPPLIER}?dayFrom=2026-02-02&dayTo=2026-02-01`);
  expect([wrong.status, (await wrong.json()).msg]).toEqual([400, "结束日期不能早于开始日期"]);
});

test("a period is any days, and its figures are those of its entries", async () => {
  const days = ["2026-01-15", "2026-01-31", "2026-02-01", "2026-02-11", "2026-02-28", "2026-03-01"];
  const bare = (from: string, to: string) =>
    s.db.query(
      `select e.supplier_id as "supplierId", e.currency,
         coalesce(sum(e.amount) filter (where e.biz_date < $1), 0.00)::text as opening,
         coalesce(sum(e.amount) filter (where e.biz_date >= $1
           and e.biz_type in ('receipt', 'fee')), 0.00)::text as added,
         coalesce(sum(e.amount) filter (where e.biz_date >= $1
           and e.biz_type = 'payment'), 0.00)::text as paid,
         sum(e.amount)::text as closing, sum(e.base_amount)::text as "baseClosing"
       from ap_entry e where e.tenant_id = 1 and e.biz_date <= $2 group by 1, 2
       having count(*) filter (where e.biz_date >= $1) > 0
         or coalesce(sum(e.amount) filter (where e.biz_date < $1), 0) <> 0
       order by 1, 2`,
      [from, to],
    );
  for (const from of days)
    for (const to of days.filter((day) => day >= from)) {
      const { records } = await s.page("finance", `${SUPPLIER}?dayFrom=${from}&dayTo=${to}`);
      const found = records
        .map(({ supplierId, currency, opening, added, paid, closing, baseClosing }) => ({
          supplierId,
          currency,
          opening,
          added,
          paid,
          closing,
          baseClosing,
        }))
        .sort(
          (a, b) => Number(a.supplierId) - Number(b.supplierId) || String(a.currency).localeCompare(String(b.currency)),
        );
      expect(found, `${from} ${to}`).toEqual(await bare(from, to));
    }
  const first = await s.page("finance", `${SUPPLIER}?dayTo=2026-02-11&currency=USD`);
  expect(first.records).toMatchObject([{ firstDay: "2026-02-01", lastDay: "2026-02-11" }]);
  const rest = await s.page("finance", `${SUPPLIER}?dayFrom=2026-02-11&currency=USD`);
  expect(rest.records).toMatchObject([
    { opening: "20.00", paid: "-30.00", firstDay: "2026-02-11", lastDay: "2026-02-28" },
  ]);
});

test("what is overdue stands in its bucket, what was paid ahead apart", async () => {
  const { records } = await s.page("finance", `${AGEING}?supplierId=${other}`);
  expect(records).toMatchObject([{ d60: "70.00", total: "70.00", notDue: "0.00" }]);
  const ahead = await s.page("finance", `${OPEN}?bucket=prepaid`);
  expect(ahead.records).toMatchObject([{ currency: "USD", openAmount: "-10.00", dueDate: null }]);
  const week = await s.page("finance", `${OPEN}?within=week`);
  expect(week.records).toMatchObject([{ openAmount: "5.00", dueDate: today() }]);
});

test("what is overdue waits for finance on the home page", async () => {
  const { data } = await (await s.call("finance", "/admin/desk/queues")).json();
  const late = data.find((q: { label: string }) => q.label === "逾期应付");
  expect(late).toMatchObject({ count: 3, late: 3 });
  for (const row of late.rows) expect(row.since).toMatch(/^\d{4}-\d\d-\d\d/);
});

test("a buyer sees his own suppliers, in lists and in files; another tenant's stay its own", async () => {
  for (const path of [AP, SUPPLIER, AGEING, OPEN]) {
    const { records } = await s.page("buyer", path);
    expect(new Set(records.map((r) => r.supplierId)), path).toEqual(new Set([mine]));
    const all = await s.page("finance", path);
    expect(new Set(all.records.map((r) => r.supplierId)), path).toEqual(new Set([mine, other]));
  }
  const file = await s.call("buyer", "/finance/apsupplier/export");
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
  const names = (sheets[0]?.rows ?? []).slice(2).map((row) => row[0]);
  expect(names).toEqual(["本采购员的供应商", "本采购员的供应商"]);
});

test("without the right to prices there are rows and no amounts", async () => {
  const blind = actAs(s.db, { permissions: new Set(["finance_ap_view"]) });
  for (const document of [apSupplier, apOrder, apAgeing, apOpen]) {
    const rules = blind.book.get(document.name)?.rules ?? {};
    const { records, summary } = await page(blind, document, { current: 1, size: 20 }, rules);
    const money = Object.entries(document.fields).flatMap(([n, f]) => (f.kind === "money" ? [n] : []));
    for (const name of money) {
      expect(
        records.some((row) => name in row),
        name,
      ).toBe(false);
      expect(summary, name).not.toHaveProperty(name);
    }
  }
});

test("of very many the page comes first, and its sums when they are asked for", async () => {
  const was = await sums(OPEN, "openAmount", "baseOpen");
  await s.db.query(
    `update pg_class set reltuples = 1e9, relpages = 1
     where oid in ('ap_entry'::regclass, 'ap_due'::regclass)`,
  );
  for (const path of [AP, OPEN]) {
    const first = await s.page("finance", `${path}?size=1&totals=rough`);
    expect(first).toMatchObject({ rough: true, summary: {} });
    expect(first.records).toHaveLength(1);
  }
  const exact = await s.page("finance", `${OPEN}?size=1&totals=exact`);
  expect({ by: exact.summary.openAmount, base: exact.summary.baseOpen }).toEqual(was);
  expect(exact).not.toHaveProperty("rough");
});
