import { documentNamed } from "#documents";
import { readLines } from "../../../documents/reading/lines";
import { lockRow } from "../../../documents/reading/row";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { dec, r2, r4 } from "../../../values/money";
import { refreshBudgets } from "./figures";
import { requireGroupBudget, requireOwn } from "./guards";
import { respread } from "./weeks";

/** What a budget aims at: sales = budget ÷ ACOS, RoAS = 1 ÷ ACOS (market.md 6.4). */
export const aims = (budget: unknown, targetAcos: unknown) => {
  const acos = dec(targetAcos as string).div(100);
  return {
    targetSales: r2(dec(budget as string).div(acos)),
    targetRoas: r4(dec(1).div(acos)),
  };
};

const KEPT = ["budgetAmount", "targetAcos", "targetSales", "targetRoas", "adjustReason"] as const;

async function write(c: RuleContext, id: string, values: Values, weeks: readonly Values[]) {
  await c.sql.query(
    `update target_portfolio set budget_amount = $2, target_acos = $3, target_sales = $4,
       target_roas = $5, adjust_reason = $6, prior = $7, prior_budget = $8 where id = $1`,
    [id, ...KEPT.map((n) => values[n]), values.prior ?? null, values.priorBudget ?? 0],
  );
  await c.sql.query(
    `update target_portfolio_week w set amount = x.amount
     from jsonb_to_recordset($1) as x(id bigint, amount numeric) where w.id = x.id`,
    [JSON.stringify(weeks.map(({ id: week, amount }) => ({ id: week, amount })))],
  );
}

/** The row as it stands now, with its lines, locked. */
export async function wholeBudget(c: RuleContext, id: string): Promise<Row> {
  const document = documentNamed("target_portfolio");
  const row = await lockRow(c, document, id, { anyScope: true });
  return { ...row, ...(await readLines(c, document, id)) };
}

/**
 * Another budget for a row in force, to be approved; what it was is kept and counts until then.
 * @throws Refusal 409 for less than was spent, or more than the group may spend
 */
export async function adjust(c: RuleContext, row: Row, input: Values): Promise<Row> {
  requireOwn(c, row);
  await refreshBudgets(c.sql, c.tenantId, String(row.yearMonth), [row.id]);
  const before = await wholeBudget(c, row.id);
  const weeks = before.weeks as Row[];
  const { budgetAmount } = input;
  if (dec(budgetAmount as string).lt(dec(before.actualSpend as string)))
    throw conflict("调整后预算不能低于已花费");
  const prior = {
    ...Object.fromEntries(KEPT.map((n) => [n, before[n]])),
    weeks: weeks.map(({ id, amount }) => ({ id, amount })),
  };
  const targetAcos = input.targetAcos ?? before.targetAcos;
  const amounts = respread(budgetAmount, weeks);
  await write(
    c,
    row.id,
    {
      ...{ budgetAmount, targetAcos, ...aims(budgetAmount, targetAcos) },
      ...{ adjustReason: input.reason, prior: JSON.stringify(prior) },
      priorBudget: before.budgetAmount,
    },
    weeks.map((w, i) => ({ id: w.id, amount: amounts[i] })),
  );
  await c.sql.query("update target_portfolio set revision = revision + 1 where id = $1", [row.id]);
  await requireGroupBudget(c, before);
  return wholeBudget(c, row.id);
}

/** An adjustment that was rejected or taken back: everything as it was before. */
export async function restore(c: RuleContext, row: Row): Promise<void> {
  const prior = row.prior as (Values & { weeks: Values[] }) | null;
  if (prior) await write(c, row.id, prior, prior.weeks);
}
