import { afterAll, beforeAll, expect, test } from "vitest";
import { profitsOf } from "#backend/domain/reports/cockpit/sums/measures";
import { insertListings } from "#backend/ledgers/facts/listings.testing";
import { MEASURES } from "#backend/ledgers/facts/months";
import { postTradeFacts } from "#backend/ledgers/facts/post";
import { makeMonths } from "#backend/platform/db/month-parts";
import type { Database } from "#backend/platform/db/sql";
import { testDatabase } from "../../../../tests/harness";
import { runs } from "../../../../tests/runs";
import { ADS, TRADE, TRAFFIC } from "./sums";

// `fact_listing` says what the facts say, whoever wrote them and however.

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await makeMonths(db, ["fact_trade_daily", "fact_ad_product_daily"], "2025-01-01", "2025-03-31");
  await insertListings(db, [
    { storeId: 1, groupId: 1 },
    { storeId: 1, groupId: 2 },
    { storeId: 2, groupId: 1 },
  ]);
  await db.query(`insert into ad_campaign (campaign_id, store_id, profile_id, group_id, campaign_name, ad_product,
    targeting_type, state, daily_budget) values (1, 1, 'P', 1, 'one', 'SP', 'manual', 'ENABLED', 9)`);
});
afterAll(() => db.close());

const { INCOME, EARNED, SPENT } = profitsOf("");
/** What each day of a listing is by the rows themselves, as entries of the measures in their order. */
const SOURCES = [
  {
    source: "trade",
    from: "fact_trade_daily",
    key: "store_id, seller_sku, currency, biz_date",
    sums: { ...TRADE, rows: "1", income: INCOME, earned: EARNED, spent: SPENT } satisfies Record<
      keyof typeof TRADE,
      unknown
    >,
    amounts: ["item_sales", "ad_spend", "income", "earned", "spent"],
    names: TRADE,
  },
  {
    source: "traffic",
    from: "sales_traffic where del_flag = 0 and fact_sku is not null",
    key: "store_id, fact_sku, '', day",
    sums: {
      ...TRAFFIC,
      rows: "1",
      boxes: "buy_box * page_views",
      box_views: "case when buy_box is not null then page_views end",
    },
    amounts: ["boxes"],
    names: TRAFFIC,
  },
  {
    source: "ads",
    from: "fact_ad_listing",
    key: "store_id, lower_sku, currency_code, rpt_date",
    sums: { ...ADS, rows: "1" },
    amounts: ["sales"],
    names: ADS,
  },
];

async function agree() {
  for (const { source, from, key, sums, amounts, names } of SOURCES) {
    const measures = Object.entries(sums).map(
      ([name, sql]) =>
        `coalesce(sum(${typeof sql === "string" ? sql : name})${amounts.includes(name) ? " * 10000" : ""}, 0)::bigint as ${name}`,
    );
    const told = `select ${key.replace("''", "''::text")}, ${measures.join(", ")} from ${from} group by 1, 2, 3, 4`;
    const kept = `select store_id, sku, currency, month + d - 1, ${Object.entries(names)
      .map(([name, at]) => `sums[${at * 32 + 1} + d] - sums[${at * 32} + d] as ${name}`)
      .join(", ")}
      from fact_listing cross join generate_series(1, 31) d where source = '${source}'`;
    const any = Object.keys(names)
      .map((name) => `${name} <> 0`)
      .join(" or ");
    expect(
      await db.query(`with told as (${told}), kept as (select * from (${kept}) k where ${any})
        (select 'told', * from (table told except table kept) a) union all (select 'kept', * from (table kept except table told) b)`),
    ).toEqual([]);
  }
  expect(await db.query("select 1 from fact_listing where sums[1] <> 0 or cardinality(sums) % 32 <> 0")).toEqual([]);
}

const any = (n: number) => Math.floor(Math.random() * n);
const day = () => `2025-0${1 + any(3)}-${String(1 + any(28)).padStart(2, "0")}`;
const amount = () => `${any(2000) - 500}.${String(any(10_000)).padStart(4, "0")}`;

const WRITES: readonly (() => Promise<unknown>)[] = [
  () =>
    db.tx((sql) =>
      postTradeFacts(
        sql,
        Array.from({ length: 1 + any(9) }, (_, n) => {
          const column = MEASURES[any(MEASURES.length)] ?? "units";
          const whole = /^(orders|.*units|lacks_.*)$/.test(column);
          const sku = any(3);
          return {
            sourceType: "platformOrder" as const,
            sourceNo: `O${any(1e9)}/${n}`,
            bizDate: day(),
            storeId: sku === 2 ? "2" : "1",
            sellerSku: `S${sku + 1}`,
            column,
            amount: whole ? String(any(9)) : amount(),
          };
        }),
      ),
    ),
  () =>
    db.query(
      `update fact_trade_daily set item_sales = item_sales + $1::numeric, promo_fee = $1, units = units + 1 where biz_date between $2 and $3`,
      [amount(), day(), day()],
    ),
  () => db.query("update fact_trade_daily set currency = $1 where biz_date = $2", [["USD", "EUR"][any(2)], day()]),
  () => db.query("delete from fact_trade_daily where biz_date = $1", [day()]),
  () =>
    db.query(
      `insert into sales_traffic (store_id, day, msku, fact_sku, sessions, page_views, buy_box, units, sales, row_key)
       select 1, x.day, 'S1', $2, n, n * 2, case when n % 3 > 0 then n * 1.37 end, 0, 0, gen_random_uuid()::text
       from (select $1::date + n as day, n from generate_series(0, 9) n) x`,
      [day(), ["S1", "*", null][any(3)]],
    ),
  () =>
    db.query("update sales_traffic set fact_sku = 'S2', sessions = sessions + 1 where day < $1 and fact_sku = '*'", [
      day(),
    ]),
  () => db.query("update sales_traffic set del_flag = 1 - del_flag where day = $1", [day()]),
  () => db.query("delete from sales_traffic where day = $1", [day()]),
  () =>
    db.query(
      `insert into fact_ad_product_daily (rpt_date, campaign_id, ad_group_id, advertised_sku, profile_id, currency_code,
         product_code, impressions, clicks, cost, conversions, sales, units)
       values ($1, 1, 1, $2, 'P', 'USD', 'x', 1, 1, 1, 1, $3, 1)
       on conflict (rpt_date, campaign_id, ad_group_id, advertised_sku) do update set sales = excluded.sales, units = 5`,
      [day(), ["S1", "s1", "S2"][any(3)], amount()],
    ),
  () => db.query("delete from fact_ad_product_daily where rpt_date = $1", [day()]),
];

test("it is what the facts are after any writes, and made anew it is the same", async () => {
  for (let n = 0; n < runs(60); n++) await WRITES[n % WRITES.length]?.();
  await agree();
  await db.query("select fact_listing_fill()");
  await agree();
});

test("a month that goes into a file goes, and one that comes back comes back; an emptied table has none", async () => {
  await WRITES[0]?.();
  await db.tx(async (sql) => {
    await sql.query(`alter table fact_trade_daily detach partition fact_trade_daily_202502`);
    await sql.query(
      "insert into archived_month (table_name, month, rows, file, sha256) values ('fact_trade_daily', '2025-02-01', 1, 'f', 's')",
    );
  });
  await agree();
  await db.tx(async (sql) => {
    await sql.query("delete from archived_month where table_name = 'fact_trade_daily'");
    await sql.query(
      "alter table fact_trade_daily attach partition fact_trade_daily_202502 for values from ('2025-02-01') to ('2025-03-01')",
    );
  });
  await agree();
  await db.query("truncate fact_trade_daily, fact_ad_listing");
  await agree();
  expect(await db.query("select 1 from fact_listing where source <> 'traffic'")).toEqual([]);
});
