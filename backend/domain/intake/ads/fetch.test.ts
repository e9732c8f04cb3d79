import dayjs from "dayjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { openAccount } from "#backend/domain/intake/figures.testing";
import { useStandIns as answeredAt } from "#backend/engine/connect/connector";
import { perform } from "#backend/engine/documents";
import { sealSecret } from "#backend/platform/personal/open";
import { connector } from "#documents/base/connector";
import { DEMO_SECRET, type StandIns, startStandIns } from "../../../../standins";
import { actAs } from "../../../../tests/acting";
import { given } from "../../../../tests/given";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { fetchAds } from "./fetch";
import { piecesOf } from "./plan";

// Advertising figures come by themselves, whatever the platform does (figures.md A.3, A.4, C.2, F).

const [US, DE] = ["1111", "2222"];
let backend: TestBackend;
let standIns: StandIns;
let us: string;
let de: string;
/** Days ago in the zone of the store. */
let day: (ago: number) => string;

const tell = (order: object) => standIns.control("ads", order);
const one = async <T>(text: string, values: unknown[] = []) => given(await backend.db.one<T & object>(text, values));
const connect = (name: string, storeId: string, profile: string | null, tenantId = 1) =>
  one<{ id: string }>(
    `insert into connector (tenant_id, name, kind, provider, store_id, ad_profile_id, account, enabled, client_secret,
       refresh_token) values ($5, $1, 'ads', 'amazonAds', $2, $3, 'CLIENT', true, $4, $4) returning id`,
    [name, storeId, profile, sealSecret(DEMO_SECRET), tenantId],
  );

beforeAll(async () => {
  backend = await testBackend();
  standIns = await startStandIns({ seed: "ads" });
  answeredAt(standIns.url);
  ({ us, de } = await openAccount(backend));
  const { today } = await one<{ today: string }>(
    "select (now() at time zone 'America/Los_Angeles')::date::text as today",
  );
  day = (ago) => dayjs(today).subtract(ago, "day").format("YYYY-MM-DD");
  await backend.db.query("update store set ad_profile_id = case when id = $1 then '1111' end", [us]);
  await connect("广告美国", us, null);
  const common = { profile: US, currency: "USD" };
  await tell({
    campaigns: [
      {
        ...common,
        id: "700001",
        name: "SP-1",
        product: "SP",
        budget: "25.00",
        skus: [{ sku: "A-US" }, { sku: "B-US" }],
        keywords: [{ id: "800001", text: "phone stand", match: "EXACT", bid: "0.75" }],
      },
      { ...common, id: "700002", name: "SP-2", product: "SP", skus: [{ sku: "X-9", asin: "B0XXXXXXX9" }] },
      { ...common, id: "700003", name: "SB-3", product: "SB" },
      { ...common, id: "700004", name: "SD-4", product: "SD", skus: [{ sku: "C-US" }] },
    ],
    // On this day the campaign costs more than its products, and everything is as figures.md E.2 has it.
    said: [
      { campaignId: "700001", day: day(3), cost: "9.50", clicks: 3, impressions: 100 },
      { campaignId: "700001", day: day(3), sku: "A-US", cost: "6.15", clicks: 2, impressions: 60 },
      { campaignId: "700001", day: day(3), sku: "B-US", cost: "3.10", clicks: 1, impressions: 30 },
      { campaignId: "700002", day: day(3), cost: "1.00", clicks: 1, impressions: 5 },
      { campaignId: "700002", day: day(3), sku: "X-9", cost: "1.00", clicks: 1, impressions: 5 },
      { campaignId: "700003", day: day(3), cost: "5.00", clicks: 1, impressions: 10 },
      { campaignId: "700004", day: day(3), sku: "C-US", cost: "2.20", clicks: 1, impressions: 10 },
    ],
  });
});
afterAll(async () => {
  answeredAt(null);
  await standIns.stop();
  await backend.close();
});

/** The job, as often as a report takes; whatever waits is due. */
async function turns(count = 3) {
  for (let n = 0; n < count; n++) {
    await backend.db.query("update ad_report set next_run = now() where state in ('due', 'waiting')");
    await fetchAds(backend.db);
  }
}
/** The next asking of connections: the last days, unless they are to look back for long. */
const plan = (back = 4) =>
  backend.db.query("update ad_feed set next_plan = now(), last_60 = case when $1 < 60 then last_60 end", [back]);
const states = () =>
  backend.db.query(
    "select state, count(*)::int as n from ad_report where state <> 'done' and state <> 'replaced' group by 1 order by 1",
  );

interface TrueRow {
  profile: string;
  day: string;
  campaignId: string;
  sku?: string;
  keywordId?: string;
  cost: number;
  clicks: number;
  sales: number;
}
/** What the platform knows of the last 60 days of an account, in hundredths. */
async function truth(level: "campaigns" | "products" | "keywords", profile = US): Promise<TrueRow[]> {
  const rows: TrueRow[] = Object(await standIns.heard("ads")).truth[level];
  return rows.filter((r) => r.profile === profile && r.day >= day(60) && r.day < day(0));
}
const total = (rows: readonly TrueRow[]) => rows.reduce((sum, r) => sum + r.cost, 0);
const facts = (table: string, store = us) =>
  one<{ cost: number; clicks: number; sales: number; rows: number }>(
    `select coalesce(sum(round(f.cost * 100)), 0)::int as cost, coalesce(sum(f.clicks), 0)::int as clicks,
       coalesce(sum(round(f.sales * 100)), 0)::int as sales, count(*) filter (where f.impressions > 0)::int as rows
     from ${table} f join ad_campaign c using (campaign_id) where c.store_id = $1`,
    [store],
  );
const spent = async (store = us) =>
  Object.fromEntries(
    (
      await backend.db.query<{ sku: string; cost: number }>(
        `select seller_sku as sku, round(sum(ad_spend) * 100)::int as cost from fact_trade_daily where store_id = $1
         group by 1 having sum(ad_spend) <> 0 order by 1`,
        [store],
      )
    ).map((r) => [r.sku, r.cost]),
  );

/** What the figures hold is what the platform knows, to the cent. */
async function expectTrue(profile = US, store = us) {
  for (const [level, table] of [
    ["campaigns", "fact_ad_campaign_daily"],
    ["products", "fact_ad_product_daily"],
    ["keywords", "fact_ad_keyword_daily"],
  ] as const) {
    const rows = await truth(level, profile);
    const sum = (name: "clicks" | "sales") => rows.reduce((all, r) => all + r[name], 0);
    const products = rows.filter((r) => !["700003"].includes(r.campaignId) || level !== "products");
    expect(await facts(table, store), level).toEqual({
      cost: total(products),
      clicks: sum("clicks"),
      sales: sum("sales"),
      rows: expect.any(Number),
    });
  }
  const all = Object.values(await spent(store)).reduce((a, b) => a + b, 0);
  expect(all).toBe(total(await truth("campaigns", profile)));
}

test("windows are cut into pieces of 31 days, the newest first", () => {
  expect(piecesOf("2026-08-30", 4)).toEqual([{ start: "2026-08-27", end: "2026-08-30" }]);
  expect(piecesOf("2026-08-30", 60)).toEqual([
    { start: "2026-07-31", end: "2026-08-30" },
    { start: "2026-07-02", end: "2026-07-30" },
  ]);
});

test("a new connection brings 60 days, to the cent; what is unknown waits on the row of the store", async () => {
  await turns(1);
  expect(await states()).toEqual([{ state: "waiting", n: 12 }]);
  await turns();
  expect(await states()).toEqual([]);
  await expectTrue();
  expect(
    await backend.db.query(
      `select seller_sku as sku, ad_spend as spend from fact_trade_daily where store_id = $1 and biz_date = $2
         and ad_spend <> 0 order by 1`,
      [us, day(3)],
    ),
  ).toEqual([
    // 0.25 that no product has, 1.00 that nobody knows, 5.00 of the brand.
    { sku: "*", spend: "6.2500" },
    { sku: "A-US", spend: "6.1500" },
    { sku: "B-US", spend: "3.1000" },
    { sku: "C-US", spend: "2.2000" },
  ]);
  const products = await truth("products");
  const of = (sku: string) => total(products.filter((p) => p.sku === sku));
  expect(await spent()).toMatchObject({ "A-US": of("A-US"), "B-US": of("B-US"), "C-US": of("C-US") });
  expect(
    await backend.db.query("select code, source, status from feed_unmapped where store_id = $1 and del_flag = 0", [us]),
  ).toEqual([{ code: "X-9", source: "广告报告", status: "open" }]);
  expect(
    await backend.db.query(
      "select campaign_name as name, ad_product as kind, daily_budget as budget from ad_campaign where store_id = $1 order by 1",
      [us],
    ),
  ).toEqual([
    { name: "SB-3", kind: "SB", budget: "10.00" },
    { name: "SD-4", kind: "SD", budget: "10.00" },
    { name: "SP-1", kind: "SP", budget: "25.00" },
    { name: "SP-2", kind: "SP", budget: "10.00" },
  ]);
});

test("the same again writes nothing; figures of the last days told anew replace the old ones", async () => {
  const stamps = () =>
    backend.db.query(`select rpt_date::text, campaign_id, xmin::text from fact_ad_product_daily
      union all select biz_date::text, store_id, xmin::text from fact_trade_daily order by 1, 2, 3`);
  const before = await stamps();
  await plan(60);
  await turns(4);
  expect(await states()).toEqual([]);
  expect(await stamps()).toEqual(before);
  await plan();
  await tell({ restate: { profile: US, from: day(2), till: day(1), factor: 1.5 } });
  await turns(4);
  expect(await backend.db.query("select start_date::text as start from ad_report order by id desc limit 1")).toEqual([
    { start: day(4) },
  ]);
  await expectTrue();
  expect(await stamps()).not.toEqual(before);
});

test("told anew on day 40, its month closed: the facts follow, the money lands", async () => {
  const closed = day(36);
  await backend.db.query("update sys_param set value = $1 where tenant_id = 1 and param_key = 'month_close_until'", [
    closed,
  ]);
  const inClosed = () =>
    backend.db.query("select * from fact_trade_daily where store_id = $1 and biz_date <= $2 order by 1, 3", [
      us,
      closed,
    ]);
  const before = await inClosed();
  await tell({
    said: [
      { campaignId: "700001", day: day(40), cost: "100.00", clicks: 9, impressions: 900 },
      { campaignId: "700001", day: day(40), sku: "A-US", cost: "60.00", clicks: 5, impressions: 500 },
    ],
  });
  await plan(60);
  await turns(4);
  await expectTrue();
  expect(await inClosed()).toEqual(before);
  expect(
    await backend.db.query(
      `select distinct biz_date::text as landed, ref_date::text as of from fact_source
       where source_type = 'ads' and ref_date is not null and store_id = $1 order by 2`,
      [us],
    ),
  ).toEqual([{ landed: day(35), of: day(40) }]);
  await backend.db.query("update sys_param set value = null where tenant_id = 1 and param_key = 'month_close_until'");
});

test("paired later: rows change, totals do not", async () => {
  const before = await spent();
  await backend.db.query(
    `insert into sku_listing (sku_id, store_id, msku, group_id, listing_status)
     select sku_id, store_id, 'X-9', group_id, 'active' from sku_listing where msku = 'A-US' and store_id = $1`,
    [us],
  );
  await fetchAds(backend.db);
  const after = await spent();
  const moved = total((await truth("products")).filter((p) => p.sku === "X-9"));
  expect(after).toEqual({ ...before, "X-9": moved, "*": (before["*"] ?? 0) - moved });
  expect(await backend.db.query("select count(group_id)::int as n from ad_campaign where store_id = $1", [us])).toEqual(
    [{ n: 3 }],
  );
});

test("less than half of what is there waits for a person; until then nothing is withdrawn", async () => {
  const before = await spent();
  await tell({ papers: { profile: US, missingDays: 3 } });
  await plan();
  await turns(4);
  expect(await states()).toEqual([{ state: "held", n: expect.any(Number) }]);
  expect(await spent()).toEqual(before);
  const { id, last } = await one<{ id: string; last: string }>(
    "select id, last_error as last from connector where store_id = $1",
    [us],
  );
  expect(last).toContain("数据明显减少，请确认");
  await backend.db.tx((sql) =>
    perform({ ...actAs(sql), ...engine }, connector, id, "acceptAds", {}, { trusted: true }),
  );
  await turns(1);
  const kept = (await truth("campaigns")).filter((r) => r.day < day(3));
  expect(Object.values(await spent()).reduce((a, b) => a + b, 0)).toBe(total(kept));
  await tell({ papers: { profile: US, missingDays: 0 } });
  await plan();
  await turns(4);
  await expectTrue();
});

test("throttled, failed, damaged and killed: it is asked again, and nothing is taken twice or half", async () => {
  const before = await spent();
  await plan();
  await tell({ papers: { profile: US, throttle: 1, retryAfter: 900 } });
  await fetchAds(backend.db);
  expect(
    await backend.db.query(
      `select error, extract(epoch from next_run - now()) > 890 as waits, attempts from ad_report
       where state = 'due' and error is not null`,
    ),
  ).toEqual([{ error: "对方限制调用频率", waits: true, attempts: 0 }]);
  await tell({ papers: { profile: US, failed: 1 } });
  await turns(3);
  expect(await backend.db.query("select state, error, attempts from ad_report where error is not null")).toContainEqual(
    { state: "due", error: "Report generation failed due to an internal error.", attempts: 1 },
  );
  await turns(4);
  expect(await states()).toEqual([]);
  for (const mood of [{ corrupt: 1 }, { truncate: 1 }]) {
    await plan();
    await tell({ papers: { profile: US, ...mood } });
    await turns(3);
    expect(
      await backend.db.query("select error, state from ad_report where error is not null and state = 'waiting'"),
    ).toEqual([{ error: "对方的文件传输中断或损坏", state: "waiting" }]);
    // What a program that was ended left behind is read anew.
    await backend.db.query(
      `insert into ad_report_row (report_id, rpt_date, body) select id, end_date, '{"rptDate": "2020-01-01"}'
       from ad_report where state = 'waiting'`,
    );
    await turns(2);
    expect(await states()).toEqual([]);
  }
  expect(await spent()).toEqual(before);
  expect(await one("select count(*)::int as n from ad_report_row")).toEqual({ n: 0 });
});

test("an older report that comes late changes no day that a newer one told of", async () => {
  await plan();
  await turns(1);
  const stuck = await backend.db.query<{ id: string }>("select id from ad_report where state = 'waiting'");
  const ids = stuck.map((s) => s.id);
  await backend.db.query("update ad_report set state = 'held' where id = any($1)", [ids]);
  await tell({ restate: { profile: US, from: day(1), till: day(1), factor: 2 } });
  await backend.db.query("update ad_report set start_date = start_date - 1 where id = any($1)", [ids]);
  await plan();
  await turns(4);
  await expectTrue();
  const after = await spent();
  await tell({ restate: { profile: US, from: day(1), till: day(1), factor: 3 } });
  await backend.db.query("update ad_report set state = 'waiting', start_date = start_date + 1 where id = any($1)", [
    ids,
  ]);
  await turns(3);
  expect(await states()).toEqual([]);
  expect(await spent()).toEqual(after);
});

test("two tenants with one account have it each; another account's trouble delays neither", async () => {
  await backend.db.query("insert into sys_tenant (id, name, code) values (2, '别家', 'other')");
  const { id: theirs } = await one<{ id: string }>(
    `insert into store (tenant_id, store_code, store_name, platform, site_id, state, ad_profile_id)
     select 2, 'T2', '别家美国', 'amazon', site_id, 'enabled', '1111' from store where id = $1 returning id`,
    [us],
  );
  await connect("别家广告", theirs, null, 2);
  const { id: broken } = await connect("广告德国", de, DE);
  await tell({ papers: { profile: DE, throttle: 100_000, retryAfter: 600 } });
  await plan(60);
  await turns(1);
  const asked: { start: string; type: string }[] = Object(await standIns.heard("ads")).reports.filter(
    (r: { looked: number }) => !r.looked,
  );
  // The second that asks is told of the first one's report: each is made once.
  expect(asked).toHaveLength(12);
  expect(
    await backend.db.query(
      "select count(*)::int as n from (select platform_no from ad_report where state = 'waiting' group by 1 having count(*) = 2) x",
    ),
  ).toEqual([{ n: 12 }]);
  await turns(3);
  await expectTrue();
  const theirFacts = await facts("fact_ad_campaign_daily", theirs);
  expect(theirFacts.cost).toBe(total(await truth("campaigns")));
  expect(await spent(theirs)).toEqual({ "*": total(await truth("campaigns")) });
  expect(
    await backend.db.query("select state, count(*)::int as n from ad_report where connector_id = $1 group by 1", [
      broken,
    ]),
  ).toEqual([{ state: "due", n: 12 }]);
  expect(await spent(de)).toEqual({});
});
