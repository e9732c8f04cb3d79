import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { connectorRules } from "#backend/domain/base/connect/connector";
import { perform } from "#backend/engine/documents";
import { insert } from "#backend/engine/documents/writing/write";
import { connector } from "#documents/base/connector";
import { actAs } from "../../../../tests/acting";
import { fetchAds } from "./fetch";
import { DE, openAds, total, US } from "./fetch.testing";
import { piecesOf } from "./plan";

// Advertising figures come by themselves, whatever the platform does (figures.md A.3, A.4, C.2, F).

let scene: Awaited<ReturnType<typeof openAds>>;
beforeAll(async () => {
  scene = await openAds();
});
afterAll(() => scene.close());

test("windows are cut into pieces of 31 days, the newest first", () => {
  expect(piecesOf("2026-08-30", 4)).toEqual([{ start: "2026-08-27", end: "2026-08-30" }]);
  expect(piecesOf("2026-08-30", 60)).toEqual([
    { start: "2026-07-31", end: "2026-08-30" },
    { start: "2026-07-02", end: "2026-07-30" },
  ]);
});

test("a new connection brings 60 days, to the cent; what is unknown waits on the row of the store", async () => {
  const { db, us, day, turns, states, truth, spent, expectTrue } = scene;
  await turns(1);
  expect(await states()).toEqual([{ state: "waiting", n: 14 }]);
  await turns();
  expect(await states()).toEqual([]);
  await expectTrue();
  expect(
    await db.query(
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
    await db.query("select code, source, status from feed_unmapped where store_id = $1 and del_flag = 0", [us]),
  ).toEqual([{ code: "X-9", source: "广告报告", status: "open" }]);
  expect(
    await db.query(
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
  const { db, tell, day, turns, plan, states, expectTrue } = scene;
  const stamps = () =>
    db.query(`select rpt_date::text, campaign_id, xmin::text from fact_ad_product_daily
      union all select biz_date::text, store_id, xmin::text from fact_trade_daily order by 1, 2, 3`);
  const before = await stamps();
  await plan(60);
  await turns(4);
  expect(await states()).toEqual([]);
  expect(await stamps()).toEqual(before);
  await plan();
  await tell({ restate: { profile: US, from: day(2), till: day(1), factor: 1.5 } });
  await turns(4);
  expect(await db.query("select start_date::text as start from ad_report order by id desc limit 1")).toEqual([
    { start: day(4) },
  ]);
  await expectTrue();
  expect(await stamps()).not.toEqual(before);
});

test("told anew on day 40, its month closed: the facts follow, the money lands", async () => {
  const { db, us, tell, day, turns, plan, expectTrue } = scene;
  const closed = day(36);
  await db.query("update sys_param set value = $1 where tenant_id = 1 and param_key = 'month_close_until'", [closed]);
  const inClosed = () =>
    db.query("select * from fact_trade_daily where store_id = $1 and biz_date <= $2 order by 1, 3", [us, closed]);
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
    await db.query(
      `select distinct biz_date::text as landed, ref_date::text as of from fact_source
       where source_type = 'ads' and ref_date is not null and store_id = $1 order by 2`,
      [us],
    ),
  ).toEqual([{ landed: day(35), of: day(40) }]);
  await db.query("update sys_param set value = null where tenant_id = 1 and param_key = 'month_close_until'");
});

test("paired later: rows change, totals do not", async () => {
  const { db, us, truth, spent } = scene;
  const before = await spent();
  await db.query(
    `insert into sku_listing (sku_id, store_id, msku, group_id, listing_status)
     select sku_id, store_id, 'X-9', group_id, 'active' from sku_listing where msku = 'A-US' and store_id = $1`,
    [us],
  );
  await fetchAds(db);
  const after = await spent();
  const moved = total((await truth("products")).filter((p) => p.sku === "X-9"));
  expect(after).toEqual({ ...before, "X-9": moved, "*": (before["*"] ?? 0) - moved });
  expect(await db.query("select count(group_id)::int as n from ad_campaign where store_id = $1", [us])).toEqual([
    { n: 3 },
  ]);
});

test("less than half of what is there waits for a person; until then nothing is withdrawn", async () => {
  const { db, us, tell, day, turns, plan, states, truth, spent, expectTrue, one } = scene;
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
  await db.tx((sql) => perform({ ...actAs(sql), ...engine }, connector, id, "acceptAds", {}, { trusted: true }));
  await turns(1);
  const kept = (await truth("campaigns")).filter((r) => r.day < day(3));
  expect(Object.values(await spent()).reduce((a, b) => a + b, 0)).toBe(total(kept));
  await tell({ papers: { profile: US, missingDays: 0 } });
  await plan();
  await turns(4);
  await expectTrue();
});

test("throttled, failed, damaged and killed: it is asked again, and nothing is taken twice or half", async () => {
  const { db, tell, one, turns, plan, states, spent } = scene;
  const before = await spent();
  await plan();
  await tell({ papers: { profile: US, throttle: 1, retryAfter: 900 } });
  await fetchAds(db);
  expect(
    await db.query(
      `select error, extract(epoch from next_run - now()) > 890 as waits, attempts from ad_report
       where state = 'due' and error is not null`,
    ),
  ).toEqual([{ error: "对方限制调用频率", waits: true, attempts: 0 }]);
  await tell({ papers: { profile: US, failed: 1 } });
  await turns(3);
  expect(await db.query("select state, error, attempts from ad_report where error is not null")).toContainEqual({
    state: "due",
    error: "Report generation failed due to an internal error.",
    attempts: 1,
  });
  await turns(4);
  expect(await states()).toEqual([]);
  for (const mood of [{ corrupt: 1 }, { truncate: 1 }]) {
    await plan();
    await tell({ papers: { profile: US, ...mood } });
    await turns(3);
    expect(await db.query("select error, state from ad_report where error is not null and state = 'waiting'")).toEqual([
      { error: "对方的文件传输中断或损坏", state: "waiting" },
    ]);
    // What a program that was ended left behind is read anew.
    await db.query(
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
  const { db, tell, day, turns, plan, states, spent, expectTrue } = scene;
  await plan();
  await turns(1);
  const stuck = await db.query<{ id: string }>("select id from ad_report where state = 'waiting'");
  const ids = stuck.map((s) => s.id);
  await db.query("update ad_report set state = 'held' where id = any($1)", [ids]);
  await tell({ restate: { profile: US, from: day(1), till: day(1), factor: 2 } });
  await db.query("update ad_report set start_date = start_date - 1 where id = any($1)", [ids]);
  await plan();
  await turns(4);
  await expectTrue();
  const after = await spent();
  await tell({ restate: { profile: US, from: day(1), till: day(1), factor: 3 } });
  await db.query("update ad_report set state = 'waiting', start_date = start_date + 1 where id = any($1)", [ids]);
  await turns(3);
  expect(await states()).toEqual([]);
  expect(await spent()).toEqual(after);
});

test("two tenants with one account have it each; another account's trouble delays neither", async () => {
  const { db, standIns, de, tell, connect, otherCompany, turns, plan, truth, facts, spent, expectTrue } = scene;
  const theirs = await otherCompany();
  await connect("别家广告", theirs, null, 2);
  const { id: broken } = await connect("广告德国", de, DE);
  await tell({ papers: { profile: DE, throttle: 100_000, retryAfter: 600 } });
  await plan(60);
  await turns(1);
  const asked: { start: string; type: string }[] = Object(await standIns.heard("ads")).reports.filter(
    (r: { looked: number }) => !r.looked,
  );
  // The second that asks is told of the first one's report: each is made once.
  expect(asked).toHaveLength(14);
  expect(
    await db.query(
      "select count(*)::int as n from (select platform_no from ad_report where state = 'waiting' group by 1 having count(*) = 2) x",
    ),
  ).toEqual([{ n: 14 }]);
  await turns(3);
  await expectTrue();
  const theirFacts = await facts("fact_ad_campaign_daily", theirs);
  expect(theirFacts.cost).toBe(total(await truth("campaigns")));
  expect(await spent(theirs)).toEqual({ "*": total(await truth("campaigns")) });
  expect(
    await db.query("select state, count(*)::int as n from ad_report where connector_id = $1 group by 1", [broken]),
  ).toEqual([{ state: "due", n: 14 }]);
  expect(await spent(de)).toEqual({});
});

test("an advertising connection is of a store, with an account of its own or the store's", async () => {
  const { db, us, de } = scene;
  const save = (storeId: string | null, adProfileId: string | null) =>
    db.tx((sql) =>
      insert({ ...actAs(sql), ...engine }, connector, connectorRules, {
        name: `广告${storeId}${adProfileId}`,
        kind: "ads",
        provider: "amazonAds",
        storeId,
        adProfileId,
        account: "CLIENT",
        enabled: false,
      }),
    );
  await expect(save(null, "3333")).rejects.toThrow("请选择店铺");
  await expect(save(de, null)).rejects.toThrow("请填写广告账号，或在店铺上填写");
  await save(de, "3333");
  await save(us, null);
});
