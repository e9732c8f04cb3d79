import dayjs from "dayjs";
import { assignPortfolios } from "#backend/domain/advertisement/ad-portfolio";
import { aims } from "#backend/domain/advertisement/target-portfolio/adjust";
import { refreshBudgets } from "#backend/domain/advertisement/target-portfolio/figures";
import type { RuleContext } from "#backend/engine/documents";
import type { Database, Sql } from "#backend/platform/db";
import { insertRows, once } from "#backend/platform/tenancy/insert";
import { targetPortfolio } from "#documents/advertisement/target-portfolio";
import { monthDays, spreadByDays } from "#documents/advertisement/weeks";
import { act, asSystem, attemptAct, deciderOf, personAt } from "../acting";
import { type DemoOptions, readDemoOptions } from "../options";
import { submit } from "../order-flow";
import { Chance } from "../random";
import { at, numbers, stamp } from "../sourcing/kit";

const NAME = targetPortfolio.name;
const MONTHS = 8;
/** Portfolios that have a budget for the next month already. */
const EARLY = 12;
/** Of those of the planner's department; the others wait for him. */
const OWN_EARLY = 1;
/** Portfolios that have spent more than their budget of the running month. */
const OVER = 3;

/** A budget of one portfolio and month, as somebody would have planned it. */
interface TargetPortfolioPlanned {
  portfolioId: string;
  storeId: string;
  groupId: string;
  deptId: string;
  ownerId: string;
  leaderId: string | null;
  /** Of the department of whoever plans them, in the demonstration. */
  own: boolean;
  currency: string;
  rate: string;
  yearMonth: string;
  /** Day it was written. */
  day: string;
  budget: string;
  acos: number;
  status: "draft" | "auditing" | "approved";
}

type TargetPortfolioBase = Omit<TargetPortfolioPlanned, "day" | "budget" | "acos" | "status"> & {
  spend: number;
  sales: number;
};

const MONTH_SUMS = `
  select p.id as "portfolioId", p.store_id as "storeId", g.id as "groupId", g.dept_id as "deptId",
    z.currency, to_char(m, 'YYYYMM') as "yearMonth", sum(f.cost)::float8 as spend, sum(f.sales)::float8 as sales,
    coalesce(case when g.dept_id = a.dept_id then a.id end,
      (select min(u.id) from sys_user u where g.id = any(u.group_ids) and u.lock_flag = '0'), a.id) as "ownerId",
    (select leader_id from sys_dept d where d.id = g.dept_id) as "leaderId", g.dept_id = a.dept_id as own,
    (select coalesce(my_rate, official_rate) from exchange_rate r where r.currency = z.currency
       and r.effective_date <= m order by r.effective_date desc limit 1) as rate
  from ad_portfolio p
    join ad_campaign c on c.portfolio_id = p.id
    join store s on s.id = p.store_id join site z on z.id = s.site_id
    join ops_group g on g.id = c.group_id
    join sys_user a on a.username = 'ads'
    cross join generate_series(date_trunc('month', $1::date) - make_interval(months => $2), $1::date, '1 month') m
    join fact_ad_campaign_daily f on f.campaign_id = c.campaign_id
      and f.rpt_date >= m and f.rpt_date < m + interval '1 month'
  where f.rpt_date >= date_trunc('month', $1::date) - make_interval(months => $2)
  group by p.id, g.id, z.currency, a.id, m having sum(f.cost) > 0 order by m, p.id`;

/** A budget in whole steps: one that is exceeded stays so, one that is kept to as well. */
const round = (budget: number, currency: string, over: boolean) => {
  const step = currency === "JPY" ? 1000 : 10;
  return (Math.max(1, Math[over ? "floor" : "ceil"](budget / step)) * step).toFixed(2);
};
const acosOf = ({ spend, sales }: TargetPortfolioBase, u: number) =>
  Math.min(100, Math.max(5, Math.round((100 * spend * (0.85 + 0.35 * u)) / Math.max(sales, 1))));

/** Written late in the month before; the newest yesterday. */
const written = (yearMonth: string, today: string) => {
  const day = dayjs(`${yearMonth.slice(0, 4)}-${yearMonth.slice(4)}-01`).subtract(6, "day");
  const yesterday = dayjs(today).subtract(1, "day");
  return (day.isBefore(yesterday) ? day : yesterday).format("YYYY-MM-DD");
};

/** Spend of a month against its budget: most keep to it; of the running month some are near it, three over it. */
function share(
  base: TargetPortfolioBase,
  { running, over }: { running: boolean; over: boolean },
  today: string,
  u: (of: string) => number,
): number {
  if (over) return 1.1 + 0.2 * u("use");
  if (!running) return 0.62 + 0.5 * u("use");
  if (u("kind") < 0.12) return 0.81 + 0.17 * u("use");
  const yesterday = dayjs(today).subtract(1, "day");
  const passed = yesterday.date() / yesterday.daysInMonth();
  return Math.min(0.79, passed * (0.6 + 0.45 * u("use"))) || base.spend;
}

/** Those of the planner's own department first, whom they are shown to. */
const ownFirst = <T extends { own: boolean }>(rows: readonly T[]): T[] => [
  ...rows.filter((row) => row.own),
  ...rows.filter((row) => !row.own),
];

/** What every portfolio planned for the last months and the running one, some for the next too. */
async function demoBudgets(sql: Sql, chance: Chance, today: string): Promise<TargetPortfolioPlanned[]> {
  const bases = await sql.query<TargetPortfolioBase>(MONTH_SUMS, [today, MONTHS - 1]);
  const now = dayjs(today).format("YYYYMM");
  // On the first of a month, that of yesterday still runs: figures go so far, and its budgets end on the third.
  const latest = bases.at(-1)?.yearMonth;
  const exceeded = new Set(ownFirst(bases.filter((base) => base.yearMonth === latest)).slice(0, OVER));
  const plans = bases.map((base): TargetPortfolioPlanned => {
    const { spend, sales: _, ...rest } = base;
    const u = (of: string) => chance.u(`budget:${base.portfolioId}:${base.yearMonth}:${of}`);
    const running = base.yearMonth === latest;
    const over = exceeded.has(base);
    const state = u("state");
    return {
      ...rest,
      day: written(base.yearMonth, today),
      budget: round(spend / share(base, { running, over }, today, u), base.currency, over),
      acos: acosOf(base, u("acos")),
      // Nothing of a month that is over is decided any more.
      status: base.yearMonth !== now || over || state < 0.82 ? "approved" : state < 0.92 ? "auditing" : "draft",
    };
  });
  // On the first days of a month nothing was spent yet: its budgets are those of the month before.
  const newest = plans.filter((p) => p.yearMonth === plans.at(-1)?.yearMonth);
  const ahead = (
    yearMonth: string,
    from: readonly TargetPortfolioPlanned[],
    status: TargetPortfolioPlanned["status"][],
  ) =>
    from.map(
      (p, i): TargetPortfolioPlanned => ({
        ...p,
        yearMonth,
        day: written(yearMonth, today),
        status: status[i % status.length] ?? "draft",
      }),
    );
  const next = dayjs(today).startOf("month").add(1, "month").format("YYYYMM");
  const early = ownFirst(newest).filter(({ own }, i) => !own || i < OWN_EARLY);
  return [
    ...plans,
    ...(newest[0]?.yearMonth === now ? [] : ahead(now, newest, ["approved"])),
    ...ahead(next, early.slice(0, EARLY), ["auditing", "auditing", "draft"]),
  ];
}

const MOST_WAITING = 10;

/** Budgets as rows of their tables; ids count from 1 in the order of the plans. */
async function insertBudgets(sql: Sql, chance: Chance, plans: readonly TargetPortfolioPlanned[]) {
  const no = numbers("GGYS");
  const heads = plans.map((p, i) => {
    const done = p.status !== "draft";
    const time = at(p.day, chance, `budget:${i}`);
    return {
      ...stamp,
      id: i + 1,
      no: no(p.day),
      status: p.status === "approved" ? "approved" : "draft",
      year_month: p.yearMonth,
      portfolio_id: p.portfolioId,
      store_id: p.storeId,
      group_id: p.groupId,
      dept_id: p.deptId,
      owner_id: p.ownerId,
      create_by: p.ownerId,
      currency: p.currency,
      budget_amount: p.budget,
      target_acos: p.acos,
      warn_rate: 80,
      target_sales: aims(p.budget, p.acos).targetSales,
      target_roas: aims(p.budget, p.acos).targetRoas,
      live_key: `${p.portfolioId}/${p.yearMonth}`,
      revision: 1,
      attachments: [],
      prior_budget: 0,
      actual_spend: 0,
      actual_sales: 0,
      usage_rate: 0,
      warn_state: "normal",
      budget_usd: 0,
      actual_spend_usd: 0,
      create_time: time,
      exchange_rate: done ? p.rate : null,
      submit_time: done ? time : null,
      approve_time: p.status === "approved" ? dayjs(time).add(4, "hour").toISOString() : null,
      approve_by: p.status === "approved" ? p.leaderId : null,
    };
  });
  const weeks = plans.flatMap((p, i) =>
    spreadByDays(p.yearMonth, p.budget).map((w, n) => ({
      ...stamp,
      create_time: heads[i]?.create_time,
      target_portfolio_id: i + 1,
      line_no: n + 1,
      week_no: n + 1,
      start_date: w.startDate,
      end_date: w.endDate,
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

/** What is planned goes to the leaders of the groups; that of the planner's own department to its leader. */
async function waiting(c: RuleContext, plans: readonly TargetPortfolioPlanned[]) {
  const sent = plans.flatMap(({ status, own }, i) => (status === "auditing" ? [{ id: String(i + 1), own }] : []));
  for (const { id, own } of sent.slice(0, MOST_WAITING)) {
    await submit(c, NAME, id, "ownerId");
    if (own) await decide(c, id, "approve", "同意");
  }
  const { id: last } = sent.slice(0, MOST_WAITING).at(-1) ?? {};
  if (last) await decide(c, last, "reject", "预算高于上月实际花费，请重新测算");
}

/** Whoever has to, decides about a budget. */
async function decide(c: RuleContext, id: string, action: "approve" | "reject", comment: string) {
  const person = await deciderOf(c, NAME, id);
  if (person) await act(person, NAME, id, action, { comment });
}

/** The planner begins with what comes after: copies of what was planned, the first of which is begun anew. */
async function copied(c: RuleContext, plans: readonly TargetPortfolioPlanned[]) {
  const planner = await personAt(c, "ads");
  const [first, ...rest] = plans.flatMap((p, i) => (p.own && p.status === "auditing" ? [String(i + 1)] : []));
  const copy = (id: string) => attemptAct(planner, NAME, id, "copyNext");
  if (first && (await copy(first))) {
    const made = await c.sql.one<{ id: string }>("select id from target_portfolio order by id desc limit 1");
    if (made) await act(planner, NAME, made.id, "void", { reason: "与其他组合合并投放" });
    await copy(first);
  }
  for (const id of rest) await copy(id);
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
    await copied(asSystem(sql), plans);
    log(`演示数据：广告预算 ${plans.length} 条`);
  });
}
