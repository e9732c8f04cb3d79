import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { today } from "#backend/platform/values/calendar";
import type { BacktestResult } from "#documents/wms/replenish/backtest";
import { given } from "../../../tests/given";
import { type TestBackend, testBackend } from "../../../tests/harness";
import { office } from "../product/product.testing";
import { backtest } from "./backtest";
import { ago, type DemandGoods, goodsOf, promote, report, rowOf, sell } from "./demand.testing";
import { outlooks } from "./outlook";
import { soldAhead } from "./reckon";
import type { TermRow } from "./terms";

const WEIGHTS = [50, 30, 20] as const;
const YEAR = 364;
/** The first day that anything of a test is asked of. */
const FIRST = 833;
const FLAT = Array<number>(12).fill(1);

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
  await backend.db.query("select ensure_fact_partitions(current_date - 850, current_date)");
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.db.query("delete from fact_trade_daily; delete from fba_stock; delete from sku_listing");
});

const term = ({ id, storeId, warehouseId }: DemandGoods, months: readonly number[] | null = null): TermRow => ({
  skuId: id,
  storeId,
  fba: true,
  here: [warehouseId],
  months,
});
const tried = (rows: readonly TermRow[]) =>
  backend.db.tx((sql) => backtest({ sql, tenantId: "1" }, rows, { today: today(), weights: WEIGHTS }));
const of = (results: readonly BacktestResult[], days: number, goods: BacktestResult["goods"] = "all") =>
  given(results.find((r) => r.days === days && r.goods === goods));
const wapes = ({ own, last7, last30, lastYear }: BacktestResult) => [own, last7, last30, lastYear].map((m) => m.wape);
const biases = ({ own, last7, last30, lastYear }: BacktestResult) => [own, last7, last30, lastYear].map((m) => m.bias);

describe("a forecast of the past", () => {
  it("is right by every method where the same is sold every day", async () => {
    const goods = await goodsOf(backend.db, "BT-SAME");
    await sell(goods, backend.db, FIRST, 1, 10);
    const { results, alive } = await tried([term(goods)]);
    expect(alive).toBe(1);
    for (const days of [28, 7]) {
      const whole = of(results, days);
      expect(whole).toMatchObject({ rows: 1, pairs: days === 28 ? 13 : 52, sold: "3640" });
      expect(wapes(whole)).toEqual(["0.00", "0.00", "0.00", "0.00"]);
      expect(biases(whole)).toEqual(["0.00", "0.00", "0.00", "0.00"]);
    }
  });

  it("is off as can be worked out by hand where twice as much is sold from one day on", async () => {
    const goods = await goodsOf(backend.db, "BT-TWICE");
    await sell(goods, backend.db, FIRST, YEAR + 1, 10);
    await sell(goods, backend.db, YEAR, 1, 20);
    // A typed season of ones: nothing but the base is tried.
    const { results } = await tried([term(goods, FLAT)]);
    const weeks = of(results, 7);
    expect(weeks.sold).toBe("7280");
    // Last year: 70 short each week. 7 days: the first week. 30 days: the first, and 70 × 50/30 in the four after it.
    // Ours: the first, 70 × 0.3 × 50/30 and 70 × 0.2 × 534/90 in those after it.
    expect(weeks).toMatchObject({
      lastYear: { forecast: "3640.0", error: "3640.0", wape: "50.00", bias: "-50.00" },
      last7: { error: "70.0", wape: "0.96", bias: "-0.96" },
      last30: { error: "186.7", wape: "2.56", bias: "-2.56" },
      own: { error: "188.1", wape: "2.58", bias: "-2.58" },
    });
    // 28 days: 280 short at first; then 280 × 2/30, and for ours 280 × (0.3 × 2/30 + 0.2 × 62/90), 0.2 × 34/90, 0.2 × 6/90.
    expect(of(results, 28)).toMatchObject({
      pairs: 13,
      last7: { error: "280.0", wape: "3.85" },
      last30: { error: "298.7", wape: "4.10" },
      own: { error: "349.1", wape: "4.79" },
    });
  });

  it("tells goods by what they sell, and compares none in days without stock or of a promotion", async () => {
    const [many, some, few] = [
      await goodsOf(backend.db, "BT-A"),
      await goodsOf(backend.db, "BT-B"),
      await goodsOf(backend.db, "BT-C"),
    ];
    await sell(many, backend.db, FIRST, 1, 85);
    await sell(some, backend.db, FIRST, 1, 11);
    await sell(few, backend.db, FIRST, 1, 4);
    await report(many, backend.db, 3, 3, 0);
    await promote(some, backend.db, { no: "PT-BT", from: 40, till: 36, plan: 10, status: "ended" });
    const { results, leftOut } = await tried([many, some, few].map((goods) => term(goods)));
    expect(results.map(({ days, goods, pairs }) => [days, goods, pairs])).toEqual([
      [28, "all", 37],
      [28, "A", 12],
      [28, "B", 12],
      [28, "C", 13],
      [7, "all", 154],
      [7, "A", 51],
      [7, "B", 51],
      [7, "C", 52],
    ]);
    expect(leftOut).toBe(2);
    expect(of(results, 7, "B").sold).toBe(String(51 * 77));
  });

  it("compares none of which nothing is known a year before, or that is sold no more", async () => {
    const [young, gone] = [await goodsOf(backend.db, "BT-YOUNG"), await goodsOf(backend.db, "BT-GONE")];
    await sell(young, backend.db, 400, 1, 5);
    await sell(gone, backend.db, FIRST, 301, 5);
    const { results, alive } = await tried([term(young), term(gone)]);
    expect(alive).toBe(2);
    // The first sold since 400 days: the forecasts of the last six weeks have a year before them; the other in its last weeks.
    const pairs = of(results, 7).pairs;
    const goneWeeks = Array.from({ length: 52 }, (_, i) => YEAR - 7 * i).filter((from) => from + 90 > 300).length;
    const youngWeeks = Array.from({ length: 52 }, (_, i) => YEAR - 7 * i).filter(
      (from) => from - 6 + YEAR <= 400,
    ).length;
    expect(pairs).toBe(goneWeeks + youngWeeks);
  });
});

it("says what the replenishment itself would have said on each of those days", async () => {
  const { db } = backend;
  const goods = [await goodsOf(db, "BT-P1"), await goodsOf(db, "BT-P2"), await goodsOf(db, "BT-P3")];
  // Something else every day, with strong weeks each year, days without any, without stock and of a promotion.
  for (const [i, one] of goods.entries())
    await db.query(
      `insert into fact_trade_daily (biz_date, store_id, seller_sku, site_code, region_code, group_id,
         dept_id, division_id, sku_code, model_code, currency, units)
       select $1::date - d, $2, $3, 'US', 'NA', 1, 1, 1, $4, 'M', 'USD',
         abs(hashtext($3 || d)) % 9 + case when d % 364 between 100 and 140 then 12 else 0 end
       from generate_series(1, ${FIRST}) d where d % (7 + $5::int) <> 3`,
      [today(), one.storeId, one.msku, one.code, i],
    );
  const [first, second] = [given(goods[0]), given(goods[1])];
  await report(first, db, 200, 185, 0);
  await promote(second, db, { no: "PT-SAME", from: 120, till: 111, plan: 10, status: "ended" });
  const { results } = await tried(goods.map((one) => term(one)));
  let [said, pairs] = [0, 0];
  await db.tx(async (sql) => {
    for (let from = YEAR; from > 0; from -= 7) {
      const day = ago(from);
      const rows = goods.map((one) => rowOf(one, true));
      const found = await outlooks({ sql, tenantId: "1" }, rows, { today: day, weights: WEIGHTS, only: null });
      for (const one of goods) {
        const touched = (till: number, since: number) => from >= till && from - 6 <= since;
        if ((one === first && touched(185, 200)) || (one === second && touched(111, 120))) continue;
        const { base, season } = given(found.get(`${one.id}:${one.storeId}`));
        said += soldAhead({ today: day, base: given(base ?? undefined), season }, 0, 7);
        pairs++;
      }
    }
  });
  const whole = of(results, 7);
  expect(pairs).toBe(whole.pairs);
  expect(pairs).toBeLessThan(3 * 52);
  expect(Math.abs(said - Number(whole.own.forecast))).toBeLessThan(0.5);
});

describe("预测回测", () => {
  const API = "/wms/replenishbacktest";
  const admin = () => office(backend).as("admin");

  it("says why there is none where nothing was sold yet, or for less than a year", async () => {
    const { id } = await admin().add(API, { reason: "没有历史" });
    expect(await admin().read(API, id)).toMatchObject({
      own: null,
      lastYear: null,
      pairCount: 0,
      results: [],
      said: "没有可以回测的销量：在售的SKU还没有卖出过",
    });
    const goods = await goodsOf(backend.db, "BT-NEW");
    await sell(goods, backend.db, 200, 1, 5);
    const young = await admin().add(API, { reason: "试算" });
    expect(await admin().read(API, young.id)).toMatchObject({
      own: null,
      said: expect.stringContaining("销量不满12个月"),
      reason: "试算",
    });
  });

  it("is kept with the method that was least off", async () => {
    const goods = await goodsOf(backend.db, "BT-KEPT");
    await sell(goods, backend.db, FIRST, YEAR + 1, 10);
    await sell(goods, backend.db, YEAR, 1, 20);
    const { id } = await admin().add(API, { reason: "核对" });
    expect(await admin().read(API, id)).toMatchObject({
      last7: "3.85",
      lastYear: "50.00",
      rowCount: 1,
      pairCount: 13,
      leftOut: 0,
      fromDay: ago(YEAR),
      tillDay: ago(1),
      said: expect.stringMatching(/^近7天日均3\.85%误差最小，补货预测/),
    });
  });
});
