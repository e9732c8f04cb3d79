import dayjs from "dayjs";
import { expect } from "vitest";
import { openAccount } from "#backend/domain/intake/figures.testing";
import { useStandIns as answeredAt } from "#backend/engine/connect/connector";
import { sealSecret } from "#backend/platform/personal/open";
import { DEMO_SECRET, startStandIns } from "../../../../standins";
import { given } from "../../../../tests/given";
import { testBackend } from "../../../../tests/harness";
import { fetchAds } from "./fetch";

export const [US, DE] = ["1111", "2222"];

export interface TrueRow {
  profile: string;
  day: string;
  campaignId: string;
  sku?: string;
  keywordId?: string;
  targetId?: string;
  term?: string;
  impressions: number;
  clicks: number;
  cost: number;
  purchases: number;
  sales: number;
  units: number;
}

/** What it cost, in hundredths. */
export const total = (rows: readonly TrueRow[]) => rows.reduce((sum, r) => sum + r.cost, 0);

/** Two stores of an account, of which one advertises; what it does there, and what comes of it here. */
export async function openAds() {
  const backend = await testBackend();
  const { db } = backend;
  const standIns = await startStandIns({ seed: "ads" });
  answeredAt(standIns.url);
  const { us, de } = await openAccount(backend);
  const tell = (order: object) => standIns.control("ads", order);
  const one = async <T>(text: string, values: unknown[] = []) => given(await db.one<T & object>(text, values));
  const connect = (name: string, storeId: string, profile: string | null, tenantId = 1) =>
    one<{ id: string }>(
      `insert into connector (tenant_id, name, kind, provider, store_id, ad_profile_id, account, enabled, client_secret,
         refresh_token) values ($5, $1, 'ads', 'amazonAds', $2, $3, 'CLIENT', true, $4, $4) returning id`,
      [name, storeId, profile, sealSecret(DEMO_SECRET), tenantId],
    );
  /** A store of another company that has the same account. */
  async function otherCompany(): Promise<string> {
    await db.query("insert into sys_tenant (id, name, code) values (2, '别家', 'other')");
    const { id } = await one<{ id: string }>(
      `insert into store (tenant_id, store_code, store_name, platform, site_id, state, ad_profile_id)
       select 2, 'T2', '别家美国', 'amazon', site_id, 'enabled', '1111' from store where id = $1 returning id`,
      [us],
    );
    return id;
  }
  const { today } = await one<{ today: string }>(
    "select (now() at time zone 'America/Los_Angeles')::date::text as today",
  );
  /** Days ago in the zone of the store. */
  const day = (ago: number) => dayjs(today).subtract(ago, "day").format("YYYY-MM-DD");
  await db.query("update store set ad_profile_id = case when id = $1 then '1111' end", [us]);
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
  /** The job, as often as a report takes; whatever waits is due. */
  async function turns(count = 3) {
    for (let n = 0; n < count; n++) {
      await db.query("update ad_report set next_run = now() where state in ('due', 'waiting')");
      await fetchAds(db);
    }
  }
  /** The next asking of connections: the last days, unless they are to look back for long. */
  const plan = (back = 4) =>
    db.query("update ad_feed set next_plan = now(), last_60 = case when $1 < 60 then last_60 end", [back]);
  const states = () =>
    db.query(
      "select state, count(*)::int as n from ad_report where state <> 'done' and state <> 'replaced' group by 1 order by 1",
    );

  /** What the platform knows of the last 60 days of an account, in hundredths. */
  async function truth(level: "campaigns" | "products" | "keywords" | "terms", profile = US): Promise<TrueRow[]> {
    const rows: TrueRow[] = Object(await standIns.heard("ads")).truth[level];
    return rows.filter((r) => r.profile === profile && r.day >= day(60) && r.day < day(0));
  }
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
        await db.query<{ sku: string; cost: number }>(
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
      ["terms", "fact_ad_term_daily"],
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

  async function close() {
    answeredAt(null);
    await standIns.stop();
    await backend.close();
  }
  return {
    backend,
    db,
    standIns,
    us,
    de,
    tell,
    one,
    connect,
    otherCompany,
    day,
    turns,
    plan,
    states,
    truth,
    facts,
    spent,
    expectTrue,
    close,
  };
}
