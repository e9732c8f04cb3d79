import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runs } from "../../../../tests/runs";
import { type Ads, DAYS, day, openAds, type Query, STORES } from "./ads.testing";

let ads: Ads;
beforeAll(async () => {
  ads = await openAds();
});
afterAll(() => ads.close());

const profiles = STORES.map((s) => s.profileId);
const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
/** A filter form as somebody might fill it in: any dates of the facts, any of the choices. */
const filters = fc
  .record({
    from: fc.integer({ min: 2, max: DAYS }),
    length: fc.integer({ min: 1, max: 30 }),
    profileIds: fc.option(some(profiles), { nil: [] }),
    adProduct: fc.option(some(["SP", "SB", "SD"]), { nil: [] }),
    currency: fc.constantFrom("USD", "EUR", "CNY"),
  })
  .map(({ from, length, profileIds, adProduct, currency }) => ({
    startDate: day(-from - length + 1),
    endDate: day(-from),
    profileIds: profileIds.join(),
    adProduct: adProduct.join(),
    currency,
  }));

const SUMS = ["impressions", "clicks", "conversions", "spend", "sales"] as const;
type Sums = Record<string, number>;
const totals = async (q: Query): Promise<Sums> => {
  const { reports } = await ads.get("rptcampaigns/report", q);
  return Object.fromEntries(reports.map((r: { key: string; total: number }) => [r.key, r.total]));
};
const added = (rows: Sums[]): Sums =>
  Object.fromEntries(SUMS.map((k) => [k, rows.reduce((n, r) => n + (r[k] ?? 0), 0)]));
/** Equal but for the cents that each of n rounded amounts may be off. */
const agree = (found: Sums, expected: Sums, n: number) => {
  for (const k of SUMS) expect(Math.abs((found[k] ?? 0) - (expected[k] ?? 0)), k).toBeLessThan(0.01 * n);
};
const options = { numRuns: runs(5) };

test("① the report is the sum of its stores, days, products; of weeks and months too", () =>
  fc.assert(
    fc.asyncProperty(filters, async (q) => {
      const whole = await totals(q);
      const stores = q.profileIds?.split(",").filter(Boolean) ?? [];
      const products = q.adProduct?.split(",").filter(Boolean) ?? [];
      const of = (name: string, values: readonly string[]) =>
        Promise.all(values.map((v) => totals({ ...q, [name]: v })));
      agree(added(await of("profileIds", stores.length ? stores : profiles)), whole, 4);
      agree(added(await of("adProduct", products.length ? products : ["SP", "SB", "SD"])), whole, 4);
      for (const granularity of ["day", "week", "month"]) {
        const { series, reports } = await ads.get("rptcampaigns/report", { ...q, granularity });
        for (const r of reports) expect(r.data).toHaveLength(series.length);
        const parts = series.map((_: string, i: number) =>
          Object.fromEntries(reports.map((r: { key: string; data: number[] }) => [r.key, r.data[i]])),
        );
        agree(added(parts), whole, series.length + 1);
        expect(series[0]).toBe(q.startDate);
      }
    }),
    options,
  ));

test("② the comparison's current is the report's total, its last that of the period before", () =>
  fc.assert(
    fc.asyncProperty(filters, async (q) => {
      const rows = await ads.get("rptcampaigns/campaignCompared", q);
      const { reports } = await ads.get("rptcampaigns/report", q);
      for (const [i, row] of rows.entries())
        expect([row.key, row.current, row.last, row.change]).toEqual([
          reports[i].key,
          reports[i].total,
          reports[i].lastTotal,
          reports[i].change,
        ]);
      const days = (Date.parse(q.endDate) - Date.parse(q.startDate)) / 86_400_000;
      const back = (date: string, n: number) => new Date(Date.parse(date) - n * 86_400_000).toISOString().slice(0, 10);
      const before = await totals({ ...q, startDate: back(q.startDate, days + 1), endDate: back(q.startDate, 1) });
      for (const row of rows) expect(row.last, row.key).toEqual(before[row.key]);
    }),
    options,
  ));

const quotients = (r: Record<string, number | null>) => {
  const near = (ratio: number | null | undefined, of: number, is: number, slack: number) =>
    ratio === null || ratio === undefined ? expect(of).toBe(0) : expect(Math.abs(ratio * of - is)).toBeLessThan(slack);
  const n = (key: string) => r[key] ?? 0;
  if ("ctr" in r) near(r.ctr, n("impressions"), n("clicks"), 1e-6);
  if ("cvr" in r) near(r.cvr, n("clicks"), n("conversions"), 1e-6);
  if ("cpc" in r) near(r.cpc, n("clicks"), n("spend"), 0.006);
  if ("acos" in r) near(r.acos, n("sales"), n("spend"), 0.006 * (1 + n("acos")));
};

test("③ quotients fit their sums in every row, and the summary is the sum of the rows", () =>
  fc.assert(
    fc.asyncProperty(filters, async (q) => {
      const all = { ...q, size: "100" };
      for (const path of ["rptcampaigns/campaignListing", "rptcampaigns/campaignChange"]) {
        const { records, summary, total } = await ads.get(path, all);
        expect(records).toHaveLength(total);
        for (const side of path.endsWith("Change") ? (["last", "current"] as const) : [null]) {
          const rows = records.map((r: Record<string, Sums>) => (side ? r[side] : r));
          for (const row of rows) quotients(row);
          agree(added(rows), side ? summary[side] : summary, rows.length + 1);
        }
      }
      for (const word of await ads.get("rptcampaignkeywords/wordCloud", q)) quotients(word);
      // The listing is the report restricted to sponsored products.
      const sp = !q.adProduct || q.adProduct.includes("SP");
      const { summary } = await ads.get("rptcampaigns/campaignListing", q);
      agree(summary, sp ? await totals({ ...q, adProduct: "SP" }) : added([]), 2);
    }),
    options,
  ));

test("④ the order of the stores changes nothing; pages are cuts of one order", () =>
  fc.assert(
    fc.asyncProperty(filters, fc.shuffledSubarray(profiles), async (q, order) => {
      const one = { ...q, profileIds: [...order].sort().join() };
      const other = { ...q, profileIds: order.join() };
      for (const path of ["rptcampaigns/report", "rptcampaigns/campaignChange"])
        expect(await ads.get(path, other)).toEqual(await ads.get(path, one));
      const page = (current: number, size: number) =>
        ads.get("rptcampaigns/campaignChange", { ...q, current: `${current}`, size: `${size}` });
      const all = (await page(1, 100)).records;
      expect([...(await page(1, 4)).records, ...(await page(2, 4)).records]).toEqual(all.slice(0, 8));
    }),
    options,
  ));
