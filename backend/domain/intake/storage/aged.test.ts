import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { page } from "#backend/engine/documents/reading/list";
import type { DataStatus } from "#documents/base/data-status";
import { fbaAgedStorageFee } from "#documents/logistics/fba-reports";
import { actAs } from "../../../../tests/acting";
import { given } from "../../../../tests/given";
import { type Account, besides, openIntake, type SaidReport } from "../figures.testing";
import { takeReports } from "../take";

// What is charged for goods that lie there for long (figures.md A.3, C.2, C.4): by its report, settled, shared.

let account: Account;
beforeAll(async () => {
  account = await openIntake();
});
afterAll(() => account.backend.close());

const HEAD =
  "snapshot-date sku fnsku asin product-name condition per-unit-volume currency volume-unit country qty-charged amount-charged surcharge-age-tier rate-surcharge";
type Fee = [sku: string, tier: string, qty: number, amount: string];
const agedText = (
  day: string,
  fees: readonly Fee[],
  { country = "US", currency = "USD", head = HEAD, zone = "T00:00:00+00:00" } = {},
) =>
  [
    head.split(" "),
    ...fees.map(([sku, tier, qty, amount]) => {
      const goods = [day + zone, sku, `X-${sku}`, "", "Gerät", "NEW", "0.02", currency, "cubic feet"];
      return [...goods, country, qty, amount, tier, "0.50"];
    }),
  ]
    .map((row) => row.join("\t"))
    .join("\n");
const SEPTEMBER: Fee[] = [
  ["A-US", "181-210 days", 4, "2.00"],
  ["A-US", "211-240 days", 2, "4.00"],
  ["B-US", "365+ days", 1, "6.90"],
];

const settlement = (
  no: string,
  lines: SaidReport["lines"],
  total: string,
  [start, end]: [string, string],
): SaidReport => ({ no, currency: "USD", start, end, deposit: end, total, marketplace: "Amazon.com", lines });
const LONG = "StorageRenewalBilling";

/** Storage fees in the facts by day and goods; what is only expected behind them. */
async function fees() {
  const rows = await account.backend.db.query<{ at: string; fee: number; expected: number }>(
    `select to_char(biz_date, 'MM-DD') || ' ' || seller_sku as at, storage_fee::float8 as fee,
       estimated_fee::float8 as expected from fact_trade_daily
     where store_id = $1 and (storage_fee <> 0 or estimated_fee <> 0) order by biz_date, seller_sku`,
    [account.us],
  );
  return Object.fromEntries(rows.map(({ at, fee, expected }) => [at, expected ? [fee, expected] : fee]));
}
const expected = { "09-30 A-US": [6, 6], "09-30 B-US": [6.9, 6.9] };

test("the report says the fee of the month of its snapshot; the same again and an older one change nothing", async () => {
  const file = await account.upload(account.us, agedText("2026-09-15", SEPTEMBER));
  expect(file).toMatchObject({ status: "done", kind: "agedStorage", rowCount: 3, period: "2026-09", problem: null });
  expect(await fees()).toEqual(expected);
  expect(await account.upload(account.us, agedText("2026-09-15", SEPTEMBER))).toMatchObject({ status: "duplicate" });
  await account.upload(account.us, agedText("2026-09-15", [["A-US", "181-210 days", 9, "99.00"]]), {
    reportTime: "2026-10-01 08:00:00",
  });
  expect(await fees()).toEqual(expected);
  const page = await account.send("GET", `/logistics/fbaagedstoragefee/page?size=9&storeId=${account.us}`);
  expect(page.data.records).toHaveLength(3);
  expect(page.data.summary).toMatchObject({ qty: "7" });
  expect(page.data.records[0]).toMatchObject({ snapshotDay: "2026-09-15", currency: "USD" });
});

test("a settlement takes its place by the last 15th, shared over its own report; a month's storage stays apart", async () => {
  await account.settled(
    account.us,
    settlement(
      "13000000001",
      [besides("2026-09-20", LONG, "-12.00"), besides("2026-09-08", "Storage Fee", "-5.00")],
      "-17.00",
      ["2026-09-06", "2026-09-20"],
    ),
  );
  // 12.00 by 6.00 and 6.90; storage of August has no report.
  expect(await fees()).toEqual({ "08-31 *": 5, "09-20 A-US": 5.58, "09-20 B-US": 6.42 });
  const shares = () =>
    account.backend.db.query("select kind, seller_sku as sku, amount::text from fba_storage_share order by 1, 2");
  expect(await shares()).toEqual([
    { kind: "aged", sku: "A-US", amount: "5.5800" },
    { kind: "aged", sku: "B-US", amount: "6.4200" },
  ]);
  expect(await account.act("13000000001", "reverse", { reason: "试" })).toMatchObject({ code: 0 });
  expect(await fees()).toEqual(expected);
  expect(await shares()).toEqual([]);
  expect(await account.act("13000000001", "reconcile")).toMatchObject({ code: 0 });
  expect(await account.act("13000000001", "post")).toMatchObject({ code: 0 });
  expect(await fees()).toEqual({ "08-31 *": 5, "09-20 A-US": 5.58, "09-20 B-US": 6.42 });
});

test("what was settled before its report lies on the store; a MSKU that is known later has its part, totals unchanged", async () => {
  await account.settled(
    account.us,
    settlement("13000000002", [besides("2026-11-05", LONG, "-10.00")], "-10.00", ["2026-10-25", "2026-11-07"]),
  );
  // Booked before the 15th, it is about the snapshot of the month before.
  expect(await fees()).toMatchObject({ "10-31 *": 10 });
  const october: Fee[] = [
    ["A-US", "181-210 days", 3, "3"],
    ["NEVER-SEEN", "181-210 days", 1, "1"],
  ];
  const file = await account.upload(account.us, agedText("2026-10-15", october));
  expect(file.problem).toBe("1个MSKU没有映射（如NEVER-SEEN），请在“待映射”处理");
  expect(await fees()).toMatchObject({ "10-31 A-US": 7.5, "10-31 *": 2.5 });
  const inbox = await account.backend.db.query(
    "select code, source from feed_unmapped where store_id = $1 and status = 'open'",
    [account.us],
  );
  expect(inbox).toEqual([{ code: "NEVER-SEEN", source: "FBA长期仓储费" }]);
  await account.backend.db.query(
    `insert into sku_listing (sku_id, store_id, msku, group_id, fulfillment_channel, listing_status)
     select sku_id, store_id, 'never-seen', group_id, 'AFN', 'active' from sku_listing where msku = 'A-US'`,
  );
  await takeReports(account.backend.db, engine, account.backend.config);
  const found = await fees();
  expect(found).toMatchObject({ "10-31 A-US": 7.5, "10-31 never-seen": 2.5 });
  expect(found).not.toHaveProperty("10-31 *");
});

test("what a settlement charges by goods ends what is expected, and is shared with nobody", async () => {
  await account.upload(
    account.us,
    agedText("2026-11-15", [
      ["A-US", "181-210 days", 1, "4"],
      ["B-US", "365+ days", 1, "1"],
    ]),
  );
  expect(await fees()).toMatchObject({ "11-30 A-US": [4, 4], "11-30 B-US": [1, 1] });
  await account.settled(
    account.us,
    settlement("13000000003", [besides("2026-11-20", LONG, "-4.50", "A-US")], "-4.50", ["2026-11-08", "2026-11-21"]),
  );
  const found = await fees();
  expect(found).toMatchObject({ "11-20 A-US": 4.5 });
  expect(Object.keys(found).filter((at) => at.startsWith("11-30"))).toEqual([]);
});

test("far fewer rows wait, what a newer one lacks is withdrawn, what cannot be read names its cell", async () => {
  const december = (rows: Fee[], more = {}) => agedText("2026-12-15", rows, more);
  await account.upload(account.us, december(SEPTEMBER));
  expect(await account.upload(account.us, december([["C-US", "365+ days", 1, "1"]]))).toMatchObject({
    status: "changed",
    problem: "数据明显减少：原有的3行这份报告里没有，请确认后采用",
  });
  await account.upload(account.us, december(SEPTEMBER.slice(0, 2)));
  expect(await fees()).toMatchObject({ "12-31 A-US": [6, 6] });
  expect(await fees()).not.toHaveProperty("12-31 B-US");
  const problem = async (text: string) => (await account.upload(account.us, text)).problem;
  expect(await problem(december([["A-US", "365+ days", -1, "1"]]))).toBe("第2行qty-charged不正确：-1");
  expect(await problem(december([["A-US", "", 1, "1"]]))).toBe("第2行surcharge-age-tier不正确：空");
  expect(await problem(december([["A-US", "365+ days", 1, "one"]]))).toBe("第2行amount-charged不正确：one");
  expect(await problem(agedText("soon", [["A-US", "365+ days", 1, "1"]], { zone: "" }))).toBe(
    "第2行snapshot-date不正确：soon",
  );
  const head = HEAD.replace("qty-charged", "menge");
  expect(await problem(december([["A-US", "365+ days", 1, "1"]], { head }))).toBe("缺少列：qty-charged");
});

test("rows find the store of their country, written as its marketplace does", async () => {
  const german = agedText("2026-12-15", [["A-DE", "365+ days", 2, "1,50"]], { country: "DE", currency: "EUR" });
  expect(await account.upload(account.us, Buffer.from(german, "latin1"))).toMatchObject({
    status: "done",
    charset: "windows-1252",
  });
  expect(
    await account.backend.db.query(
      "select store_id, msku, fact_sku, amount, age_tier from fba_aged_storage_fee where country = 'DE'",
    ),
  ).toEqual([{ store_id: account.de, msku: "A-DE", fact_sku: "A-DE", amount: "1.5000", age_tier: "365+ days" }]);
  const strange = agedText("2026-12-15", [["A-US", "365+ days", 1, "1"]], { country: "GB", currency: "GBP" });
  expect(await account.upload(account.us, strange)).toMatchObject({ problem: "第2行币种GBP与店铺币种USD不符" });
});

test("another company sees none of it, nor who works for other stores", async () => {
  const stores = async (scope: Parameters<typeof actAs>[1]) => {
    const { rules } = given(engine.book.get(fbaAgedStorageFee.name));
    const found = await page(actAs(account.backend.db, scope), fbaAgedStorageFee, { current: 1, size: 50 }, rules);
    return new Set(found.records.map(({ storeId }) => storeId));
  };
  await account.backend.db.query("update store set dept_id = 7 where id = $1", [account.de]);
  expect(await stores({})).toEqual(new Set([account.us, account.de]));
  expect(await stores({ userId: "77", scope: { kind: "depts", deptIds: ["7"] } })).toEqual(new Set([account.de]));
  expect(await stores({ tenantId: "2" })).toEqual(new Set());
});

test("the matrix says whether last month's is there", async () => {
  const line = async () => {
    const status: { data: DataStatus } = await account.send("GET", `/base/datastatus?storeId=${account.us}`);
    return given(status.data.stores[0]?.lines.find(({ kind }) => kind === "agedStorage"));
  };
  await account.backend.db.query("delete from fba_aged_storage_fee");
  expect(await line()).toEqual({ kind: "agedStorage", connected: false, came: null, cells: ["off"] });
  const { month } = given(
    await account.backend.db.one<{ month: string }>(
      "select to_char((now() at time zone 'America/Los_Angeles') - interval '1 month', 'YYYY-MM') as month",
    ),
  );
  await account.upload(account.us, `${agedText(`${month}-15`, SEPTEMBER)}\n`);
  expect(await line()).toEqual({ kind: "agedStorage", connected: false, came: month, cells: ["done"] });
});
