import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { syncOrders } from "#backend/domain/order/feed/sync";
import { useStandIns as answeredAt } from "#backend/engine/connect/connector";
import { type StandIns, startStandIns } from "../../../standins";
import { type TestBackend, testBackend } from "../../../tests/harness";
import { fetchReports } from "./fetch";
import { connectAccount, manyCalls } from "./figures.testing";
import { takeReports } from "./take";

// A store is connected; orders and settlements come by themselves, whatever the marketplace does (figures.md A, F).

const US = "ATVPDKIKX0DER";
let backend: TestBackend;
let standIns: StandIns;
let store: string;

const tell = (order: object) => standIns.control("marketplace", order);
const sold = (n: number, day: string, sku = "A-US", price = "20.00") => ({
  seller: "F",
  marketplaceId: US,
  currency: "USD",
  orderNo: `114-0000000-000000${n}`,
  purchaseTime: `${day}T18:00:00Z`,
  channel: "AFN",
  lines: [{ sellerSku: sku, qty: 1, itemPrice: price, itemTax: "0", shippingPrice: "0", promotionDiscount: "0" }],
});

beforeAll(async () => {
  backend = await testBackend();
  standIns = await startStandIns({
    seed: "fetch",
    sellers: [{ name: "F", country: "US", account: "F", marketplaceId: US, currency: "USD" }],
  });
  answeredAt(standIns.url);
  const { us } = await connectAccount(backend);
  store = us;
});
afterAll(async () => {
  answeredAt(null);
  await standIns.stop();
  await backend.close();
});

/** The jobs, as soon as they are due. */
async function turn() {
  await backend.db.query("update report_feed set next_run = now()");
  await manyCalls(backend);
  await fetchReports(backend.db, engine, backend.config);
  await takeReports(backend.db, engine, backend.config);
}
const files = () =>
  backend.db.query<{ status: string; origin: string; problem: string | null }>(
    "select status, origin, problem from report_file where del_flag = 0 order by id",
  );
const feed = () =>
  backend.db.query<{ error: string | null; attempts: number }>("select error, attempts from report_feed");
const settlements = () =>
  backend.db.query<{ no: string; total: string; status: string }>(
    "select settlement_no as no, total_amount as total, status from settlement where del_flag = 0 order by id",
  );
const settle = async (until: string, more: object = {}): Promise<string[]> =>
  Object(await tell({ settle: { account: "F", until, ...more } })).settlements;

test("what the marketplace reckons becomes a settlement, once, for one account with two stores", async () => {
  await tell({ place: [sold(1, "2026-11-02"), sold(2, "2026-11-03", "B-US", "50.00")] });
  await backend.db.query("update connector set last_read = null");
  await syncOrders(backend.db, engine);
  const [id] = await settle("2026-11-10T00:00:00Z", { reserve: "5.00" });
  await turn();
  await turn();
  expect(await files()).toEqual([{ status: "done", origin: "api", problem: null }]);
  expect(await settlements()).toEqual([{ no: id, total: expect.any(String), status: "posted" }]);
  expect(await feed()).toEqual([{ error: null, attempts: 0 }]);
  // Nobody expected any fees: there is nothing to compare, which is not 0.
  expect(await backend.db.query("select fee_expected, diff_amount from settlement")).toEqual([
    { fee_expected: null, diff_amount: null },
  ]);
  const truth = Object(await standIns.heard("marketplace")).settlements[0];
  const owed = await backend.db.one<{ owed: string; total: string }>(
    `select (select sum(amount)::text from plat_entry where store_id = $1) as owed,
       (select (total_amount - reserve_amount)::text from settlement) as total`,
    [store],
  );
  expect(owed?.owed).toBe(owed?.total);
  expect(await settlements()).toMatchObject([{ total: truth.total }]);
  const fees = await backend.db.one<{ fees: string }>(
    "select sum(platform_fee + fulfill_fee)::text as fees from fact_trade_daily where store_id = $1",
    [store],
  );
  // What was sold for 70.00 less what the marketplace says that it leaves.
  expect(Number(fees?.fees)).toBeCloseTo(70 - Number(truth.kinds.Order), 2);
});

test("429, a broken and a damaged answer wait and are asked again; nothing is half taken", async () => {
  await tell({ place: [sold(3, "2026-11-12")] });
  await settle("2026-11-20T00:00:00Z");
  await tell({ papers: { account: "F", throttle: 1, retryAfter: 600 } });
  await turn();
  expect(await feed()).toEqual([{ error: "对方限制调用频率", attempts: 1 }]);
  const wait = await backend.db.one<{ wait: number }>(
    "select extract(epoch from next_run - now())::int as wait from report_feed",
  );
  expect(wait?.wait).toBeGreaterThan(590);
  for (const mood of [{ truncate: 1 }, { corrupt: 1 }]) {
    await tell({ papers: { account: "F", ...mood } });
    await turn();
    expect(await feed()).toMatchObject([{ error: "对方的文件传输中断或损坏" }]);
    expect(await files()).toHaveLength(1);
  }
  await turn();
  expect(await feed()).toEqual([{ error: null, attempts: 0 }]);
  expect(await files()).toHaveLength(2);
  expect(await settlements()).toHaveLength(2);
});

test("told twice it is one; told otherwise it waits for finance", async () => {
  await tell({ papers: { account: "F", twice: true } });
  await turn();
  expect((await files()).at(-1)).toMatchObject({ status: "duplicate" });
  await tell({ papers: { account: "F", change: { by: "1.00" } } });
  await turn();
  expect((await files()).at(-1)).toMatchObject({ status: "changed" });
  expect(await settlements()).toHaveLength(2);
  expect(await backend.db.query("select changed from settlement order by id")).toEqual([
    { changed: false },
    { changed: true },
  ]);
});

test("calls that are used up are waited for, and are no fault", async () => {
  await backend.db.query("update call_quota set tokens = 0, per_second = 0.01, burst = 15, at = now()");
  await backend.db.query("update report_feed set next_run = now()");
  const before = await feed();
  await fetchReports(backend.db, engine, backend.config);
  expect(await feed()).toEqual(before);
  const late = await backend.db.query("select next_run > now() + interval '80 seconds' as late from report_feed");
  expect(late).toEqual([{ late: true }]);
});
