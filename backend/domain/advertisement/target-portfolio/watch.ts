import { moveTo } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import { type Database, keep, type Sql } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { targetPortfolio } from "#documents/advertisement/target-portfolio";
import { monthSaid } from "#documents/kit";
import { assignPortfolios } from "../ad-portfolio";
import { refreshBudgets } from "./figures";
import { budgetPath } from "./target-portfolio";

interface Warned {
  id: string;
  tenantId: string;
  no: string;
  yearMonth: string;
  ownerId: string;
  portfolio: string;
  state: "warn" | "over";
  usage: string;
  spend: string;
  currency: string;
}

/** Tells the owner of a budget in force once that it is nearly used up, and once that it is overspent. */
async function warn(sql: Sql): Promise<void> {
  const rows = await sql.query<Warned>(
    `update target_portfolio t set warned_for = t.warn_state from ad_portfolio p
     where p.id = t.portfolio_id and t.del_flag = 0 and (t.status = 'approved' or t.prior_budget > 0)
       and (t.warn_state = 'over' and t.warned_for is distinct from 'over'
         or t.warn_state = 'warn' and t.warned_for is null)
     returning t.id, t.tenant_id as "tenantId", t.no, t.year_month as "yearMonth",
       t.owner_id as "ownerId", p.name as portfolio, t.warn_state as state, t.usage_rate as usage,
       t.actual_spend as spend, t.currency`,
  );
  for (const r of rows)
    await notify(sql, {
      tenantId: r.tenantId,
      userIds: [r.ownerId],
      title: `广告预算${r.no}${r.state === "over" ? "已超支" : "达到预警线"}`,
      pushDescribe: `${r.portfolio} ${monthSaid(r.yearMonth)}已花费${r.spend} ${r.currency}，使用率${r.usage}%`,
      bizPath: budgetPath(r.id),
    });
}

/** Budgets end on the 3rd of the month after theirs, when its facts change no more (market.md 6.4). */
async function close(sql: Sql): Promise<void> {
  const rows = await sql.query<{ id: string; tenantId: string }>(
    `select id, tenant_id as "tenantId" from target_portfolio
     where status = 'approved' and del_flag = 0
       and (now() at time zone 'Asia/Shanghai')::date
         >= to_date(year_month, 'YYYYMM') + interval '1 month 2 days'
     order by id ${keep(sql, "target_portfolio")}`,
  );
  for (const { id, tenantId } of rows)
    await moveTo({ sql, ...systemOf(tenantId) }, targetPortfolio, id, "closed", "自动结束");
}

/** Brings portfolios and the figures of all living budgets up to date, warns, and ends what is over. */
export async function watchBudgets(db: Database): Promise<void> {
  await db.tx(assignPortfolios);
  const months = await db.query<{ tenantId: string; yearMonth: string }>(
    `select distinct tenant_id as "tenantId", year_month as "yearMonth" from target_portfolio
     where status not in ('closed', 'void') and del_flag = 0
       and to_date(year_month, 'YYYYMM') <= now() order by 1, 2`,
  );
  for (const { tenantId, yearMonth } of months) await db.tx((sql) => refreshBudgets(sql, tenantId, yearMonth));
  await db.tx(warn);
  await db.tx(close);
}
