import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { office } from "#backend/domain/product/product.testing";
import { connectorOf } from "#backend/engine/connect/connector";
import { openAds } from "./fetch.testing";
import { readAccount } from "./read-account";
import { targetOf, targetWritten } from "./targets";

/* Targets of an account (figures.md A.3, D.7): told apart from its keywords, with figures of their own. */

test.each([
  ["close-match", [{ type: "QUERY_HIGH_REL_MATCHES" }], "QUERY_HIGH_REL_MATCHES", "紧密匹配"],
  ["loose-match", [{ type: "QUERY_BROAD_REL_MATCHES" }], "QUERY_BROAD_REL_MATCHES", "宽泛匹配"],
  ["substitutes", [{ type: "ASIN_SUBSTITUTE_RELATED" }], "ASIN_SUBSTITUTE_RELATED", "同类商品"],
  ["complements", [{ type: "ASIN_ACCESSORY_RELATED" }], "ASIN_ACCESSORY_RELATED", "关联商品"],
  ['asin="B0AAAAAAA1"', [{ type: "ASIN_SAME_AS", value: "B0AAAAAAA1" }], "ASIN_SAME_AS", "ASIN B0AAAAAAA1"],
  [
    'asin-expanded="B0AAAAAAA1"',
    [{ type: "ASIN_EXPANDED_FROM", value: "B0AAAAAAA1" }],
    "ASIN_EXPANDED_FROM",
    "扩展ASIN B0AAAAAAA1",
  ],
  [
    'category="Desk Lamps" price<25 brand="Lumo & Co"',
    [
      { type: "ASIN_PRICE_LESS_THAN", value: "25" },
      { type: "ASIN_CATEGORY_SAME_AS", value: "Desk Lamps" },
      { type: "ASIN_BRAND_SAME_AS", value: "Lumo & Co" },
    ],
    "ASIN_CATEGORY_SAME_AS",
    "品类 Desk Lamps，品牌 Lumo & Co，价格低于25",
  ],
  [
    'brand="Lumo" rating=4-5',
    [
      { type: "ASIN_BRAND_SAME_AS", value: "Lumo" },
      { type: "ASIN_REVIEW_RATING_BETWEEN", value: "4-5" },
    ],
    "ASIN_BRAND_SAME_AS",
    "品牌 Lumo，评分4-5",
  ],
  ['keyword-group="a"', [{ type: "KEYWORD_GROUP_SAME_AS", value: "a" }], "OTHER", "关键词组 a"],
])("%s is the same in reports and in the account", (written, parts, matchType, keywordText) => {
  expect(targetOf(parts)).toEqual({ matchType, keywordText });
  expect(targetWritten(written)).toEqual({ matchType, keywordText });
});

test("what nobody understands stays as it is written", () => {
  expect(targetWritten("*")).toEqual({ matchType: "OTHER", keywordText: "*" });
  expect(targetWritten('mood="B0AAAAAAA1"')).toEqual({ matchType: "OTHER", keywordText: 'mood="B0AAAAAAA1"' });
  expect(targetWritten('asin="B0AAAAAAA1" 好')).toEqual({ matchType: "OTHER", keywordText: 'asin="B0AAAAAAA1" 好' });
  expect(targetOf([{ type: "NEW_KIND", value: "x" }])).toEqual({ matchType: "OTHER", keywordText: "NEW_KIND x" });
  expect(targetOf([])).toEqual({ matchType: "OTHER", keywordText: "—" });
});

describe("an account with targets", () => {
  let s: Awaited<ReturnType<typeof openAds>>;
  const read = async () => {
    const { id } = await s.one<{ id: string }>("select id from connector where kind = 'ads' and store_id = $1", [s.us]);
    await readAccount(s.db, await connectorOf(s.db, id));
  };
  /** The keyword and the target that have the same number come last. */
  const rows = () =>
    s.db.query(
      `select k.keyword_text as text, k.target_kind as kind, k.bid::text, k.state, k.platform_id as no
       from ad_keyword k join ad_campaign c using (campaign_id) where c.store_id = $1 order by k.platform_id, k.target_kind`,
      [s.us],
    );
  const expression = (type: string, value?: string) => [{ type, ...(value && { value }) }];
  beforeAll(async () => {
    s = await openAds();
    const { campaigns } = Object(await s.standIns.heard("ads"));
    const campaign = (id: string) => campaigns.find((c: { id: string }) => c.id === id);
    await s.tell({
      campaigns: [
        {
          ...campaign("700002"),
          targets: [
            { id: "600001", expression: expression("QUERY_HIGH_REL_MATCHES"), bid: "0.80" },
            { id: "600002", expression: expression("ASIN_ACCESSORY_RELATED"), state: "PAUSED" },
          ],
        },
        {
          ...campaign("700001"),
          targets: [
            {
              id: "600003",
              expression: expression("ASIN_CATEGORY_SAME_AS", "2376204011"),
              resolved: expression("ASIN_CATEGORY_SAME_AS", "Desk Lamps"),
              bid: "0.60",
            },
            { id: "800001", expression: expression("ASIN_SAME_AS", "B0AAAAAAA1"), bid: "0.70" },
          ],
        },
      ],
    });
  });
  afterAll(() => s.close());
  const told = [
    { text: "紧密匹配", kind: "auto", bid: "0.80", state: "ENABLED", no: "600001" },
    { text: "关联商品", kind: "auto", bid: null, state: "PAUSED", no: "600002" },
    { text: "品类 Desk Lamps", kind: "category", bid: "0.60", state: "ENABLED", no: "600003" },
    { text: "phone stand", kind: "keyword", bid: "0.75", state: "ENABLED", no: "800001" },
    { text: "ASIN B0AAAAAAA1", kind: "product", bid: "0.70", state: "ENABLED", no: "800001" },
  ];

  test("reports make what nobody knows, and figures lie on the right one of two with the same number", async () => {
    await s.turns(4);
    await s.expectTrue();
    expect((await rows()).map((row) => ({ ...row, state: "ENABLED" }))).toEqual(
      told.map((row) => ({ ...row, state: "ENABLED" })),
    );
    const sums = await s.db.query<{ kind: string; clicks: number; cost: number }>(
      `select k.target_kind as kind, sum(f.clicks)::int as clicks, sum(round(f.cost * 100))::int as cost
       from fact_ad_keyword_daily f join ad_keyword k using (keyword_id) where k.platform_id = '800001' group by 1 order by 1`,
    );
    const truth = await s.truth("keywords");
    const of = (kind: string, name: "keywordId" | "targetId") => {
      const own = truth.filter((row) => row[name] === "800001");
      const sum = (what: "clicks" | "cost") => own.reduce((all, row) => all + row[what], 0);
      return { kind, clicks: sum("clicks"), cost: sum("cost") };
    };
    expect(sums).toEqual([of("keyword", "keywordId"), of("product", "targetId")]);
    expect(sums[0]?.cost).not.toBe(sums[1]?.cost);
  });

  test("the account is read: kinds, words, bids and states; again it is the same", async () => {
    await read();
    expect(await rows()).toEqual(told);
    await read();
    expect(await rows()).toEqual(told);
    await s.plan();
    await s.turns(4);
    expect(await rows()).toEqual(told);
    await s.expectTrue();
  });

  test("a bid that is taken away is the ad group's; what a person is told of is what the account says", async () => {
    await s.db.query(
      "update ad_keyword set match_type = 'OTHER', keyword_text = 'x', bid = 9 where platform_id = '600002'",
    );
    await read();
    expect(await rows()).toEqual(told);
  });

  test("a file of the console, without numbers, finds them by what they say", async () => {
    await s.db.query("update ad_keyword set platform_id = null, by_name = true where platform_id = '600003'");
    await read();
    expect(await rows()).toEqual(told);
  });

  test("another company with the same account has rows of its own", async () => {
    const before = await rows();
    const { id } = await s.connect("别家广告", await s.otherCompany(), null, 2);
    await readAccount(s.db, await connectorOf(s.db, id));
    expect(await rows()).toEqual(before);
    const own = await s.one(
      `select count(*)::int as n, count(*) filter (where k.target_kind <> 'keyword')::int as targets
       from ad_keyword k join ad_campaign c using (campaign_id) where c.tenant_id = 2`,
    );
    expect(own).toEqual({ n: 5, targets: 4 });
  });

  test("the list shows them by kind, with their figures", async () => {
    const list = async (who: string, more: Record<string, string> = {}) =>
      office(s.backend)
        .as(who)
        .send("GET", "/advertisement/adkeyword/page", undefined, { size: "100", days: "d60", ...more });
    const { records } = (await list("admin", { targetKind: "auto,category" })).body.data;
    const said = records.map((row: Record<string, unknown>) => [row.keywordText, row.matchType, row.bid, row.state]);
    expect(said.sort()).toEqual([
      ["关联商品", "ASIN_ACCESSORY_RELATED", null, "PAUSED"],
      ["品类 Desk Lamps", "ASIN_CATEGORY_SAME_AS", "0.60", "ENABLED"],
      ["紧密匹配", "QUERY_HIGH_REL_MATCHES", "0.80", "ENABLED"],
    ]);
    const spend = records.find((row: { keywordText: string }) => row.keywordText === "紧密匹配").spend;
    expect(Number(spend)).toBeGreaterThan(0);
    expect((await list("admin", { targetKind: "keyword" })).body.data.total).toBe(1);
    expect((await list("buyer")).status).toBe(403);
  });
});
