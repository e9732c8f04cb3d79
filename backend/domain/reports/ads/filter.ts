import dayjs from "dayjs";
import { z } from "zod";
import { isWord } from "#backend/ledgers/facts/ad-statements";
import { adScope } from "#backend/ledgers/facts/scope";
import { literal, Where } from "#backend/platform/db";
import { type Caller, invalid } from "#backend/platform/http";
import { paging } from "#backend/platform/http/paging";
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
const optionalDay = (label: string) => z.preprocess((v) => v || undefined, z.iso.date(`${label}不正确`).optional());
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
    z.coerce.number("topN要填写整数").int().min(10, "topN为10到200").max(200, "topN为10到200").default(100),
  ),
});

export type AdFilter = z.output<typeof filterSchema>;
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
export function periodsOf(filter: AdFilter, yesterday: string): Periods {
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

export type Granularity = "day" | "week" | "month";

/** Days up to 62, weeks up to 186, else months (market.md 6.3). */
export const granularityFor = (days: number): Granularity => (days <= 62 ? "day" : days <= 186 ? "week" : "month");

const DAY = "YYYY-MM-DD";

/** First days of the parts of a period: weeks begin on Monday, months on the first; the first part on its start. */
export function bucketsOf({ start, end }: Period, granularity: Granularity): string[] {
  const found: string[] = [];
  for (let day = dayjs(start); !day.isAfter(end); ) {
    found.push(day.format(DAY));
    if (granularity === "day") day = day.add(1, "day");
    else if (granularity === "month") day = day.startOf("month").add(1, "month");
    else day = day.add((8 - day.day()) % 7 || 7, "day");
  }
  return found;
}

/** The same of a column: the first day of its part inside the period that begins on `start`. */
export const bucketSql = (column: string, start: () => string, granularity: Granularity): string =>
  granularity === "day" ? column : `greatest(date_trunc('${granularity}', ${column})::date, ${start()}::date)`;

export const FACTS = {
  campaign: "fact_ad_campaign_daily",
  product: "fact_ad_product_daily",
  keyword: "fact_ad_keyword_daily",
} as const;
export type Fact = keyof typeof FACTS;

/** The fact that knows what is asked for: campaigns do not tell their products and keywords apart. */
export const factFor = ({ productCode, keyword, matchType }: AdFilter): Fact =>
  productCode ? "product" : keyword || matchType.length ? "keyword" : "campaign";

const like = (value: string) => `%${literal(value)}%`;

/** Keywords asked for: of the fact `f` itself, else campaigns that have such keywords. */
function keywords(where: Where, fact: Fact, { keyword, matchType }: AdFilter) {
  const own = fact === "keyword";
  const of = own ? "f" : "k";
  const parts = [
    ...(keyword ? [[`${of}.keyword_text ilike ?`, like(keyword)] as const] : []),
    ...(matchType.length ? [[`${of}.match_type = any(?)`, matchType] as const] : []),
  ];
  if (!parts.length) return;
  const condition = parts.map(([sql]) => sql).join(" and ");
  const values = parts.map(([, value]) => value);
  if (own) where.and(condition, ...values);
  else
    where.and(
      `c.campaign_id in (select k.campaign_id from ad_keyword k where ${isWord("k.match_type")} and ${condition})`,
      ...values,
    );
}

/** Conditions on the fact `f` and its campaign `c`: data scope and filter form, dates apart. */
export function adWhere(caller: Caller, filter: AdFilter, fact: Fact, { now }: Periods): Where {
  const where = adScope(caller, "c", new Where());
  const { profileIds, adProduct, portfolioId, campaignId, groupId, productCode } = filter;
  if (profileIds.length) where.and("c.profile_id = any(?)", profileIds);
  if (adProduct.length) where.and("c.ad_product = any(?)", adProduct);
  if (portfolioId.length) where.and("c.portfolio_id = any(?::bigint[])", portfolioId);
  if (campaignId.length) where.and("c.campaign_id = any(?::bigint[])", campaignId);
  if (groupId.length) where.and("c.group_id = any(?::bigint[])", groupId);
  keywords(where, fact, filter);
  // Targets that are no words are in their campaign and in the list of 投放.
  if (fact === "keyword") where.and(isWord("f.match_type"));
  if (productCode && fact === "product") where.and("f.product_code ilike ?", like(productCode));
  else if (productCode)
    where.and(
      `c.campaign_id in (select p.campaign_id from ${FACTS.product} p
         where p.rpt_date between ?::date and ?::date and p.product_code ilike ?)`,
      now.start,
      now.end,
      like(productCode),
    );
  return where;
}
