import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openWorld, takeOrders } from "#backend/domain/intake/figures.testing";
import { PREVIEW, table, US } from "#backend/domain/intake/figures-world.testing";
import { given } from "../../../../tests/given";

// What the platform says that calls for somebody (figures.md D.5): sizes, fees and returns that are not as they were.

let account: Account;
beforeAll(async () => {
  account = await openWorld();
  await takeOrders(account.backend, account.us, US);
  expect(await account.upload(account.us, table(PREVIEW))).toMatchObject({ status: "done" });
});
afterAll(() => account.backend.close());

type Row = Record<string, string | number | null | string[]>;
async function list(level: string, query: string) {
  const path = `/cockpit/performance${level}/page?current=1&size=100&${query}`;
  const { data }: { data: { records: Row[] } } = await account.send("GET", path);
  return data;
}

test("another size band, and a delivery that will cost more, are told on their day", async () => {
  const { db } = account.backend;
  const today = given(
    await db.one<{ day: string }>("select (now() at time zone 'America/Los_Angeles')::date::text as day"),
  ).day;
  const span = `dayFrom=${today}&dayTo=${today}&storeId=${account.us}&msku=C-US`;
  const told = async () => ({
    alarms: (await list("msku", span)).records.flatMap((r) => r.alarms).includes("fee"),
    events: (await list("day", span)).records.map((r) => r.events),
  });
  const says = (values: string) =>
    db.query(`update fee_preview set ${values}, update_time = now() where store_id = $1 and msku = 'C-US'`, [
      account.us,
    ]);
  await says("size_band = 'Large standard-size', fulfill_fee = 8.66");
  await db.query("delete from listing_change where store_id = $1 and fact_sku = 'C-US'", [account.us]);
  await says("size_band = 'Large standard-size', fulfill_fee = 8.7");
  expect(await told()).toEqual({ alarms: false, events: ["配送费预览8.66→8.7"] });
  await says("fulfill_fee = 9.1");
  expect((await told()).alarms, "more than 2 %").toBe(true);
  await db.query("delete from listing_change where store_id = $1 and fact_sku = 'C-US'", [account.us]);
  await says("size_band = 'Small oversize'");
  expect(await told()).toEqual({ alarms: true, events: ["尺寸段Large standard-size→Small oversize"] });
  const { data } = await account.send("GET", `/cockpit/performanceday/overview?storeId=${account.us}&msku=C-US`);
  expect(data.about).toMatchObject({ band: "Small oversize" });
  await says("size_band = null");
  await db.query("delete from listing_change where store_id = $1 and fact_sku = 'C-US'", [account.us]);
  await says("size_band = 'Small oversize'");
  expect((await told()).events, "said for the first time").toEqual([null]);
});

test("a reason for which more comes back is told, and leads to the rows", async () => {
  const { db } = account.backend;
  const returned = (msku: string, reason: string, ...days: string[]) =>
    db.query(
      `insert into fba_customer_return (store_id, return_day, msku, fact_sku, qty, reason, row_key)
       select $1, d::date, $2, $2, 1, $3, gen_random_uuid() from unnest($4::text[]) d`,
      [account.us, msku, reason, days],
    );
  const days = (month: string, ...of: number[]) => of.map((day) => `${month}-${String(day).padStart(2, "0")}`);
  await returned("A-US", "DEFECTIVE", ...days("2026-07", 1, 5, 10), ...days("2026-08", 20, 21, 22, 23));
  await returned("B-US", "DEFECTIVE", ...days("2026-07", 1, 5, 10), ...days("2026-08", 20, 21, 22, 23, 24, 25));
  await returned("B-US", "UNWANTED_ITEM", ...days("2026-08", 20, 21, 22, 23));
  const risen = async (day: string) => {
    const span = `dayFrom=${day}&dayTo=${day}&storeId=${account.us}`;
    return (await list("msku", `${span}&alarms=reason`)).records.map((r) => r.msku);
  };
  expect(await risen("2026-08-24"), "five are not twice three").toEqual([]);
  expect(await risen("2026-08-25")).toEqual(["B-US"]);
  await returned("A-US", "DEFECTIVE", ...days("2026-08", 26, 27));
  expect((await risen("2026-08-27")).sort()).toEqual(["A-US", "B-US"]);
  expect(await risen("2026-09-25"), "as many as before are no more").toEqual([]);
});
