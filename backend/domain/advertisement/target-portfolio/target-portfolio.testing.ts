import { office } from "#backend/domain/product/product.testing";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { assignPortfolios } from "../ad-portfolio";

export const API = "/advertisement/targetportfolio";
const shanghai = () => new Date(Date.now() + 8 * 3_600_000);
/** YYYYMM, `n` months from this one in Shanghai. */
export const month = (n = 0): string => {
  const d = shanghai();
  return new Date(Date.UTC(d.getUTCFullYear(), d.getUTCMonth() + n, 1)).toISOString().slice(0, 7).replace("-", "");
};
/** A day of such a month. */
export const dayOf = (yearMonth: string, n: number): string =>
  `${yearMonth.slice(0, 4)}-${yearMonth.slice(4)}-${String(n).padStart(2, "0")}`;

export interface Form {
  yearMonth: string;
  portfolioId: string;
  budgetAmount: string;
  targetAcos: string;
  [field: string]: unknown;
}

/**
 * Portfolios of three groups with two campaigns each: 1 and 4 of group 1 (北美一部, USD), 2 of group 1 in
 * Germany (EUR), 3 of group 21 (欧洲一部, EUR). Group 1 may spend 1000 USD a month and is led by `admin`.
 */
async function prepare({ db }: TestBackend) {
  await db.query("select ensure_fact_partitions($1, $2)", [dayOf(month(-3), 1), dayOf(month(2), 1)]);
  await db.query("update ops_group set monthly_ad_budget = 1000, leader_id = null");
  await db.query("update store set ad_profile_id = 'P' || id where id in (1, 9)");
  await db.query(
    `insert into ad_portfolio (id, portfolio_id, name, store_id, state)
     select id, 'PF' || id, '组合' || id, store, 'ENABLED'
     from (values (1, 1), (2, 9), (3, 9), (4, 1)) x(id, store)`,
  );
  await db.query(
    `insert into ad_campaign (campaign_id, store_id, profile_id, portfolio_id, group_id, campaign_name,
       ad_product, targeting_type, state, daily_budget)
     select p.id * 10 + n, p.store_id, 'P' || p.store_id, p.id, case p.id when 3 then 21 else 1 end,
       '活动' || p.id || n, 'SP', 'auto', 'ENABLED', 10
     from ad_portfolio p, generate_series(1, 2) n`,
  );
  await assignPortfolios(db);
}

/** The backend with those portfolios, and what people do with budgets. */
export async function openBudgets() {
  const backend = await testBackend();
  await prepare(backend);
  const o = office(backend);
  const { db } = backend;
  const form = (portfolioId: number, more: Partial<Form> = {}): Form => ({
    yearMonth: month(),
    portfolioId: String(portfolioId),
    budgetAmount: "310",
    targetAcos: "25",
    ...more,
  });
  const add = (portfolio: number, more: Partial<Form> = {}, who = "ads") => o.as(who).add(API, form(portfolio, more));
  const approve = (id: string) => o.approveAll("target_portfolio", API, id);
  return {
    ...o,
    backend,
    db,
    form,
    add,
    approve,
    read: (id: string) => o.as("admin").read(API, id),
    act: (id: string, action: string, body: object = {}, who = "ads") => o.as(who).act(API, id, action, { ...body }),
    /** A budget that is in force. */
    async running(portfolio: number, more: Partial<Form> = {}) {
      const { id } = await add(portfolio, more);
      const sent = await o.as("ads").act(API, id, "submit");
      if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
      await approve(id);
      return id;
    },
    spend: (portfolio: number, date: string, cost: number, sales = cost * 4, campaign = 1) =>
      db.query(
        `insert into fact_ad_campaign_daily (rpt_date, campaign_id, profile_id, currency_code, cost, sales)
         select $1, campaign_id, profile_id, case store_id when 1 then 'USD' else 'EUR' end, $3, $4
         from ad_campaign where campaign_id = $2
         on conflict (rpt_date, campaign_id) do update set cost = excluded.cost, sales = excluded.sales`,
        [date, portfolio * 10 + campaign, cost, sales],
      ),
    /** Budgets of a test that is over. */
    async clear() {
      await db.query("update target_portfolio set del_flag = 1");
      await db.query("delete from fact_ad_campaign_daily");
    },
    close: () => backend.close(),
  };
}
export type Budgets = Awaited<ReturnType<typeof openBudgets>>;
