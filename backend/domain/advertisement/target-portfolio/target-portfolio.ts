import dayjs from "dayjs";
import {
  createDraft,
  link,
  patch,
  type RuleContext,
  readWhole,
  rules,
  type SourceId,
  transition,
} from "#backend/engine/documents";
import { pickRow } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { dec, r2, rateOf, today } from "#backend/platform/values";
import { targetPortfolio } from "#documents/advertisement/target-portfolio";
import type { DraftOf } from "#documents/kit";
import { adjust, aims, hasBudget, lockPortfolio, onlyOne, requireMonth, requireOwn, restore, weeksOf } from "./adjust";
import { budgetLeft, IN_FORCE, overLimit, refresh, roomOf, spentByWeek } from "./figures";

const submit = transition(targetPortfolio, "submit", {
  lock: async (c, row) => ({ room: await roomOf(c, row), rate: await rateOf(c.sql, c.tenantId, row.currency ?? "") }),
  guard({ row, room }, c) {
    requireOwn(c, row);
    requireMonth(row.yearMonth);
    weeksOf(row.yearMonth, row.budgetAmount, row.weeks);
    return overLimit(room);
  },
  async effect({ sql }, { row, rate }) {
    await patch({ sql }, targetPortfolio, row.id, { exchangeRate: rate });
  },
});

const approved = transition(targetPortfolio, "approved", {
  lock: async (c, row) => ({ room: await roomOf(c, row) }),
  guard: ({ room }) => overLimit(room),
  async effect(c, { row }) {
    await patch(c, targetPortfolio, row.id, { prior: null, priorBudget: 0, warnedFor: null });
    await refresh(c, row);
  },
});

const returned = transition(targetPortfolio, "returned", {
  to: ({ row }, { status }) => (row.prior ? "approved" : status),
  async effect(c, { row }) {
    await restore(c, row);
    await refresh(c, row);
  },
});

const voided = transition(targetPortfolio, "void", {
  async effect({ sql }, { row }) {
    await patch({ sql }, targetPortfolio, row.id, { liveKey: null });
  },
});

const monthAfter = (month: string) =>
  dayjs(`${month.slice(0, 4)}-${month.slice(4)}-01`)
    .add(1, "month")
    .format("YYYYMM");

/** The same budget for the month after, as a draft. */
const copyNext = transition(targetPortfolio, "copyNext", {
  lock: async (c, row) => ({ other: await hasBudget(c, row.portfolioId, monthAfter(row.yearMonth)) }),
  guard({ row, other }) {
    requireMonth(monthAfter(row.yearMonth));
    return onlyOne(other);
  },
  async effect(c, { row }) {
    const { portfolioId, ownerId, budgetAmount, targetAcos, warnRate, remark } = row;
    const made = await createDraft(c, targetPortfolio, {
      yearMonth: monthAfter(row.yearMonth),
      portfolioId,
      ownerId,
      budgetAmount,
      targetAcos,
      warnRate,
      remark,
    });
    const type = "target_portfolio";
    await link(c, { type, id: row.id }, { type, id: made.id });
  },
});

/** Next month's budget of a portfolio, as this month's is. @throws Refusal 409 when there is one */
async function prefill(c: RuleContext, { portfolioId: [id] = [] }: { portfolioId?: readonly SourceId[] }) {
  if (!id) return {};
  const month = today().slice(0, 7).replace("-", "");
  const yearMonth = monthAfter(month);
  if (await hasBudget(c, id, yearMonth)) throw conflict("该组合下月已有预算");
  const like = await c.sql.one<{ budgetAmount: string; targetAcos: string; warnRate: string }>(
    `select ${IN_FORCE} as "budgetAmount", target_acos as "targetAcos", warn_rate as "warnRate"
     from target_portfolio t where tenant_id = $1 and live_key = $2 and del_flag = 0`,
    [c.tenantId, `${id}/${month}`],
  );
  const portfolio = await pickRow<{ name: string }>(c.sql, "ad_portfolio", id, ["name"]);
  return { portfolioId: id, portfolioName: portfolio?.name, yearMonth, ...like };
}

/** 目标组合 (market.md 6.4). */
export const budgetRules = rules(targetPortfolio, {
  async enrichOne(c, row) {
    const spent = new Map((await spentByWeek(c.sql, row)).map((w) => [w.id, w.actual]));
    for (const week of row.weeks) Object.assign(week, { actual: spent.get(week.id) });
  },
  async beforeSave(c, next, before) {
    const whole: DraftOf<typeof targetPortfolio> = { ...before, ...next };
    if (whole.yearMonth !== before?.yearMonth) requireMonth(whole.yearMonth);
    const { deptId, ...portfolio } = await lockPortfolio(c, whole.portfolioId);
    const { portfolioId, yearMonth, budgetAmount, targetAcos } = whole;
    const twice = onlyOne(await hasBudget(c, portfolioId, yearMonth, before?.id));
    if (twice) throw twice;
    Object.assign(next, portfolio, aims(budgetAmount, targetAcos), {
      ...(deptId && { deptId }),
      ownerId: whole.ownerId ?? c.caller.userId,
      warnRate: whole.warnRate ?? "80",
      liveKey: `${portfolioId}/${yearMonth}`,
      weeks: weeksOf(yearMonth, budgetAmount, whole.weeks ?? []),
      revision: before?.revision || 1,
    });
  },
  afterSave: (c, id, next, before) => refresh(c, { id, yearMonth: next.yearMonth ?? before?.yearMonth ?? "" }),
  // An adjustment has just written another budget.
  async flowFlags(c, { id }) {
    const row = await readWhole(c, targetPortfolio, id, { anyScope: true });
    const rate = await rateOf(c.sql, c.tenantId, row.currency ?? "");
    return { amountCny: r2(dec(row.budgetAmount).times(rate)), adjusted: !!row.prior };
  },
  budget: budgetLeft,
  prefill,
  transitions: [submit, approved, returned, voided, adjust, copyNext],
});

/** Address of a budget in the console. */
export const budgetPath = (id: string) => `${targetPortfolio.screens.detail}?id=${id}&view=1`;
