import { z } from "zod";
import { targetPortfolio } from "#documents/advertisement/target-portfolio";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { conflict } from "../../../http/refusal";
import { dec, r2, r4 } from "../../../values/money";
import { overLimit, refresh, roomOf } from "./group-limit";
import { requireOwn } from "./guards";
import { respread } from "./weeks";

type Amount = string | number | null | undefined;

/** What a budget aims at: sales = budget ÷ ACOS, RoAS = 1 ÷ ACOS (market.md 6.4). */
export const aims = (budget: Amount, targetAcos: Amount) => {
  const acos = dec(targetAcos).div(100);
  return { targetSales: r2(dec(budget).div(acos)), targetRoas: r4(dec(1).div(acos)) };
};

/** What an adjustment changes, and brings back when it is not approved. */
const plan = z.object({
  budgetAmount: z.string(),
  targetAcos: z.string(),
  targetSales: z.string(),
  targetRoas: z.string(),
  adjustReason: z.string().nullable(),
  weeks: z.array(z.object({ id: z.string(), amount: z.string() })),
});
type Plan = z.infer<typeof plan>;

/** Writes a plan; `prior` is the one before it, which counts until the new one is approved. */
async function write(c: RuleContext, id: string, now: Plan, prior?: Plan) {
  await c.sql.query(
    `update target_portfolio set budget_amount = $2, target_acos = $3, target_sales = $4,
       target_roas = $5, adjust_reason = $6, prior = $7, prior_budget = $8 where id = $1`,
    [
      ...[id, now.budgetAmount, now.targetAcos, now.targetSales, now.targetRoas, now.adjustReason],
      ...[prior ? JSON.stringify(prior) : null, prior?.budgetAmount ?? 0],
    ],
  );
  await c.sql.query(
    `update target_portfolio_week w set amount = x.amount
     from jsonb_to_recordset($1) as x(id bigint, amount numeric) where w.id = x.id`,
    [JSON.stringify(now.weeks)],
  );
}

async function spendOf(c: RuleContext, row: { id: string; yearMonth: string }): Promise<string> {
  if (c.sql.held) await refresh(c, row);
  const found = await c.sql.one<{ spend: string }>(
    "select actual_spend as spend from target_portfolio where id = $1",
    [row.id],
  );
  return found?.spend ?? "0";
}

/** 调整: another budget for a row in force, to be approved; what it was counts until then. */
export const adjust = transition(targetPortfolio, "adjust", {
  lock: async (c, row) => ({ spend: await spendOf(c, row) }),
  guard: ({ row }, c) => requireOwn(c, row),
  check: ({ spend }, { budgetAmount }) =>
    dec(budgetAmount).lt(dec(spend)) && "调整后预算不能低于已花费",
  async effect(c, { row }, { budgetAmount, targetAcos: given, reason }) {
    const targetAcos = given ?? row.targetAcos;
    const amounts = respread(budgetAmount, row.weeks);
    const weeks = row.weeks.map(({ id }, i) => ({ id, amount: amounts[i] ?? "0" }));
    const now = { budgetAmount, targetAcos, adjustReason: reason, weeks };
    await write(c, row.id, { ...now, ...aims(budgetAmount, targetAcos) }, plan.parse(row));
    await c.sql.query("update target_portfolio set revision = revision + 1 where id = $1", [
      row.id,
    ]);
    const over = overLimit(await roomOf(c, row));
    if (over) throw conflict(over);
  },
});

/** An adjustment that was rejected or taken back: everything as it was before. */
export async function restore(c: RuleContext, row: { id: string; prior: unknown }): Promise<void> {
  if (row.prior) await write(c, row.id, plan.parse(row.prior));
}
