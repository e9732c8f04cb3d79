import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { testDatabase } from "../../../tests/harness";
import { insertProducts } from "../products/products";
import { insertSuppliers } from "../products/suppliers";
import { Chance } from "../random";
import { seedFacts } from "./facts";
import { wantedSize } from "./listings";

const TODAY = "2026-12-05";
const lines: string[] = [];
let db: Database;
const seed = (env: Record<string, string>) => seedFacts(db, { today: TODAY, log: (l) => lines.push(l) }, env);

beforeAll(async () => {
  db = await testDatabase();
  await db.tx(async (sql) => {
    const chance = new Chance("erp-demo-1");
    await chance.install(sql);
    await insertSuppliers(sql, chance, TODAY, 1 / 8);
    await insertProducts(sql, chance, TODAY);
  });
  await seed({ DEMO_FACTS: "small" });
});
afterAll(() => db.close());

const number = async (sql: string) => Number((await db.one<{ n: string }>(`select (select ${sql}) as n`))?.n);

test("seven months, no day of the future, progress told", async () => {
  expect(
    await db.one("select min(biz_date), max(biz_date), count(distinct group_id) > 50 as groups from fact_trade_daily"),
  ).toEqual({ min: "2026-06-01", max: "2026-12-04", groups: true });
  expect(lines.length).toBeGreaterThan(3);
  expect(await number("count(*) from fact_trade_daily where units < 0 or (units = 0 and refund_units = 0)")).toBe(0);
});

test("campaigns spend within their budgets, but for three", async () => {
  const spent = (than: string) =>
    number(`count(*) from ad_campaign c where state = 'ENABLED' and (select avg(cost) from fact_ad_campaign_daily f
      where f.campaign_id = c.campaign_id and rpt_date > '2026-12-04'::date - 14) > daily_budget * ${than}`);
  expect(await spent("1")).toBe(3);
  expect(await spent("0.5")).toBeGreaterThan(20);
});

test("the frozen parameters make the same rows again, whatever becomes of the masters", async () => {
  await db.query("update sku_listing set group_id = 1, asin = null");
  await db.query("update sku set purchase_price = 1");
  const days = "'2026-11-15', '2026-12-04'";
  for (const [fact, day, made] of [
    ["fact_trade_daily", "biz_date", `demo_trade(${days})`],
    ["fact_ad_campaign_daily", "rpt_date", `demo_ad_campaign(${days}, '${TODAY}')`],
  ])
    expect(
      await number(`count(*) from (select * from ${fact} where ${day} >= '2026-11-15') f
        full join ${made} m using (${day}, ${day === "biz_date" ? "store_id, seller_sku" : "campaign_id"})
        where to_jsonb(f) is distinct from to_jsonb(m)`),
    ).toBe(0);
});

test("months are the sums of their days", async () => {
  expect(
    await number(`count(*) from (
      select month, store_id, sum(units) u, sum(item_sales) s, sum(ad_spend) a, sum(promo_fee + vat_amt) p from fact_trade_month group by 1, 2
      except select date_trunc('month', biz_date), store_id, sum(units), sum(item_sales), sum(ad_spend), sum(promo_fee + vat_amt)
      from fact_trade_daily group by 1, 2) x`),
  ).toBe(0);
});

test("ad spend of the trade is what the campaigns cost, by day, store and currency", async () => {
  expect(
    await db.query(`select * from (
      select biz_date as day, currency, sum(ad_spend) as cost from fact_trade_daily group by 1, 2) t
      full join (select rpt_date as day, currency_code as currency, sum(cost) as cost
        from fact_ad_campaign_daily group by 1, 2) c using (day, currency)
      where coalesce(t.cost, 0) <> coalesce(c.cost, 0)`),
  ).toEqual([]);
  expect(await number("count(*) from fact_ad_campaign_daily where clicks > impressions or conversions > clicks")).toBe(
    0,
  );
});

test("products are their campaign, keywords a part of it", async () => {
  const of = (table: string) =>
    `(select rpt_date, campaign_id, sum(impressions) i, sum(clicks) c, sum(cost) k, sum(conversions) o,
        sum(sales) s, sum(units) u from ${table} group by 1, 2) x
      join fact_ad_campaign_daily f using (rpt_date, campaign_id)`;
  expect(
    await number(`count(*) from ${of("fact_ad_product_daily")} where (i, c, k, o, s, u)
      is distinct from (f.impressions, f.clicks, f.cost, f.conversions, f.sales, f.units)`),
  ).toBe(0);
  expect(
    await number(`count(*) from ${of("fact_ad_keyword_daily")} where i > f.impressions or c > f.clicks
      or k > f.cost or o > f.conversions or s > f.sales or u > f.units`),
  ).toBe(0);
  expect(await number("count(*) from fact_ad_keyword_daily where conversions > clicks or clicks > impressions")).toBe(
    0,
  );
  expect(await number(`round(sum(c) / sum(f.clicks), 2) from ${of("fact_ad_keyword_daily")}`)).toBeCloseTo(0.7, 0);
});

test("Black Friday towers over an ordinary day, and the margin is that of the trade", async () => {
  const units = (day: string) => number(`sum(units) from fact_trade_daily where biz_date = '${day}'`);
  expect(await units("2026-11-27")).toBeGreaterThan(1.8 * (await units("2026-11-12")));
  const gross = `sum(item_sales + shipping_income - promo_amt - refund_amt - vat_amt - platform_fee - fulfill_fee)
    - sum(product_cost + first_leg_cost) / 7.15`;
  const share = `(${gross}) / sum(item_sales - promo_amt - refund_amt) from fact_trade_daily where currency = 'USD'`;
  expect(await number(share)).toBeGreaterThan(0.22);
  expect(await number(share)).toBeLessThan(0.4);
  expect(await number("count(*) from ops_group where monthly_income_target % 100 <> 0")).toBe(0);
});

test("facts stay unless another size is asked for", async () => {
  const before = await number("count(*) from fact_trade_daily");
  expect(await seed({})).toBe(false);
  expect(await seed({ DEMO_FACTS: "small" })).toBe(false);
  expect(await number("count(*) from fact_trade_daily")).toBe(before);
  expect(wantedSize({ DEMO_PROFILE: "staff" })).toMatchObject({ size: undefined, asked: false });
  expect(() => wantedSize({ DEMO_FACTS: "huge" })).toThrow("DEMO_FACTS");
});
