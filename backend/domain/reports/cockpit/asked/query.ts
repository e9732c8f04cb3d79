import { z } from "zod";
import { today } from "#backend/platform/values";
import { keysOf } from "#documents/kit";

/** An empty field of a form is no filter. */
const blank = (v: unknown) => (v === "" ? undefined : v);
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blank, schema.optional());

const csv = (pattern: RegExp, message: string) =>
  optional(
    z
      .string()
      .max(2000, message)
      .transform((v) => v.split(",").filter(Boolean))
      .refine((values) => values.every((v) => pattern.test(v)), message),
  );
const ids = (label: string) => csv(/^\d{1,18}$/, `${label}不正确`);
const codes = (label: string) => csv(/^[^\p{Cc}]{1,64}$/u, `${label}不正确`);

/** Filters of every report: values separated by commas. */
export const filters = {
  divisionId: ids("事业部"),
  deptId: ids("部门"),
  groupId: ids("小组"),
  storeId: ids("店铺"),
  regionCode: codes("大区"),
  siteCode: codes("站点"),
  modelCode: codes("型号"),
};
export type FilterName = keyof typeof filters;
export const FILTERS = keysOf(filters);

/** A month as it travels: YYYYMM, in Asia/Shanghai. */
export type Month = string;

/** The month that lies `by` months after (before, when negative). */
export function shift(month: Month, by: number): Month {
  const n = Number(month.slice(0, 4)) * 12 + Number(month.slice(4)) - 1 + by;
  return `${Math.floor(n / 12)}${String((n % 12) + 1).padStart(2, "0")}`;
}

/** All months from..till, both included. */
export function monthsOf(from: Month, till: Month): Month[] {
  const months: Month[] = [];
  for (let month = from; month <= till; month = shift(month, 1)) months.push(month);
  return months;
}

/** `n` months, the last one is `month`. */
export const lastMonths = (month: Month, n: number) => monthsOf(shift(month, 1 - n), month);

/** First day of a month, yyyy-MM-dd. */
export const firstDay = (month: Month) => `${month.slice(0, 4)}-${month.slice(4)}-01`;

/** The running month, whose figures still grow. */
export const thisMonth = (): Month => today().slice(0, 7).replace("-", "");

/** Last closed month: what a report shows when none is asked for (market.md 7.1). */
export const closedMonth = (): Month => shift(thisMonth(), -1);

const MOST_MONTHS = 24;

const month = z.string().regex(/^20\d\d(0[1-9]|1[0-2])$/, "月份不正确");
const ORDERS = [
  "income",
  "netProfit",
  "grossProfit",
  "units",
  "grossProfitPercent",
  "netProfitPercent",
  "refundPercent",
  "adSpendPercent",
] as const;
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
type AskedAsking<T extends z.ZodRawShape> = { [N in keyof T]: z.output<T[N]> } & Omit<Asked, keyof T>;

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
    return { ...query, month: last, months } as AskedAsking<T>;
  });
