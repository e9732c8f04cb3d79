import dayjs from "dayjs";
import type { targetPortfolio } from "#documents/advertisement/target-portfolio";
import { monthDays, spreadByDays } from "#documents/advertisement/weeks";
import type { LineDraft } from "#documents/kit";
import { invalid } from "../../../http/refusal";
import { allocate, dec, sum } from "../../../values/money";

type Week = LineDraft<typeof targetPortfolio, "weeks">;
type Text = string | null | undefined;

const next = (day: Text) => dayjs(day).add(1, "day").format("YYYY-MM-DD");

/**
 * Weeks of a budget in their order, numbered; none given: spread by days.
 * @throws Refusal 400 unless they cover the month without gap and add up to the budget (market.md 6.4)
 */
export function weeksOf(yearMonth: Text, budget: Text, given: readonly Week[]): Week[] {
  const month = monthDays(yearMonth);
  if (!month) throw invalid("月份不正确", { yearMonth: "月份不正确" });
  const weeks: Week[] = given.length
    ? [...given].sort((a, b) => (a.startDate ?? "").localeCompare(b.startDate ?? ""))
    : spreadByDays(yearMonth, budget).map((w) => ({ ...w }));
  const whole =
    weeks[0]?.startDate === month.first &&
    weeks.at(-1)?.endDate === month.last &&
    weeks.every(
      (w, i) =>
        (w.startDate ?? "") <= (w.endDate ?? "") &&
        (i === 0 || w.startDate === next(weeks[i - 1]?.endDate)),
    );
  if (!whole) throw invalid("周预算的起止日期须首尾相接，正好覆盖整月");
  if (!dec(sum(weeks.map((w) => w.amount))).eq(dec(budget)))
    throw invalid("周预算合计须等于月预算");
  return weeks.map((w, i) => ({ ...w, weekNo: i + 1 }));
}

/** Another budget over the same weeks, in the proportion that they had. */
export const respread = (budget: string, weeks: readonly { amount: string }[]): string[] =>
  allocate(
    budget,
    weeks.map((w) => w.amount),
  );
