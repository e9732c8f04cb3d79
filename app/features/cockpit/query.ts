import { z } from "zod";
import { months, today } from "~/text";
import { type Params, withParams } from "~/ui";
import { tradeTables } from "./trade-columns";

/** Filters of every page of the cockpit, by the names that the calls take too. */
export const FILTERS = [
  ...(["divisionId", "deptId", "groupId", "regionCode", "siteCode", "modelCode"] as const),
] as const;
export type CockpitFilterName = (typeof FILTERS)[number];
export type Filters = Partial<Record<CockpitFilterName, string>>;

const MONTH = /^20\d\d(0[1-9]|1[0-2])$/;
const text = z.string().trim().min(1).max(64).optional().catch(undefined);
const month = z.string().regex(MONTH).optional().catch(undefined);
const page = z.coerce.number().int().min(1).max(1_000_000).catch(1);

const filters = Object.fromEntries(FILTERS.map((name) => [name, text])) as Record<CockpitFilterName, typeof text>;

const overview = z.object({
  reportMonth: month,
  ...filters,
  /** Which measure the rankings go by. */
  by: z.enum(["income", "netProfit"]).catch("income"),
  /** asc: the last come first (末位). */
  order: z.enum(["asc", "desc"]).catch("desc"),
  current: page,
  /** The group whose 13 months are open. */
  group: text,
});

/** The calls sort by what the columns of the reports are called. */
const SORTS = tradeTables.group.leaves.flatMap(({ column }) => (column.sortable ? [column.key] : []));
const trade = z.object({
  reportMonth: month,
  startMonth: month,
  endMonth: month,
  ...filters,
  by: z.enum(["group", "dept", "model"]).catch("group"),
  orderBy: z.enum(SORTS).catch("income"),
  order: z.enum(["asc", "desc"]).catch("desc"),
  current: page,
  size: z.coerce.number().int().min(1).max(100).catch(20),
  /** Departments that stand open, with commas. */
  open: z.string().max(500).catch(""),
});
export type OverviewQuery = z.output<typeof overview>;
export type TradeQuery = z.output<typeof trade>;

const given = (url: URL) => Object.fromEntries(url.searchParams);

/** State of the overview; the month is the last closed one unless the address names another. */
export function overviewQuery(url: URL, day = today()) {
  const query = overview.parse(given(url));
  return { ...query, reportMonth: query.reportMonth ?? lastClosed(day) };
}

/** State of the trade report: from one month to another, in the right order. */
export function tradeQuery(url: URL, day = today()) {
  const { reportMonth, ...query } = trade.parse(given(url));
  const one = reportMonth ?? lastClosed(day);
  const ends = [query.startMonth ?? query.endMonth ?? one, query.endMonth ?? query.startMonth ?? one];
  const [startMonth = one, endMonth = one] = ends.sort();
  return { ...query, startMonth, endMonth };
}

const HISTORY = 24;

/** Months that one can choose, newest first: those that are closed. */
export const closedMonths = (day = today()): string[] =>
  months(day, HISTORY + 1)
    .slice(0, HISTORY)
    .reverse();

/** The month that has not ended: its figures still grow. */
export const runningMonth = (day = today()): string => months(day, 1)[0] ?? "";

const lastClosed = (day: string): string => closedMonths(day)[0] ?? "";

/** 202506 → 2025-06. */
export const monthText = (value: string) => `${value.slice(0, 4)}-${value.slice(4)}`;

/** The filters alone. */
export const filtersOf = (query: Filters): Filters => Object.fromEntries(FILTERS.map((name) => [name, query[name]]));

/** The address of a page of the cockpit with the filters as they are, some things changed. */
export const carry = (path: string, query: Filters, patch: Params): string =>
  withParams(path, { ...filtersOf(query), ...patch });
