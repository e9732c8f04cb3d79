import dayjs from "dayjs";
import { monthDays, spreadByDays } from "#documents/advertisement/weeks";
import type { Database, Sql } from "../../db/sql";
import type { RuleContext } from "../../documents/rules";
import { assignPortfolios } from "../../rules/advertisement/portfolio-groups";
import { aims } from "../../rules/advertisement/target-portfolio/adjust";
import { refreshBudgets } from "../../rules/advertisement/target-portfolio/figures";
import { insertRows, once } from "../../tenancy/insert";
import { asSystem } from "./acting";
import { type DemoOptions, readDemoOptions } from "./options";
import { submit } from "./order-flow";
import { Chance } from "./random";
import { at, numbers, stamp } from "./sourcing/kit";
import { demoBudgets, type Planned } from "./target-plans";

const MOST_WAITING = 8;

/** Budgets as rows of their tables; ids count from 1 in the order of the plans. */
async function insertBudgets(sql: Sql, chance: Chance, plans: readonly Planned[]) {
  const no = numbers("GGYS");
  const heads = plans.map((p, i) => {
    const done = p.status !== "draft";
    const time = at(p.day, chance, `budget:${i}`);
    return {
      ...{
        ...stamp,
        id: i + 1,
        no: no(p.day),
        status: p.status === "approved" ? "approved" : "draft",
      },
      ...{ year_month: p.yearMonth, portfolio_id: p.portfolioId, store_id: p.storeId },
      ...{ group_id: p.groupId, dept_id: p.deptId, owner_id: p.ownerId, create_by: p.ownerId },
      ...{ currency: p.currency, budget_amount: p.budget, target_acos: p.acos, warn_rate: 80 },
      target_sales: aims(p.budget, p.acos).targetSales,
      target_roas: aims(p.budget, p.acos).targetRoas,
      ...{ live_key: `${p.portfolioId}/${p.yearMonth}`, revision: 1, attachments: [] },
      ...{ prior_budget: 0, actual_spend: 0, actual_sales: 0, usage_rate: 0, warn_state: "normal" },
      ...{ budget_usd: 0, actual_spend_usd: 0, create_time: time },
      exchange_rate: done ? p.rate : null,
      submit_time: done ? time : null,
      approve_time: p.status === "approved" ? dayjs(time).add(4, "hour").toISOString() : null,
      approve_by: p.status === "approved" ? p.leaderId : null,
    };
  });
  const weeks = plans.flatMap((p, i) =>
    spreadByDays(p.yearMonth, p.budget).map((w, n) => ({
      ...{ ...stamp, create_time: heads[i]?.create_time, target_portfolio_id: i + 1 },
      ...{ line_no: n + 1, week_no: n + 1, start_date: w.startDate, end_date: w.endDate },
      amount: w.amount,
    })),
  );
  await insertRows(sql, "target_portfolio", heads);
  await insertRows(sql, "target_portfolio_week", weeks);
}

/** Figures of all months; every group's monthly limit then holds its budgets with some room. */
async function settle(sql: Sql, months: Iterable<string>) {
  for (const month of months) await refreshBudgets(sql, "1", month);
  await sql.query(
    `update ops_group g set monthly_ad_budget = ceil(x.most * 1.15 / 100) * 100
     from (select group_id, max(budget) as most from (select group_id, sum(budget_usd) as budget
         from target_portfolio where del_flag = 0 group by group_id, year_month) m group by 1) x
     where x.group_id = g.id`,
  );
}

/** Budgets of months that ended are closed; the others are told of as if they had just come up. */
const finish = (sql: Sql, today: string) =>
  sql.query(
    `update target_portfolio set status = case when to_date(year_month, 'YYYYMM') + interval '1 month 2 days'
         <= $1::date then 'closed' else status end,
       warned_for = nullif(warn_state, 'normal')
     where status = 'approved'`,
    [today],
  );

async function waiting(c: RuleContext, plans: readonly Planned[]) {
  const sent = plans.flatMap((p, i) => (p.status === "auditing" ? [String(i + 1)] : []));
  for (const id of sent.slice(0, MOST_WAITING)) await submit(c, "target_portfolio", id, "ownerId");
}

/**
 * Demo budgets of the advertising portfolios (market.md 13): eight months, planned around what was spent.
 * Needs the figures; without them it does nothing. Runs once per database.
 */
export async function seedBudgets(db: Database, options: DemoOptions = {}): Promise<boolean> {
  const { log, seed, today } = readDemoOptions(options);
  if (!(await db.one("select 1 from ad_portfolio"))) return false;
  const chance = new Chance(seed);
  return once(db, "demo_budgets", async (sql) => {
    await assignPortfolios(sql);
    const plans = await demoBudgets(sql, chance, today);
    await insertBudgets(sql, chance, plans);
    const months = new Set(plans.map((p) => p.yearMonth).filter((m) => monthDays(m)));
    await settle(sql, months);
    await finish(sql, today);
    await waiting(asSystem(sql), plans);
    log(`演示数据：广告预算 ${plans.length} 条`);
  });
}
