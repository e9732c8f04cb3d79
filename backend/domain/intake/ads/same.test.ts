import { afterAll, beforeAll, expect, test } from "vitest";
import { csvOf, factsOf, KINDS, openUploads } from "./upload.testing";

// What is uploaded and what the interface tells are the same facts, whichever comes first (figures.md A.4, A.5).

let scene: Awaited<ReturnType<typeof openUploads>>;
beforeAll(async () => {
  scene = await openUploads();
});
afterAll(() => scene.close());

test("the interface's own file is what it tells: told again by it, nothing is written", async () => {
  const { db, us, uploadJson, turns, states, expectTrue } = scene;
  for (const kind of KINDS) {
    const rows = await scene.json(kind);
    const file = await uploadJson(kind);
    expect(file, kind).toMatchObject({ status: "done", kind, rowCount: rows.length, problem: null });
    const days = rows.map((row) => String(row.date)).sort();
    expect(file.period).toBe(`${days[0]} 至 ${days.at(-1)}`);
  }
  await expectTrue();
  const stamps = () =>
    db.query(
      `select 'c' as t, xmin::text as stamp, campaign_id as id, rpt_date::text as day from fact_ad_campaign_daily
       union all select 'p', xmin::text, campaign_id, rpt_date::text from fact_ad_product_daily
       union all select 'k', xmin::text, keyword_id, rpt_date::text from fact_ad_keyword_daily
       union all select 's', xmin::text, store_id, biz_date::text from fact_trade_daily order by 1, 3, 4, 2`,
    );
  const [before, facts] = [await stamps(), await factsOf(scene, us)];
  await turns();
  expect(await states()).toEqual([]);
  expect(await stamps()).toEqual(before);
  expect(await factsOf(scene, us)).toEqual(facts);
  const unknown = "select code, source, status from feed_unmapped where store_id = $1 and del_flag = 0";
  expect(await db.query(unknown, [us])).toEqual([{ code: "X-9", source: "广告报告", status: "open" }]);
});

test("files of the console are the same facts by names; the interface takes over what was made of them", async () => {
  await scene.close();
  scene = await openUploads();
  const { db, us, upload, consoleRows, turns, states, expectTrue } = scene;
  const NAMES = { sb: "Sponsored Brands Campaign report.csv", sd: "Sponsored Display Campaign report.csv" };
  for (const kind of KINDS) {
    const rows = await consoleRows(kind);
    const name = kind.startsWith("sb") ? NAMES.sb : kind.startsWith("sd") ? NAMES.sd : "report.csv";
    const file = await upload(`\uFEFF${csvOf(rows)}`, { name });
    expect(file, kind).toMatchObject({ status: "done", kind, rowCount: rows.length, problem: null });
  }
  await expectTrue();
  const uploaded = await factsOf(scene, us);
  const campaigns = () =>
    db.query(
      `select campaign_id as id, campaign_name as name, ad_product as product, by_name as "byName", platform_id as platform
       from ad_campaign where store_id = $1 order by name`,
      [us],
    );
  const keywords = () =>
    db.query(
      `select k.keyword_id as id, k.keyword_text as text, k.by_name as "byName", k.platform_id as platform, k.bid
       from ad_keyword k join ad_campaign c using (campaign_id) where c.store_id = $1`,
      [us],
    );
  const made = await campaigns();
  expect(made.map((c) => [c.name, c.product, c.byName, c.platform])).toEqual([
    ["SB-3", "SB", true, null],
    ["SD-4", "SD", true, null],
    ["SP-1", "SP", true, null],
    ["SP-2", "SP", true, null],
  ]);
  const words = await keywords();
  expect(words).toMatchObject([{ text: "phone stand", byName: true, platform: null, bid: null }]);
  await turns();
  expect(await states()).toEqual([]);
  await expectTrue();
  expect(await factsOf(scene, us)).toEqual(uploaded);
  const numbers: Record<string, string> = { "SP-1": "700001", "SP-2": "700002", "SB-3": "700003", "SD-4": "700004" };
  expect(await campaigns()).toEqual(made.map((c) => ({ ...c, byName: false, platform: numbers[String(c.name)] })));
  expect(await keywords()).toEqual([{ ...words[0], byName: false, platform: "800001", bid: "0.75" }]);
});

test("a newer file of the console finds what the interface has told of by its name", async () => {
  const { db, us, upload, consoleRows, expectTrue } = scene;
  const counts = () =>
    db.one(
      `select (select count(*) from ad_campaign where store_id = $1)::int as campaigns,
         (select count(*) from ad_keyword k join ad_campaign c using (campaign_id) where c.store_id = $1)::int as keywords`,
      [us],
    );
  const [before, facts] = [await counts(), await factsOf(scene, us)];
  for (const kind of ["spTargeting", "spAdvertisedProduct"] as const) {
    // Another file, of the same.
    const file = await upload(`${csvOf(await consoleRows(kind))}\r\n`);
    expect(file).toMatchObject({ status: "done", kind });
  }
  expect(await counts()).toEqual(before);
  expect(await factsOf(scene, us)).toEqual(facts);
  await expectTrue();
  const bids = await db.query(
    `select distinct f.keyword_bid as bid from fact_ad_keyword_daily f join ad_campaign c using (campaign_id) where c.store_id = $1`,
    [us],
  );
  expect(bids).toEqual([{ bid: "0.75" }]);
});
