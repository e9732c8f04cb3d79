import dayjs from "dayjs";
import { documentNamed } from "#documents";
import { link } from "../../../documents/around/chain";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import { approveAgain } from "../../../documents/lifecycle/submit";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { createDraft } from "../../../documents/writing/draft";
import { dec, r2 } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { adjust, aims, restore } from "./adjust";
import { refreshBudgets, spentByWeek } from "./figures";
import { lockPortfolio, requireFree, requireGroupBudget, requireMonth, requireOwn } from "./guards";
import { weeksOf } from "./weeks";

const refresh = (c: RuleContext, row: Values & { id: string }) =>
  refreshBudgets(c.sql, c.tenantId, String(row.yearMonth), [row.id]);

/** The same budget for the month after, as a draft. */
async function copyNext(c: RuleContext, row: Row) {
  const month = String(row.yearMonth);
  const yearMonth = dayjs(`${month.slice(0, 4)}-${month.slice(4)}-01`)
    .add(1, "month")
    .format("YYYYMM");
  requireMonth(yearMonth);
  const { portfolioId, ownerId, budgetAmount, targetAcos, warnRate, remark } = row;
  const made = await createDraft(c, "target_portfolio", budgetRules, {
    ...{ yearMonth, portfolioId, ownerId, budgetAmount, targetAcos, warnRate, remark },
  });
  const type = "target_portfolio";
  await link(c, { type, id: row.id }, { type, id: made.id });
}

/** 目标组合 (market.md 6.4). */
export const budgetRules: LegacyRules = {
  async enrichOne(c, row) {
    const spent = new Map((await spentByWeek(c.sql, row)).map((w) => [w.id, w.actual]));
    for (const week of (row.weeks as Row[] | undefined) ?? []) week.actual = spent.get(week.id);
  },
  async beforeSave(c, next, before) {
    const whole: Values = { ...before, ...next };
    if (whole.yearMonth !== before?.yearMonth) requireMonth(whole.yearMonth);
    const { deptId, ...portfolio } = await lockPortfolio(c, whole.portfolioId);
    await requireFree(c, whole, before?.id);
    const given = (next.weeks ?? before?.weeks ?? []) as Values[];
    Object.assign(next, portfolio, aims(whole.budgetAmount, whole.targetAcos), {
      ...(deptId && { deptId }),
      ownerId: whole.ownerId ?? c.caller.userId,
      warnRate: whole.warnRate ?? "80",
      liveKey: `${whole.portfolioId}/${whole.yearMonth}`,
      weeks: weeksOf(whole.yearMonth, whole.budgetAmount, given),
      revision: before?.revision || 1,
    });
  },
  afterSave: (c, id, next, before) => refresh(c, { ...before, ...next, id }),
  async onSubmit(c, row) {
    requireOwn(c, row);
    requireMonth(row.yearMonth);
    weeksOf(row.yearMonth, row.budgetAmount, row.weeks as Row[]);
    await requireGroupBudget(c, row);
    const rate = await rateOf(c.sql, c.tenantId, String(row.currency));
    await c.sql.query("update target_portfolio set exchange_rate = $2 where id = $1", [
      row.id,
      rate,
    ]);
  },
  async flowFlags(c, row) {
    const rate = await rateOf(c.sql, c.tenantId, String(row.currency));
    return { amountCny: r2(dec(row.budgetAmount as string).times(rate)), adjusted: !!row.prior };
  },
  async onApproved(c, row) {
    await requireGroupBudget(c, row);
    await c.sql.query(
      "update target_portfolio set prior = null, prior_budget = 0, warned_for = null where id = $1",
      [row.id],
    );
    await refresh(c, row);
  },
  async undoSubmit(c, row) {
    await restore(c, row);
    await refresh(c, row);
  },
  returnedTo: (row, status) => (row.prior ? "approved" : status),
  actions: {
    async void(c, row) {
      await c.sql.query("update target_portfolio set live_key = null where id = $1", [row.id]);
    },
    adjust: async (c, row, input) =>
      approveAgain(c, documentNamed("target_portfolio"), await adjust(c, row, input)),
    copyNext,
  },
};

/** Address of a budget in the console. */
export const budgetPath = (id: string) =>
  `${documentNamed("target_portfolio").screens.detail}?id=${id}&view=1`;
