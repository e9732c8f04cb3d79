import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ads, openAds } from "#backend/domain/reports/ads/ads.testing";
import { seedBudgets } from "./target-portfolios";

let ads: Ads;
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
beforeAll(async () => {
  ads = await openAds();
  await seedBudgets(ads.db, { seed: "test", today });
});
afterAll(() => ads.close());

const rows = (sql: string) => ads.db.query(sql);

test("demo budgets keep every rule of theirs", async () => {
  expect((await rows("select 1 from target_portfolio")).length).toBeGreaterThanOrEqual(8);
  expect(
    await rows(
      `select t.id from target_portfolio t left join target_portfolio_week w on w.target_portfolio_id = t.id
       group by t.id having sum(w.amount) is distinct from t.budget_amount
         or min(w.start_date) <> to_date(t.year_month, 'YYYYMM')
         or max(w.end_date) <> to_date(t.year_month, 'YYYYMM') + interval '1 month -1 day'`,
    ),
  ).toEqual([]);
  expect(
    await rows(
      `select t.id from target_portfolio t where t.actual_spend <> round(coalesce((
         select sum(f.cost) from fact_ad_campaign_daily f join ad_campaign c using (campaign_id)
         where c.portfolio_id = t.portfolio_id and to_char(f.rpt_date, 'YYYYMM') = t.year_month), 0), 2)`,
    ),
  ).toEqual([]);
  expect(
    await rows(
      `select g.id from ops_group g join target_portfolio t on t.group_id = g.id and t.status <> 'void'
       group by g.id, t.year_month having sum(t.budget_usd) > g.monthly_ad_budget`,
    ),
  ).toEqual([]);
});

test("what waits has somebody who decides; a second run adds nothing", async () => {
  const waiting = await rows(
    `select t.no from target_portfolio t where t.status = 'auditing' and not exists (
       select 1 from act_task k join act_instance i on i.id = k.instance_id
       where i.biz_type = 'target_portfolio' and i.biz_id = t.id and k.status = 'todo'
         and cardinality(k.candidates) > 0)`,
  );
  expect(waiting).toEqual([]);
  expect(await rows("select 1 from target_portfolio where status = 'auditing'")).not.toEqual([]);
  expect(await seedBudgets(ads.db, { seed: "test", today })).toBe(false);
});
