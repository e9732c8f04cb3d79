import { z } from "zod";
import { type FilterName, filters, optional } from "./filters";
import { closedMonth, type Month, monthsOf, thisMonth } from "./months";

const MOST_MONTHS = 24;

const month = z.string().regex(/^20\d\d(0[1-9]|1[0-2])$/, "月份不正确");
const ORDERS = ["income", "netProfit", "grossProfit", "units"] as const;
export const orderBy = optional(z.enum(ORDERS, "排序字段不正确")).default("income");
export type OrderBy = z.output<typeof orderBy>;
export const order = optional(z.enum(["asc", "desc"], "排序方向不正确")).default("desc");

const shape = z.object({
  reportMonth: optional(month),
  startMonth: optional(month),
  endMonth: optional(month),
  ...filters,
});

/** The question with what a call asks besides; a field of its own takes the place of a filter. */
type Asking<T extends z.ZodRawShape> = { [N in keyof T]: z.output<T[N]> } & Omit<Asked, keyof T>;

/** Months and filters of one question; `month` is the last of `months`. */
export interface Asked extends Partial<Record<FilterName, string[]>> {
  month: Month;
  months: Month[];
}

/**
 * Query of every cockpit call (market.md 7.1): reportMonth, or startMonth and endMonth; without either
 * the last closed month. Refused: a month that has not begun, half a range, more than 24 months.
 */
export const asking = <T extends z.ZodRawShape>(more: T) =>
  shape.extend(more).transform((query, ctx) => {
    const { reportMonth, startMonth, endMonth } = query as z.output<typeof shape>;
    const refuse = (path: string, message: string) => {
      ctx.addIssue({ code: "custom", path: [path], message });
      return z.NEVER;
    };
    if (!startMonth !== !endMonth) return refuse("startMonth", "请选择开始月份和结束月份");
    const last = endMonth ?? reportMonth ?? closedMonth();
    const first = startMonth ?? last;
    if (last > thisMonth()) return refuse("reportMonth", "月份不能晚于本月");
    if (first > last) return refuse("startMonth", "开始月份不能晚于结束月份");
    const months = monthsOf(first, last);
    if (months.length > MOST_MONTHS) return refuse("startMonth", `最多查询${MOST_MONTHS}个月`);
    return { ...query, month: last, months } as Asking<T>;
  });
