import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#backend/platform/db";
import { makeMonths, ORDER_TABLES } from "#backend/platform/db/month-parts";
import { today } from "#backend/platform/values/calendar";
import { given } from "../../../tests/given";
import { testDatabase } from "../../../tests/harness";
import { ago, type DemandGoods, goodsOf, move, promote, report, rowOf, sell } from "./demand.testing";
import { outlooks } from "./outlook";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await db.query("select ensure_fact_partitions(current_date - 500, current_date)");
  await makeMonths(db, ORDER_TABLES, ago(30), today());
});
afterAll(() => db.close());

/** What one of these goods will sell. */
const outlook = (goods: DemandGoods, fba = true) =>
  db.tx(async (sql) => {
    const all = await outlooks({ sql, tenantId: "1" }, [rowOf(goods, fba)], {
      today: today(),
      weights: [50, 30, 20],
      only: null,
    });
    return given(all.get(`${goods.id}:${goods.storeId}`));
  });

describe("days that say nothing of how goods usually sell", () => {
  it("are those on which the platform reports none; of a day without a report nothing is known", async () => {
    const goods = await goodsOf(db, "DEM-FBA");
    await sell(goods, db, 90, 21, 6);
    await sell(goods, db, 10, 1, 6);
    await report(goods, db, 30, 21, 50);
    await report(goods, db, 20, 13, 0);
    // Days 12 and 11 are not reported: they count as days of no sales.
    const { base, sales, terms, daily } = await outlook(goods);
    expect(sales).toEqual([42, 120, 480]);
    expect(terms.counted).toEqual([42, 120, 480]);
    expect(terms).toMatchObject({ emptyDays: 8, empty: [{ from: ago(20), till: ago(13) }], promotedDays: 0 });
    expect(daily).toEqual([6, 120 / 22, 480 / 82]);
    const [second, third] = [(30 * 22) / 30, (20 * 82) / 90];
    expect(base).toBeCloseTo((50 * 6 + (second * 120) / 22 + (third * 480) / 82) / (50 + second + third), 4);
  });

  it("are the whole days between the last piece that left our own warehouse and the next one that came", async () => {
    const goods = await goodsOf(db, "DEM-OWN", "MFN");
    await sell(goods, db, 90, 1, 4);
    await move(goods, db, 60, 100);
    await move(goods, db, 30, -60);
    await move(goods, db, 25, -40);
    await move(goods, db, 20, 10);
    await move(goods, db, 3, -10);
    const { terms, base } = await outlook(goods, false);
    expect(terms.empty).toEqual([
      { from: ago(24), till: ago(21) },
      { from: ago(2), till: ago(1) },
    ]);
    expect(base).toBe(4);
  });

  it("are those of a promotion, of which it is said what it brought; one that runs for long is how goods are sold", async () => {
    const goods = await goodsOf(db, "DEM-PROMO");
    await sell(goods, db, 90, 11, 5);
    await sell(goods, db, 10, 6, 20);
    await sell(goods, db, 5, 1, 5);
    await promote(goods, db, { no: "PT-PAST", from: 10, till: 6, plan: 100, status: "ended" });
    await promote(goods, db, { no: "PT-LONG", from: 60, till: -20, plan: 400, status: "running" });
    await promote(goods, db, { no: "PT-NEVER", from: 3, till: 1, plan: 400, status: "cancelled" });
    const { base, terms, extra } = await outlook(goods);
    expect(base).toBe(5);
    expect(terms.promotedDays).toBe(5);
    expect(terms.deals).toEqual([
      { no: "PT-LONG", name: "PT-LONG", from: ago(60), till: ago(1), sold: 375, normal: 300, long: true },
      { no: "PT-PAST", name: "PT-PAST", from: ago(10), till: ago(6), sold: 100, normal: 25, long: false },
    ]);
    expect(extra).toEqual([]);
  });

  it("leave nothing known of goods that are sold out for 90 days", async () => {
    const goods = await goodsOf(db, "DEM-OUT");
    await sell(goods, db, 200, 91, 9);
    await report(goods, db, 90, 1, 0);
    expect(await outlook(goods)).toMatchObject({ base: null, daily: [null, null, null], extra: [] });
  });
});

it("a promotion that comes brings what its plan has beyond what its days sell anyway", async () => {
  const goods = await goodsOf(db, "DEM-COMING");
  await sell(goods, db, 90, 1, 5);
  await promote(goods, db, { no: "PT-NEXT", from: -3, till: -7, plan: 100, status: "approved" });
  // Half of it is over: half of its plan is left, and less than these days sell anyway.
  await promote(goods, db, { no: "PT-WEAK", from: 2, till: -1, plan: 12, status: "running" });
  const { terms, extra, base } = await outlook(goods);
  expect(base).toBe(5);
  const days = (from: number, till: number) => ({ from: ago(-from), till: ago(-till) });
  expect(terms.coming).toEqual([
    { no: "PT-WEAK", name: "PT-WEAK", ...days(0, 1), plan: 6, normal: 10, extra: 0 },
    { no: "PT-NEXT", name: "PT-NEXT", ...days(3, 7), plan: 100, normal: 25, extra: 75 },
  ]);
  expect(extra).toEqual([3, 4, 5, 6, 7].map((day) => ({ day, qty: 15 })));
});

it("what participants of evaluations bought is no demand", async () => {
  const goods = await goodsOf(db, "DEM-GIVEN");
  await sell(goods, db, 90, 1, 5);
  const order = given(
    await db.one<{ id: string }>(
      `insert into platform_order (store_id, purchase_time, status) values ($1, $2::date + interval '12 hours', 'Shipped') returning id`,
      [goods.storeId, ago(20)],
    ),
  );
  await db.query(
    `insert into platform_order_line (platform_order_id, purchase_time, sku_id, qty)
     select id, purchase_time, $2, 3 from platform_order where id = $1`,
    [order.id, goods.id],
  );
  await db.query(
    `insert into evaluation_order (no, status, match_state, platform_order_id, sku_id, store_id)
     values ('CP1', 'checked', 'matched', $1, $2, $3), ('CP2', 'cancelled', 'matched', $1, $2, $3)`,
    [order.id, goods.id, goods.storeId],
  );
  const { sales, terms } = await outlook(goods);
  expect(sales).toEqual([35, 150, 450]);
  expect(terms).toMatchObject({ given: 3, counted: [35, 147, 447] });
});

describe("the season of goods without a typed one", () => {
  it("is how strong the same weeks were a year before the days that are looked at, within bounds", async () => {
    const goods = await goodsOf(db, "DEM-YEAR");
    // Ten a day; from 300 to 266 days ago, five weeks, a hundred a day, and nothing in the seven weeks after them.
    await sell(goods, db, 469, 301, 10);
    await sell(goods, db, 300, 266, 100);
    await sell(goods, db, 216, 1, 10);
    const { year, terms, season } = await outlook(goods);
    const { weeks, begins } = given(year);
    expect(begins).toBe(ago(91));
    expect(weeks.length).toBe(52);
    expect([Math.min(...weeks), Math.max(...weeks)]).toEqual([0.5, 2]);
    expect(terms.season).toMatchObject({ from: "year", name: null });
    expect(season.begins).toBe(-91);
    // 455 to 92 days ago: 155 days of ten, 35 of a hundred, 125 of ten, in 52 weeks.
    const average = (155 * 10 + 35 * 100 + 125 * 10) / 52;
    expect(weeks[0]).toBeCloseTo(70 / average, 4);
  });

  it("is none without twelve months before them, and none of goods of which few are sold", async () => {
    const young = await goodsOf(db, "DEM-YOUNG");
    await sell(young, db, 440, 1, 10);
    expect((await outlook(young)).terms.season).toEqual({ from: "none", name: null, factor: 1 });
    const slow = await goodsOf(db, "DEM-SLOW");
    for (let day = 468; day > 0; day -= 2) await sell(slow, db, day, day, 1);
    expect((await outlook(slow)).terms.season.from).toBe("none");
  });

  it("is the typed one where there is one", async () => {
    const goods = await goodsOf(db, "DEM-TYPED");
    await sell(goods, db, 469, 1, 10);
    const months = Array.from({ length: 12 }, (_, i) => `m${String(i + 1).padStart(2, "0")}`);
    await db.query(
      `insert into replenish_season (name, sku_id, ${months.join(", ")}) values ('整年两倍', $1, ${months.map(() => 2).join(", ")})`,
      [goods.id],
    );
    const { base, terms } = await outlook(goods);
    expect(base).toBe(5);
    expect(terms.season).toEqual({ from: "sku", name: "整年两倍", factor: 2 });
  });
});
