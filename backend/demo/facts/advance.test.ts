import { afterAll, beforeAll, expect, test } from "vitest";
import { postTradeFacts } from "#backend/ledgers/facts/post";
import type { Database } from "#backend/platform/db/sql";
import { testDatabase } from "../../../tests/harness";
import { insertProducts } from "../products/products";
import { insertSuppliers } from "../products/suppliers";
import { Chance } from "../random";
import { advanceFacts } from "./advance";
import { seedFacts } from "./facts";

const TODAY = "2026-02-26";
const TABLES = [
  "fact_trade_daily",
  "fact_trade_month",
  "fact_ad_campaign_daily",
  "fact_ad_product_daily",
  "fact_ad_keyword_daily",
];
let grown: Database;
let whole: Database;

async function seeded(today: string): Promise<Database> {
  const db = await testDatabase();
  await db.tx(async (sql) => {
    const chance = new Chance("erp-demo-1");
    await chance.install(sql);
    await insertSuppliers(sql, chance, TODAY, 1 / 8);
    await insertProducts(sql, chance, TODAY);
  });
  await seedFacts(db, { today }, { DEMO_FACTS: "tiny" });
  return db;
}
beforeAll(async () => {
  [grown, whole] = await Promise.all([seeded(TODAY), seeded(TODAY)]);
});
afterAll(() => Promise.all([grown.close(), whole.close()]));

const picture = async (db: Database) => {
  const of = (t: string) => db.one(`select count(*), md5(string_agg(x::text, '' order by x::text)) from ${t} x`);
  return Promise.all(TABLES.map(of));
};

test("day by day comes to the same as several at once; a second run of the day does nothing", async () => {
  expect(await advanceFacts(grown, TODAY)).toBe(0);
  for (const today of ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-04"]) {
    expect(await advanceFacts(grown, today)).toBe(today === "2026-03-04" ? 3 : 1);
    expect(await advanceFacts(grown, today)).toBe(0);
  }
  expect(await Promise.all([advanceFacts(whole, "2026-03-04"), advanceFacts(whole, "2026-03-04")])).toEqual(
    expect.arrayContaining([6, 0]),
  );
  expect(await picture(whole)).toEqual(await picture(grown));
  expect(await grown.one("select max(rpt_date) as day from fact_ad_keyword_daily")).toEqual({ day: "2026-03-03" });
});

test("conversions come in late, the last three days only", async () => {
  const rows = () =>
    grown.query<{ day: string; n: string; cost: string }>(
      "select rpt_date as day, sum(conversions) as n, sum(cost) as cost from fact_ad_campaign_daily where rpt_date > '2026-02-27' group by 1 order by 1",
    );
  const before = await rows();
  await advanceFacts(grown, "2026-03-06");
  const after = (await rows()).slice(0, before.length);
  expect(after.map((r) => r.cost)).toEqual(before.map((r) => r.cost));
  expect(after.filter((r, i) => r.n !== before[i]?.n).map((r) => r.day)).toEqual([
    "2026-03-01",
    "2026-03-02",
    "2026-03-03",
  ]);
});

test("what documents posted to a day stays when the demo comes to it", async () => {
  const listing = await grown.one<{ store: string; sku: string }>(
    "select store_id as store, seller_sku as sku from demo_listing where launch_date < '2026-01-01' order by demand desc limit 1",
  );
  await grown.tx((sql) =>
    postTradeFacts(sql, [
      {
        sourceType: "adsFee",
        sourceNo: "HRGG1",
        bizDate: "2026-03-06",
        storeId: listing?.store ?? "",
        sellerSku: listing?.sku ?? "",
        column: "promo_fee",
        amount: "99",
      },
    ]),
  );
  await advanceFacts(grown, "2026-03-07");
  expect(
    await grown.query(
      `select f.biz_date from fact_trade_daily f
         full join demo_trade('2026-03-01', '2026-03-06') d using (biz_date, store_id, seller_sku)
         left join (select biz_date, store_id, seller_sku, sum(amount) as fee from fact_source group by 1, 2, 3) s
           using (biz_date, store_id, seller_sku)
       where biz_date between '2026-03-01' and '2026-03-06'
         and (f.units, f.item_sales, f.promo_fee) is distinct from (coalesce(d.units, 0), coalesce(d.item_sales, 0), coalesce(s.fee, 0))`,
    ),
  ).toEqual([]);
  expect(await grown.one("select sum(promo_fee) as fee from fact_trade_month")).toEqual({ fee: "99.0000" });
});

test("asking for another size makes the seeded figures anew and keeps what was posted", async () => {
  await seedFacts(grown, { today: "2026-03-07" }, { DEMO_FACTS: "tiny", DEMO_SEED: "x" });
  expect(await grown.one("select seed, scale from demo_setting")).toEqual({ seed: "erp-demo-1", scale: "tiny" });
  await grown.query("update demo_setting set scale = 'full'");
  await seedFacts(grown, { today: "2026-03-07" }, { DEMO_FACTS: "tiny" });
  expect(await grown.one("select sum(promo_fee) as fee, max(biz_date) as day from fact_trade_daily")).toEqual({
    fee: "99.0000",
    day: "2026-03-06",
  });
  expect(await grown.one("select sum(promo_fee) as fee from fact_trade_month")).toEqual({ fee: "99.0000" });
});
