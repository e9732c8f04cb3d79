import dayjs from "dayjs";
import type { Sql } from "../../db/sql";
import type { Chance } from "./random";

const MONTHS = 8;
/** Portfolios that have a budget for the next month already. */
const EARLY = 12;

/** A budget of one portfolio and month, as somebody would have planned it. */
export interface Planned {
  portfolioId: string;
  storeId: string;
  groupId: string;
  deptId: string;
  ownerId: string;
  leaderId: string | null;
  currency: string;
  rate: string;
  yearMonth: string;
  /** Day it was written. */
  day: string;
  budget: string;
  acos: number;
  status: "draft" | "auditing" | "approved";
}

type Base = Omit<Planned, "day" | "budget" | "acos" | "status"> & { spend: number; sales: number };

const MONTH_SUMS = `
  select p.id as "portfolioId", p.store_id as "storeId", g.id as "groupId", g.dept_id as "deptId",
    z.currency, to_char(m, 'YYYYMM') as "yearMonth", sum(f.cost)::float8 as spend, sum(f.sales)::float8 as sales,
    coalesce((select min(u.id) from sys_user u where g.id = any(u.group_ids) and u.lock_flag = '0'),
      (select id from sys_user where username = 'ads')) as "ownerId",
    (select leader_id from sys_dept d where d.id = g.dept_id) as "leaderId",
    (select coalesce(my_rate, official_rate) from exchange_rate r where r.currency = z.currency
       and r.effective_date <= m order by r.effective_date desc limit 1) as rate
  from ad_portfolio p
    join ad_campaign c on c.portfolio_id = p.id
    join store s on s.id = p.store_id join site z on z.id = s.site_id
    join ops_group g on g.id = c.group_id
    cross join generate_series(date_trunc('month', $1::date) - make_interval(months => $2), $1::date, '1 month') m
    join fact_ad_campaign_daily f on f.campaign_id = c.campaign_id
      and f.rpt_date >= m and f.rpt_date < m + interval '1 month'
  where f.rpt_date >= date_trunc('month', $1::date) - make_interval(months => $2)
  group by p.id, g.id, z.currency, m having sum(f.cost) > 0 order by m, p.id`;

const round = (budget: number, currency: string) => {
  const step = currency === "JPY" ? 1000 : 10;
  return (Math.max(1, Math.ceil(budget / step)) * step).toFixed(2);
};
const acosOf = ({ spend, sales }: Base, u: number) =>
  Math.min(100, Math.max(5, Math.round((100 * spend * (0.85 + 0.35 * u)) / Math.max(sales, 1))));

/** Written late in the month before; the newest yesterday. */
const written = (yearMonth: string, today: string) => {
  const day = dayjs(`${yearMonth.slice(0, 4)}-${yearMonth.slice(4)}-01`).subtract(6, "day");
  const yesterday = dayjs(today).subtract(1, "day");
  return (day.isBefore(yesterday) ? day : yesterday).format("YYYY-MM-DD");
};

/** Spend of the month against the budget: most keep to it; of the running month some are near or over it. */
function share(base: Base, running: boolean, today: string, chance: Chance, key: string): number {
  const u = chance.u(`${key}:use`);
  if (!running) return 0.62 + 0.5 * u;
  const kind = chance.u(`${key}:kind`);
  if (kind < 0.12) return 0.81 + 0.17 * u;
  if (kind < 0.19) return 1.02 + 0.2 * u;
  const passed = Math.max(1, dayjs(today).date() - 1) / dayjs(today).daysInMonth();
  return Math.min(0.79, passed * (0.6 + 0.45 * u)) || base.spend;
}

/** What every portfolio planned for the last months and the running one, some for the next too. */
export async function demoBudgets(sql: Sql, chance: Chance, today: string): Promise<Planned[]> {
  const bases = await sql.query<Base>(MONTH_SUMS, [today, MONTHS - 1]);
  const now = dayjs(today).format("YYYYMM");
  const plans = bases.map((base): Planned => {
    const { spend, sales: _, ...rest } = base;
    const key = `budget:${base.portfolioId}:${base.yearMonth}`;
    const running = base.yearMonth === now;
    const u = chance.u(`${key}:state`);
    return {
      ...rest,
      day: written(base.yearMonth, today),
      budget: round(spend / share(base, running, today, chance, key), base.currency),
      acos: acosOf(base, chance.u(`${key}:acos`)),
      status: !running || u < 0.82 ? "approved" : u < 0.92 ? "auditing" : "draft",
    };
  });
  // On the first days of a month nothing was spent yet: its budgets are those of the month before.
  const newest = plans.filter((p) => p.yearMonth === plans.at(-1)?.yearMonth);
  const ahead = (yearMonth: string, from: readonly Planned[], status: Planned["status"][]) =>
    from.map(
      (p, i): Planned => ({
        ...{ ...p, yearMonth, day: written(yearMonth, today) },
        status: status[i % status.length] ?? "draft",
      }),
    );
  const next = dayjs(today).startOf("month").add(1, "month").format("YYYYMM");
  return [
    ...plans,
    ...(newest[0]?.yearMonth === now ? [] : ahead(now, newest, ["approved"])),
    ...ahead(next, newest.slice(0, EARLY), ["auditing", "draft", "draft"]),
  ];
}
