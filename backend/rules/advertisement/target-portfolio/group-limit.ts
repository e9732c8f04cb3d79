import type { targetPortfolio } from "#documents/advertisement/target-portfolio";
import type { HeadOf } from "#documents/kit";
import { keep } from "../../../db/locks";
import type { RuleContext } from "../../../documents/rules";
import { dec } from "../../../values/money";
import { IN_FORCE, refreshBudgets } from "./figures";

type Head = HeadOf<typeof targetPortfolio>;

/** Brings the figures of a budget up to date. */
export const refresh = (c: RuleContext, { id, yearMonth }: Pick<Head, "id" | "yearMonth">) =>
  refreshBudgets(c.sql, c.tenantId, yearMonth, [id]);

/** What a group may still spend in the month of a budget, and what the budget wants. USD. */
export interface Room {
  rest: string;
  own: string;
}

/**
 * The group's monthly budget, in dollars, must hold this one beside all that are in force; budgets of
 * other currencies count by the rate of the month. The group stays locked until the transaction ends,
 * so budgets that are approved at once take turns. No monthly budget set: no limit.
 */
export async function roomOf(c: RuleContext, row: Head): Promise<Room | undefined> {
  if (c.sql.held) await refresh(c, row);
  const group = await c.sql.one<{ limit: string | null }>(
    `select monthly_ad_budget as "limit" from ops_group where id = $1 ${keep(c.sql, "ops_group")}`,
    [row.groupId],
  );
  if (group?.limit === null || group?.limit === undefined) return undefined;
  const sums = await c.sql.one<{ own: string; others: string }>(
    `select coalesce(sum(budget_usd) filter (where id = $1), 0) as own,
       coalesce(sum(case when t.prior_budget > 0 then round(budget_usd * (${IN_FORCE}) / budget_amount, 2)
         else budget_usd end) filter (where id <> $1
           and (status in ('approved', 'closed') or prior_budget > 0)), 0) as others
     from target_portfolio t where group_id = $2 and year_month = $3 and tenant_id = $4
       and del_flag = 0`,
    [row.id, row.groupId, row.yearMonth, c.tenantId],
  );
  return { rest: dec(group.limit).minus(dec(sums?.others)).toFixed(2), own: sums?.own ?? "0" };
}

/** The sentence when the budget is more than its group may spend. */
export const overLimit = (room: Room | undefined): string | false =>
  !!room &&
  dec(room.own).gt(dec(room.rest)) &&
  `超出小组广告预算，剩余 ${room.rest}（USD，按当月汇率折算）`;
