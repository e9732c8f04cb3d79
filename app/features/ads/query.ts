import { keysOf } from "#documents/kit";
import type { AdPart } from "~/erp/ads.server";
import { addDays, daysOf, reportRanges, yearBefore } from "~/text";
import { type Params, withParams } from "~/ui";
import { METRICS } from "./metrics";

/** What the filter form posts; every part of the page keeps it. */
export const FORM_NAMES = [
  "startDate",
  "endDate",
  "profileIds",
  "adProduct",
  "groupId",
  "matchType",
  "currency",
  "portfolio",
  "productCode",
  "keyword",
] as const;

/** Filters that only a link sets: a campaign or portfolio that somebody came from. */
export const LINK_NAMES = ["campaignId", "portfolioId"] as const;
const LAST_NAMES = ["lastStartDate", "lastEndDate"] as const;
/** What belongs to one part of the page alone. */
export const PART_NAMES = [
  "granularity",
  "metrics",
  "metric",
  "topN",
  "flag",
  "quick",
  "orderBy",
  "order",
  "current",
  "size",
  "columns",
] as const;

/** Filters of every call (market.md 6.2). */
export const SHARED_NAMES: readonly string[] = [...FORM_NAMES, ...LINK_NAMES, ...LAST_NAMES];

/** Dates the form was made for: as long as they stay, a comparison period of one's own stays too. */
export const BEFORE = "before";

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && addDays(text, 0) === text && text > "2000";

interface AdPeriod {
  start: string;
  end: string;
}

/** The period of equal length directly before (market.md 6.2). */
export const periodBefore = ({ start, end }: AdPeriod): AdPeriod => ({
  start: addDays(start, -daysOf(start, end)),
  end: addDays(start, -1),
});

/** The period of equal length that begins on the same day a year before. */
export function periodLastYear({ start, end }: AdPeriod): AdPeriod {
  const first = yearBefore(start);
  return { start: first, end: addDays(first, daysOf(start, end) - 1) };
}

/**
 * The one address of a state of the report: values of one name joined, empty ones gone, both periods
 * written out. Dates that make no period are left for the backend to refuse.
 * @param yesterday last day that may be shown, yyyy-MM-dd: the default is the 7 days up to it
 */
export function canonical(url: string, yesterday: string): string {
  const [path = "", query = ""] = url.split("?", 2);
  const given = new URLSearchParams(query);
  const params: Record<string, string> = {};
  for (const name of new Set(given.keys())) params[name] = given.getAll(name).filter(Boolean).join(",");
  if (!params.startDate && !params.endDate) {
    const week = reportRanges(addDays(yesterday, 1))[1];
    Object.assign(params, { startDate: week?.start, endDate: week?.end });
  }
  const { startDate: start = "", endDate: end = "", [BEFORE]: before } = params;
  delete params[BEFORE];
  if (params.currency === "USD") delete params.currency;
  const moved = before !== undefined && before !== `${start},${end}`;
  const whole = isDay(start) && isDay(end) && start <= end;
  if (whole && (moved || !params.lastStartDate || !params.lastEndDate)) {
    const last = periodBefore({ start, end });
    Object.assign(params, { lastStartDate: last.start, lastEndDate: last.end });
  }
  return withParams(path, params);
}

/** Series that the report shows before anybody chose. */
const FIRST_METRICS = ["spend", "sales", "acos"];

/** The chosen series in the order of the metrics, never none. */
export function chosenMetrics(text: string | null | undefined): string[] {
  const wanted = (text ?? "").split(",");
  const found = METRICS.map((m) => m.key).filter((key) => wanted.includes(key));
  return found.length ? found : FIRST_METRICS;
}

/** The series after a press on one of them; null when it is the last one, which stays. */
export function toggled(chosen: readonly string[], key: string): string[] | null {
  const next = chosen.includes(key) ? chosen.filter((k) => k !== key) : [...chosen, key];
  return next.length ? chosenMetrics(next.join(",")) : null;
}

/** Another part of the report with the same filters; what belonged to this part alone is left behind. */
export const partHref = (url: string, part: AdPart, patch: Params = {}): string =>
  withParams(url, {
    ...Object.fromEntries(PART_NAMES.map((name) => [name, null])),
    tab: part === "report" ? null : part,
    ...patch,
  });

/** The file of what is shown: the same query, less its page. */
export function fileHref(url: string, part: AdPart): string {
  const query = withParams(url, { tab: null, metrics: null, current: null, size: null });
  return `/export/advertisement/${part}?${query.split("?")[1] ?? ""}`;
}

const ROWS = ["orderBy", "order", "current", "size"];

/** The six parts of the report page: label, and what its call takes beside the shared filters. */
export const AD_PARTS: Record<AdPart, { label: string; takes: readonly string[] }> = {
  report: { label: "广告报表", takes: ["granularity"] },
  compared: { label: "数据对比", takes: [] },
  listing: { label: "产品列表", takes: ROWS },
  change: { label: "活动变化", takes: [...ROWS, "flag", "quick"] },
  keyword: { label: "关键词变化", takes: [...ROWS, "flag", "quick"] },
  wordcloud: { label: "词云", takes: ["metric", "topN"] },
};

/** The part that an address shows; the report unless it names another. */
export const partOf = (tab: string | null | undefined): AdPart =>
  keysOf(AD_PARTS).find((part) => part === tab) ?? "report";

/** What of an address the call of its part is asked with. */
export function callParams(part: AdPart, params: URLSearchParams): Record<string, string> {
  const names = [...SHARED_NAMES, ...AD_PARTS[part].takes];
  return Object.fromEntries(names.map((n) => [n, params.get(n) ?? ""]).filter(([, v]) => v));
}
