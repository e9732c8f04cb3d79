import { addDays, daysOf, reportRanges, yearBefore } from "~/text/date";
import { withParams } from "~/ui/url";
import { METRICS } from "./metrics";

/** What the filter form posts; every part of the page keeps it. */
export const FORM_NAMES = [
  ...["startDate", "endDate", "profileIds", "adProduct", "groupId", "matchType", "currency"],
  ...["portfolio", "productCode", "keyword"],
] as const;

/** Filters that only a link sets: a campaign or portfolio that somebody came from. */
export const LINK_NAMES = ["campaignId", "portfolioId"] as const;
const LAST_NAMES = ["lastStartDate", "lastEndDate"] as const;
/** What belongs to one part of the page alone. */
export const PART_NAMES = [
  ...["granularity", "metrics", "metric", "topN", "flag", "quick"],
  ...["orderBy", "order", "current", "size", "columns"],
] as const;

/** Filters of every call (market.md 6.2). */
export const SHARED_NAMES: readonly string[] = [...FORM_NAMES, ...LINK_NAMES, ...LAST_NAMES];

/** Dates the form was made for: as long as they stay, a comparison period of one's own stays too. */
export const BEFORE = "before";

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && addDays(text, 0) === text && text > "2000";

interface Period {
  start: string;
  end: string;
}

/** The period of equal length directly before (market.md 6.2). */
export const periodBefore = ({ start, end }: Period): Period => ({
  start: addDays(start, -daysOf(start, end)),
  end: addDays(start, -1),
});

/** The period of equal length that begins on the same day a year before. */
export function periodLastYear({ start, end }: Period): Period {
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
  for (const name of new Set(given.keys()))
    params[name] = given.getAll(name).filter(Boolean).join(",");
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
