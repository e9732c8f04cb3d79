import dayjs from "dayjs";
import { monthEnd } from "#backend/platform/values";
import type { ListQuery } from "#documents/kit";
import { profitsOf } from "../cockpit/sums/measures";

/** A span of days, and by how many months it lies before another one where months are meant. */
interface ComparedDays {
  first: string;
  last: string;
  months?: number;
}

const isWhole = (first: string, last: string) => first.endsWith("-01") && last === monthEnd(last);

/** Whole months stay whole: the month before 02-01 to 02-28 is 01-01 to 01-31. */
function monthsBefore(first: string, last: string, months: number): ComparedDays {
  const before = (day: string) => dayjs(day).subtract(months, "month").format("YYYY-MM-DD");
  return { first: before(first), last: isWhole(first, last) ? monthEnd(before(last)) : before(last), months };
}

/**
 * The days that a question is compared with (figures.md D.4): those of the year before, or as many directly before;
 * whole months are compared with as many whole months, and a list by month has each beside the one before it.
 */
export function comparedDays(
  { versus }: ListQuery,
  { first, last }: { first: string; last: string },
  byMonth = false,
): ComparedDays | undefined {
  if (versus === "lastYear") return monthsBefore(first, last, 12);
  if (versus !== "before") return undefined;
  if (byMonth) return monthsBefore(first, last, 1);
  if (isWhole(first, last)) return monthsBefore(first, last, dayjs(last).diff(first, "month") + 1);
  const before = dayjs(first).subtract(1, "day");
  const days = dayjs(last).diff(first, "day");
  return { first: before.subtract(days, "day").format("YYYY-MM-DD"), last: before.format("YYYY-MM-DD") };
}

/**
 * Do the facts of a tenant reach back to a day's month? A span that began before them is no whole one: what is
 * compared with it would look like growth.
 * @param day and `tenant`: SQL
 */
export const reachesBack = (day: string, tenant: string) => `exists (select 1 from fact_trade_month h
  where h.month <= ${day}::date and h.store_id in (select id from store where tenant_id = ${tenant}::bigint))`;

const { INCOME, GROSS, NET } = profitsOf("");
const COMPARED = { income: INCOME, gross: GROSS, net: NET };
const names = Object.keys(COMPARED);

/**
 * Rows beside what the same ones were then; what was there then alone is a row, too: sums are those of both.
 * @param now rows of sums with their key `k`
 * @param then the same of the days before
 * @param sums columns of both
 */
export const besideThen = (now: string, then: string, sums: readonly string[]) => `
  select k, ${sums.map((c) => `coalesce(n.${c}, 0) as ${c}`).join(", ")}, ${names.map((name) => `y.${name}_then`).join(", ")}
  from (${now}) n full join (select k, ${Object.entries(COMPARED)
    .map(([name, sql]) => `${sql} as ${name}_then`)
    .join(", ")} from (${then}) t) y using (k)`;

/** What figures were then, and by how much they changed, in percent; without a comparison nothing is known. */
export const thenColumns = (isCompared: boolean) =>
  Object.entries(COMPARED)
    .map(([name, sql]) =>
      isCompared
        ? `${name}_then, case when round(${name}_then, 2) <> 0
            then round(((${sql}) - ${name}_then) * 100 / abs(${name}_then), 2) end as ${name}_change`
        : `null::numeric as ${name}_then, null::numeric as ${name}_change`,
    )
    .join(", ");

/** A row that was nothing then either is none. */
export const wasThen = names.map((name) => `x.${name}_then <> 0`).join(" or ");
