import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { eachToldDay } from "./cadence";
import { type Account, openIntake } from "./figures.testing";
import { takeReports } from "./take";

// What buyers looked at and bought, a day at a time (figures.md A.3, A.4, F.3, F.12).

let account: Account;
beforeAll(async () => {
  account = await openIntake();
  await account.backend.db.query(
    "update site set marketplace_id = case site_code when 'US' then 'US-1' when 'DE' then 'DE-1' end where site_code in ('US', 'DE')",
  );
});
afterAll(() => account.backend.close());

type Looked = [sku: string, asin: string, sessions: number, units: number, amount: number, parent?: string];
const FIRST: Looked[] = [
  ["A-US", "B0AAAAAAA1", 200, 4, 79.96, "B0PARENT01"],
  ["B-US", "B0BBBBBBB1", 50, 1, 49.99, "B0PARENT01"],
  ["NEVER-SEEN", "B0NNNNNNN1", 10, 0, 0, "B0NNNNNNN1"],
];
interface Said {
  day?: string;
  end?: string;
  place?: string;
  currency?: string;
  by?: "SKU" | "CHILD" | "PARENT";
}
const trafficText = (
  rows: readonly Looked[],
  { day = "2026-08-16", end = day, place = "US-1", currency = "USD", by = "SKU" }: Said = {},
) =>
  JSON.stringify({
    reportSpecification: {
      reportType: "GET_SALES_AND_TRAFFIC_REPORT",
      reportOptions: { dateGranularity: "DAY", asinGranularity: by },
      dataStartTime: day,
      dataEndTime: end,
      marketplaceIds: [place],
    },
    salesAndTrafficByDate: [{ date: day, salesByDate: { note: 'a "quoted" ] word' } }],
    salesAndTrafficByAsin: rows.map(([sku, childAsin, sessions, unitsOrdered, amount, parentAsin = childAsin]) => ({
      parentAsin,
      childAsin,
      ...(by === "SKU" && { sku }),
      salesByAsin: { unitsOrdered, orderedProductSales: { amount, currencyCode: currency } },
      trafficByAsin: { sessions, pageViews: sessions * 2, buyBoxPercentage: 97.456 },
    })),
  });
const upload = (text: string, more: object = {}) => account.upload(account.us, text, more, "traffic.json");
const rows = (day = "2026-08-16") =>
  account.backend.db.query<{ msku: string; sessions: number; units: number; withdrawn: boolean }>(
    "select msku, sessions, units, withdrawn from sales_traffic where day = $1 and del_flag = 0 order by msku, asin",
    [day],
  );

test("each of the last seven days that are told, and one that is thirty days old", () => {
  const days = eachToldDay("2026-11-28", false).map(([day]) => day);
  expect([days.length, days[0], days[6], days[7]]).toEqual([8, "2026-11-26", "2026-11-20", "2026-10-29"]);
  const first = eachToldDay("2026-11-28", true).map(([day]) => day);
  expect([first.length, first[0], first.at(-1)]).toEqual([89, "2026-11-26", "2026-08-30"]);
});

test("a day is kept by SKU; parents that nobody typed are filled", async () => {
  await account.backend.db.query("update sku_listing set parent_asin = 'B0TYPED001' where msku = 'B-US'");
  const file = await upload(trafficText(FIRST));
  expect(file).toMatchObject({ status: "done", kind: "traffic", rowCount: 3, period: "2026-08-16" });
  expect(await rows()).toMatchObject([
    { msku: "A-US", sessions: 200, units: 4 },
    { msku: "B-US", sessions: 50 },
    { msku: "NEVER-SEEN" },
  ]);
  const parents = await account.backend.db.query(
    "select msku, parent_asin as parent from sku_listing where msku in ('A-US', 'B-US', 'C-US') order by 1",
  );
  expect(parents).toEqual([
    { msku: "A-US", parent: "B0PARENT01" },
    { msku: "B-US", parent: "B0TYPED001" },
    { msku: "C-US", parent: null },
  ]);
  const inbox = await account.backend.db.query("select code, source from feed_unmapped where status = 'open'");
  expect(inbox).toEqual([{ code: "NEVER-SEEN", source: "销售与流量" }]);
});

test("the list has the exact sums of what is filtered", async () => {
  const page = await account.send(
    "GET",
    `/logistics/salestraffic/page?size=9&storeId=${account.us}&dayFrom=2026-08-10`,
  );
  expect(page.data.summary).toMatchObject({ sessions: "260", pageViews: "520", units: "5", conversion: "1.92" });
  expect(page.data.records.find((r: { msku: string }) => r.msku === "A-US")).toMatchObject({
    conversion: "2.00",
    buyBox: "97.46",
    sales: "79.96",
    currency: "USD",
    withdrawn: false,
  });
});

test("a newer report is the whole of its day: what it lacks is withdrawn; an older one changes nothing", async () => {
  const two = FIRST.slice(0, 2).map(([sku, asin, n, units, amount]): Looked => [sku, asin, n + 1, units, amount]);
  await account.upload(account.us, new Uint8Array(gzipSync(trafficText(two))), {}, "traffic.json.gz");
  expect(await rows()).toEqual([
    { msku: "A-US", sessions: 201, units: 4, withdrawn: false },
    { msku: "B-US", sessions: 51, units: 1, withdrawn: false },
    { msku: "NEVER-SEEN", sessions: 0, units: 0, withdrawn: true },
  ]);
  const before = await rows();
  await upload(trafficText([["A-US", "B0AAAAAAA1", 9, 9, 9]]), { reportTime: "2026-08-19 08:00:00" });
  expect(await rows()).toEqual(before);
  expect(await upload(`${trafficText(two)} `)).toMatchObject({ status: "done" });
  expect(await rows()).toEqual(before);
});

test("less than half of the rows waits until somebody confirms it", async () => {
  const day = "2026-08-17";
  await upload(trafficText(FIRST, { day }));
  const file = await upload(trafficText(FIRST.slice(0, 1), { day }));
  expect(file).toMatchObject({ status: "changed", problem: "数据明显减少：原有3行，这份报告1行，请确认后采用" });
  expect((await rows(day)).filter((row) => row.withdrawn)).toEqual([]);
  const accepted = await account.send("POST", `/base/reportfile/${file.id}/accept`, {
    id: file.id,
    version: file.version,
  });
  expect(accepted).toMatchObject({ code: 0 });
  await takeReports(account.backend.db, engine, account.backend.config);
  expect((await rows(day)).map((row) => row.withdrawn)).toEqual([false, true, true]);
});

test("what is no whole report of a day is refused, and says why", async () => {
  const problem = async (text: string) => {
    const { status, problem: said } = await upload(text);
    expect(status).toBe("failed");
    return said;
  };
  const day = "2026-08-18";
  expect(await problem(trafficText(FIRST, { day, end: "2026-08-19" }))).toContain("请每天下载一份");
  expect(await problem(trafficText(FIRST, { day, by: "PARENT" }))).toContain("不是按SKU或子ASIN");
  expect(await problem(trafficText(FIRST, { day, currency: "EUR" }))).toBe("第1行币种EUR与店铺币种USD不符");
  expect(await problem(trafficText(FIRST, { day, place: "JP-1" }))).toContain("没有市场JP-1的店铺");
  expect(await problem(trafficText(FIRST, { day }).slice(0, -30))).toContain("不是完整的");
  expect(await problem(trafficText(FIRST, { day }).slice(0, -1))).toContain("不是完整的");
  expect(await problem(trafficText([]))).toBe("原有数据的区间返回无数据");
  expect(await rows(day)).toEqual([]);
  expect(await upload(trafficText([], { day }))).toMatchObject({ status: "done", rowCount: 0 });
});

test("a report of the account's other marketplace goes to its store, by child ASIN too, never twice", async () => {
  const german = { place: "DE-1", currency: "EUR", by: "CHILD", day: "2026-08-20" } as const;
  await upload(trafficText([["A-DE", "B0AAAAAAA1", 30, 2, 40]], german));
  const found = await account.backend.db.query(
    "select store_id as store, msku, asin, units from sales_traffic where day = '2026-08-20'",
  );
  expect(found).toEqual([{ store: account.de, msku: null, asin: "B0AAAAAAA1", units: 2 }]);
  const older = await upload(trafficText([["A-DE", "B0AAAAAAA1", 30, 2, 40]], { ...german, by: "SKU" }), {
    reportTime: "2026-08-23 08:00:00",
  });
  expect(older).toMatchObject({ status: "failed", problem: "2026-08-20已有较新的按子ASIN的报告，不重复计入" });
});

test("goods that are known later are paired, totals stay", async () => {
  await account.backend.db.query(
    `insert into sku_listing (sku_id, store_id, msku, asin, group_id, fulfillment_channel, listing_status)
     select sku_id, store_id, 'never-seen', 'B0NNNNNNN1', group_id, 'AFN', 'active' from sku_listing where msku = 'A-US'`,
  );
  await takeReports(account.backend.db, engine, account.backend.config);
  const open = await account.backend.db.query("select id from sales_traffic where fact_sku = '*'");
  expect(open).toEqual([]);
});
