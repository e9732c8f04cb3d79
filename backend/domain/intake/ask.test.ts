import dayjs from "dayjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { syncOrders } from "#backend/domain/order/feed/sync";
import { useStandIns as answeredAt } from "#backend/engine/connect/connector";
import { type StandIns, startStandIns } from "../../../standins";
import { actAs } from "../../../tests/acting";
import { given } from "../../../tests/given";
import { type TestBackend, testBackend } from "../../../tests/harness";
import { askReports } from "./ask";
import { afterMonths, everyDay } from "./cadence";
import { connectAccount, manyCalls } from "./figures.testing";
import { matrixOf } from "./status/matrix";
import { takeReports } from "./take";

// Reports that a marketplace is asked to make come by themselves, whatever it does (figures.md A.1, A.3, F).

const [US, DE] = ["ATVPDKIKX0DER", "A1PA6795UKMFR9"];
let backend: TestBackend;
let standIns: StandIns;
let store: string;
const last = dayjs().subtract(2, "day").subtract(1, "month"); // over in all zones
const sales = [last.format("YYYY-MM-05"), last.format("YYYY-MM-06"), last.format("YYYY-MM-07")] as const;

const tell = (order: object) => standIns.control("marketplace", order);
const sold = (n: number, day: string, marketplaceId: string, currency: string, sku: string) => ({
  seller: "F",
  marketplaceId,
  currency,
  orderNo: `114-0000000-000000${n}`,
  purchaseTime: `${day}T18:00:00Z`,
  channel: "AFN",
  lines: [{ sellerSku: sku, qty: 1, itemPrice: "20.00", itemTax: "0", shippingPrice: "0", promotionDiscount: "0" }],
});

beforeAll(async () => {
  backend = await testBackend();
  standIns = await startStandIns({
    seed: "ask",
    sellers: [{ name: "F", country: "US", account: "F", marketplaceId: US, currency: "USD" }],
  });
  answeredAt(standIns.url);
  const { us } = await connectAccount(backend);
  store = us;
  await backend.db.query(
    "update site set marketplace_id = case site_code when 'US' then $1 when 'DE' then $2 end where site_code in ('US', 'DE')",
    [US, DE],
  );
  await tell({
    place: [
      sold(1, sales[0], US, "USD", "A-US"),
      sold(2, sales[1], US, "USD", "B-US"),
      sold(3, sales[2], DE, "EUR", "A-DE"),
    ],
  });
});
afterAll(async () => {
  answeredAt(null);
  await standIns.stop();
  await backend.close();
});

/** A step of what is under way: asked for, looked at while it is made, taken. What waits is due. */
async function steps(count = 3) {
  for (let n = 0; n < count; n++) {
    await backend.db.query("update report_task set next_run = now() where state in ('due', 'waiting', 'downloading')");
    await manyCalls(backend);
    await askReports(backend.db, engine, backend.config);
  }
}
async function turns(count = 3) {
  await steps(count);
  await takeReports(backend.db, engine, backend.config);
}
/** What was asked for today was asked for yesterday. */
async function nextDay() {
  // Far away first: day by day, one would meet the day before itself.
  for (const days of [1000, -999])
    await backend.db.query(
      "update report_task set asked_day = asked_day - $1::int, start_date = start_date - $1::int, end_date = end_date - $1::int",
      [days],
    );
}
const states = () =>
  backend.db.query<{ state: string; n: number }>(
    "select state, count(*)::int as n from report_task group by 1 order by 1",
  );
const files = () =>
  backend.db.query<{ kind: string; status: string; problem: string | null; n: number }>(
    `select coalesce(kind, '?') as kind, status, problem, count(*)::int as n from report_file where origin = 'api' and del_flag = 0
     group by 1, 2, 3 order by 1, 2`,
  );

test("days that are asked for: a quarter at first, then the last ones, once a week far back", () => {
  const events = everyDay(3, 60);
  expect(events("2026-11-28", true)).toEqual([
    ["2026-10-29", "2026-11-27"],
    ["2026-09-29", "2026-10-28"],
    ["2026-08-30", "2026-09-28"],
  ]);
  expect(events("2026-11-28", false)).toEqual([["2026-11-25", "2026-11-27"]]);
  expect(events("2026-11-30", false)).toEqual([
    ["2026-11-27", "2026-11-29"],
    ["2026-10-01", "2026-11-29"],
  ]);
  const months = afterMonths(7, 20);
  expect(months("2026-03-06", false)).toEqual([]);
  expect(months("2026-03-07", false)).toEqual([
    ["2026-02-01", "2026-02-28"],
    ["2026-01-01", "2026-01-31"],
  ]);
  expect(months("2026-03-20", false)).toEqual([["2026-02-01", "2026-02-28"]]);
  expect(months("2026-03-31", true)).toEqual([
    ["2026-02-01", "2026-02-28"],
    ["2026-01-01", "2026-01-31"],
  ]);
});

test("a new connection is asked for what there is, once for an account, and its files become figures", async () => {
  await backend.db.query("update connector set last_read = null");
  await syncOrders(backend.db, engine);
  await turns();
  // Two stores with a preview, their stock, their orders, what they list and two months of both kinds of storage each, and a report
  // of traffic of each of 89 days; one account with three pieces of three kinds.
  expect(await states()).toEqual([{ state: "done", n: 203 }]);
  const kinds = await files();
  expect(kinds.filter(({ status }) => status === "failed")).toEqual([]);
  const fees = await backend.db.query(
    "select store_id, fact_sku, month, currency from fba_storage_fee where del_flag = 0 and month = $1 order by 1, 2",
    [last.format("YYYYMM")],
  );
  expect(fees).toMatchObject([{ fact_sku: "A-US" }, { fact_sku: "B-US" }, { fact_sku: "A-DE", currency: "EUR" }]);
  const expected = await backend.db.one(
    "select storage_fee > 0 and storage_fee = estimated_fee - platform_fee - fulfill_fee as ok from fact_trade_daily where store_id = $1 and seller_sku = 'A-US' and biz_date = $2",
    [store, last.endOf("month").format("YYYY-MM-DD")],
  );
  expect(expected).toEqual({ ok: true });
  expect(await backend.db.query("select msku from fee_preview where store_id = $1 order by 1", [store])).toEqual([
    { msku: "A-US" },
    { msku: "B-US" },
  ]);
  // Received in lots of fifty, one of them sold.
  expect(await backend.db.query("select msku, fact_sku, fulfillable_qty as qty from fba_stock order by 1")).toEqual(
    ["A-DE", "A-US", "B-US"].map((msku) => ({ msku, fact_sku: msku, qty: 99 })),
  );
  const status = await matrixOf(actAs(backend.db), { storeId: store });
  const traffic = given(status.stores[0]?.lines.find(({ kind }) => kind === "traffic"));
  // The days were told, without rows where nothing was sold.
  const came = (day: string) => (day === sales[0] || day === sales[1] ? "done" : "empty");
  expect(traffic.cells.slice(2, -3)).toEqual(status.days.slice(2, -3).map(came));
  // The same day nothing is asked for again.
  await turns();
  expect(await states()).toEqual([{ state: "done", n: 203 }]);
});

/** Another day in another mood of the marketplace: returns alone are asked for, once, which on Mondays are twice. */
async function returnsAlone(mood: object) {
  await nextDay();
  await tell({ papers: { account: "F", throttle: 9, retryAfter: 600 } });
  await manyCalls(backend);
  await askReports(backend.db, engine, backend.config);
  await backend.db.query("update report_task set state = 'empty' where state = 'due' and kind <> 'returns'");
  await backend.db.query("delete from report_task where state = 'due' and end_date - start_date > 2");
  await tell({ papers: { account: "F", throttle: 0, ...mood } });
}
const task = async () =>
  given(
    await backend.db.one<{ state: string; error: string | null; attempts: number; minutes: number }>(
      `select state, error, attempts, round(extract(epoch from next_run - now()) / 60)::int as minutes
       from report_task where kind = 'returns' order by id desc limit 1`,
    ),
  );

test("429 waits as long as it is told", async () => {
  await nextDay();
  await tell({ papers: { account: "F", throttle: 1, retryAfter: 600 } });
  await askReports(backend.db, engine, backend.config);
  const told =
    "select error, next_run > now() + interval '590 seconds' as late from report_task where error is not null";
  expect(await backend.db.query(told)).toEqual([{ error: "对方限制调用频率", late: true }]);
  await turns(4);
  expect((await states()).map(({ state }) => state)).toEqual(["done"]);
});

test("FATAL is asked for anew after 30 minutes, 2 and 8 hours, then given up with the platform's sentence", async () => {
  await returnsAlone({ fatal: 4, fatalDocument: true });
  const error = "The report could not be generated: an internal error occurred.";
  for (const [attempts, minutes] of [
    [1, 30],
    [2, 120],
    [3, 480],
  ]) {
    await steps();
    expect(await task()).toEqual({ state: "due", error, attempts, minutes });
  }
  await steps();
  expect(await task()).toMatchObject({ state: "failed", error });
  const faults = "select last_error as fault from connector where last_error like 'FBA%'";
  expect(await backend.db.query(faults)).toEqual([{ fault: `FBA买家退货：${error}` }]);
  // The next day it is there, and nothing is told of it any more.
  await returnsAlone({});
  await steps();
  await backend.db.query("update connector set last_error = null");
  await steps();
  expect(await task()).toMatchObject({ state: "done", error: null });
  expect(await backend.db.query(faults)).toEqual([]);
});

test("no data is none for new days, and a fault for days that had some", async () => {
  await returnsAlone({ cancelled: 1 });
  await steps();
  expect(await task()).toMatchObject({ state: "empty", error: null });
  await returnsAlone({ cancelled: 1 });
  await backend.db.query(
    `update report_file set row_count = 1 where id in (select report_file_id from report_task where kind = 'returns')`,
  );
  await backend.db.query(
    "update report_task set start_date = start_date - 70 where kind = 'returns' and state = 'due'",
  );
  await steps();
  expect(await task()).toMatchObject({ state: "failed", error: "原有数据的区间返回无数据" });
});

test("a document that breaks off, or a program that ends, is gone on with; one file comes of it", async () => {
  await returnsAlone({ truncate: 1 });
  const count = async () => (await backend.db.one<{ n: number }>("select count(*)::int as n from report_file"))?.n ?? 0;
  const before = await count();
  await steps();
  expect(await task()).toMatchObject({ state: "downloading", error: "对方的文件传输中断或损坏" });
  expect(await count()).toBe(before);
  await steps(2);
  expect(await task()).toMatchObject({ state: "done", error: null });
  expect(await count()).toBe(before + 1);
});

test("stock is asked for every six hours, once each time, and in its turn the next day", async () => {
  const stock = () =>
    backend.db.query<{ state: string; day: string | null }>(
      "select state, asked_day::text as day from report_task where kind = 'stock' and store_id = $1 order by id",
      [store],
    );
  await backend.db.query("delete from report_task");
  await turns();
  const [first] = await stock();
  expect(first).toMatchObject({ state: "done" });
  await backend.db.query("update report_task set create_time = now() - interval '5 hours'");
  await turns(1);
  expect(await stock()).toEqual([first]);
  await backend.db.query("update report_task set create_time = now() - interval '7 hours'");
  await Promise.all([turns(1), turns(1)]);
  await turns();
  expect(await stock()).toEqual([first, { state: "done", day: null }]);
  const others = await backend.db.one<{ n: number }>(
    "select count(*)::int as n from report_task where asked_day is null and kind <> 'stock'",
  );
  expect(others).toEqual({ n: 0 });
  await backend.db.query("delete from report_task where asked_day is null");
});

test("what a new connection asks back takes a third; what a person wants goes first", async () => {
  await nextDay();
  await backend.db.query("delete from call_quota");
  await backend.db.query("update report_task set asked_by = 'gap', state = 'empty'");
  await backend.db.query(
    "update report_task set state = 'due', platform_no = null, document_no = null where store_id = $1 and kind = 'traffic'",
    [store],
  );
  const asked = async () =>
    Object.fromEntries(
      (
        await backend.db.query<{ who: string; n: number }>(
          "select asked_by as who, count(*)::int as n from report_task where state = 'waiting' and store_id = $1 group by 1",
          [store],
        )
      ).map(({ who, n }) => [who, n]),
    );
  await backend.db.query(
    `insert into report_task (tenant_id, connector_id, store_id, kind, start_date, end_date, asked_by)
     select 1, id, store_id, 'returns', $2, $2, 'person' from connector where store_id = $1`,
    [store, dayjs().subtract(9, "day").format("YYYY-MM-DD")],
  );
  await askReports(backend.db, engine, backend.config);
  const { gap = 0, job = 0, person } = await asked();
  expect(person).toBe(1);
  // What is due today goes before it; all together never more than the burst.
  expect(job).toBeGreaterThanOrEqual(9);
  expect(gap).toBeLessThanOrEqual(5);
  expect(gap + job + 1).toBe(15);
  const faults = await backend.db.query("select last_error as fault from connector where last_error like '调用次数%'");
  expect(faults).toEqual([]);
  // In an hour sixty calls come back, of which twenty are of what is asked back.
  await backend.db.query("update report_task set state = 'empty' where state = 'due' and asked_by = 'job'");
  for (let turn = 0; turn < 6; turn++) {
    await backend.db.query("update call_quota set at = at - interval '10 minutes'");
    await askReports(backend.db, engine, backend.config);
  }
  const more = ((await asked()).gap ?? 0) - gap;
  expect(more).toBeGreaterThanOrEqual(19);
  expect(more).toBeLessThanOrEqual(25);
});
