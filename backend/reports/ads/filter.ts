import dayjs from "dayjs";
import { z } from "zod";
import { paging } from "../../http/paging";
import { invalid } from "../../http/refusal";
import { SUMS } from "./metrics";

const LONGEST = 365;
const csv = (one: RegExp, message: string) =>
  z.preprocess(
    (v) => (Array.isArray(v) ? v.join(",") : v),
    z
      .string()
      .max(4000)
      .optional()
      .transform((v) => [...new Set((v ?? "").split(",").filter(Boolean))].sort())
      .refine((v) => v.every((x) => one.test(x)), message),
  );
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .optional()
    .transform((v) => v?.replaceAll("\0", "") || undefined);
const day = (label: string) => z.iso.date(`请选择${label}`);
const optionalDay = (label: string) =>
  z.preprocess((v) => v || undefined, z.iso.date(`${label}不正确`).optional());
const ids = csv(/^\d{1,18}$/, "编号不正确");
const choice = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  z.preprocess((v) => v || undefined, z.enum(values).default(fallback));

/** The filter form of every report call (market.md 6.2). Lists are comma separated; their order says nothing. */
export const filterSchema = z.object({
  startDate: day("开始日期"),
  endDate: day("结束日期"),
  lastStartDate: optionalDay("对比开始日期"),
  lastEndDate: optionalDay("对比结束日期"),
  profileIds: csv(/^[\w-]{1,40}$/, "店铺不正确"),
  adProduct: csv(/^S[PBD]$/, "广告类型不正确"),
  portfolioId: ids,
  campaignId: ids,
  groupId: ids,
  productCode: text(50),
  matchType: csv(/^(BROAD|PHRASE|EXACT)$/, "匹配类型不正确"),
  keyword: text(100),
  currency: z.preprocess(
    (v) => v || undefined,
    z
      .string()
      .regex(/^[A-Z]{3}$/, "币种不正确")
      .default("USD"),
  ),
  orderBy: text(40),
  order: choice(["desc", "asc"], "desc"),
});

export const pageSchema = filterSchema.extend({
  ...paging(),
  /** Only these kinds of change. */
  flag: csv(/^(up|down|new|stopped)$/, "变化类型不正确"),
  quick: csv(/^(noConversion|aboveTarget)$/, "快捷筛选不正确"),
});
export const trendSchema = filterSchema.extend({
  granularity: z.preprocess((v) => v || undefined, z.enum(["day", "week", "month"]).optional()),
});
export const cloudSchema = filterSchema.extend({
  metric: choice(SUMS, "impressions"),
  topN: z.preprocess(
    (v) => v || undefined,
    z.coerce
      .number("topN要填写整数")
      .int()
      .min(10, "topN为10到200")
      .max(200, "topN为10到200")
      .default(100),
  ),
});

export type Filter = z.output<typeof filterSchema>;
export type PageFilter = z.output<typeof pageSchema>;

export interface Period {
  start: string;
  end: string;
}
export interface Periods {
  now: Period;
  last: Period;
  /** Days of each. */
  days: number;
}

const daysOf = (start: string, end: string) => dayjs(end).diff(dayjs(start), "day") + 1;
const refuse = (field: string, message: string) => invalid(message, { [field]: message });

/**
 * The asked period and the one that it is compared with: of equal length, directly before unless given.
 * @param yesterday last day that has ended in every one of the marketplaces
 * @throws Refusal 400 with the sentence of market.md 6.2
 */
export function periodsOf(filter: Filter, yesterday: string): Periods {
  const { startDate: start, endDate: end, lastStartDate, lastEndDate } = filter;
  if (start > end) throw refuse("endDate", "开始日期不能晚于结束日期");
  if (end > yesterday) throw refuse("endDate", "结束日期不能晚于昨天");
  const days = daysOf(start, end);
  if (days > LONGEST) throw refuse("startDate", `查询范围不能超过${LONGEST}天`);
  const before = (n: number) => dayjs(start).subtract(n, "day").format("YYYY-MM-DD");
  const last = { start: lastStartDate ?? before(days), end: lastEndDate ?? before(1) };
  if (daysOf(last.start, last.end) !== days) throw refuse("lastEndDate", "对比周期天数不一致");
  return { now: { start, end }, last, days };
}
