import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cockpit, openCockpit } from "./cockpit.testing";

// Sold in June: one group's costs are all known, of the other's pieces some have none yet.
let cockpit: Cockpit;
beforeAll(async () => {
  const sold = { month: "202506", currency: "USD", model_code: "A", item_sales: 100, units: 4 };
  cockpit = await openCockpit(
    [
      { ...sold, group_id: 1, store_id: 1, product_cost: 40, first_leg_cost: 8 },
      { ...sold, group_id: 21, store_id: 1, lacks_first_leg: 3, lacks_platform: 4 },
      { ...sold, group_id: 1, store_id: 1, month: "202505" },
    ],
    { USD: 7 },
  );
});
afterAll(() => cockpit.close());

const june = { reportMonth: "202506" };
const NAMES = ["头程费用", "平台佣金"];

test("a profit says what it is without, a profit with all of its costs says nothing", async () => {
  const { records, summary } = await cockpit.get("getCocAmazonTradeReportByGroup", june);
  const of = (id: string) => records.find((r: { groupId: string }) => r.groupId === id).missing;
  expect([of("1"), of("21"), summary.missing]).toEqual([[], NAMES, NAMES]);
  const [dept] = await cockpit.get("getCocAmazonTradeReportByDept", { ...june, groupId: "1" });
  expect(dept).toMatchObject({ missing: [], groups: [{ missing: [] }] });
  const [site] = await cockpit.get("sitRanking", june);
  expect(site.missing).toEqual(NAMES);
});

test("so do home, the year, the 13 months and a group's own", async () => {
  const home = await cockpit.get("getDeptReport", june);
  const months = home.cocBusinessBaseDateGroupByMonth;
  expect([months.at(-1).missing, months.at(-2).missing]).toEqual([NAMES, []]);
  expect((await cockpit.get("currentYearIncomeAndNetProfit", june)).missing).toEqual(NAMES);
  expect((await cockpit.get("nearest13MonthNetProfit", june)).missing).toEqual(NAMES);
  const { summary } = await cockpit.get("nearest13MonthIncomeAndNetProfit", june);
  expect(summary.missing).toEqual(NAMES);
  const own = (groupId: string) => cockpit.get("nearest13MonthGroupData", { ...june, groupId });
  expect([(await own("1")).missing, (await own("21")).missing]).toEqual([[], NAMES]);
});

test("and the file of a report", async () => {
  const answer = await cockpit.raw("getCocAmazonTradeReportByGroup/export", june);
  const rows = (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets[0]?.rows ?? [];
  const at = rows[1]?.indexOf("利润未含") ?? -1;
  const said = Object.fromEntries(rows.slice(2).map((row) => [String(row[0]), row[at] ?? null]));
  const names = NAMES.join("、");
  expect(said).toMatchObject({ 运营1组: null, 运营21组: names, 合计: names });
});
