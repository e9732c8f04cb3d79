import type { DataState } from "#documents/base/data-status";

/** Days after which what is told daily is missing, and after which a settlement is (figures.md D.8). */
const DAILY_GRACE = 2;
/** 80 hours after a day has ended. */
export const TRAFFIC_GRACE = 5;
const SETTLEMENT_GRACE = 17;

/** What is known of a report that the platform makes of a store's day. */
export interface ReportDays {
  /** Somebody asks for it; else it is uploaded. */
  connected: boolean;
  /** Days that there is something of. */
  known: ReadonlySet<string>;
  /** How the last time ended that a day was asked for. */
  asked: ReadonlyMap<string, "failed" | "empty" | "underWay">;
}

/** What is known of a report on last month, that the platform makes in the second half of this one. */
export interface MonthReport {
  connected: boolean;
  /** Today at the store, 1 to 31. */
  dayOfMonth: number;
  /** Last month that there is something of, 2026-07. */
  came: string | null;
  /** There is something of last month. */
  known: boolean;
  /** How the last time ended that it was asked for. */
  asked: "failed" | "empty" | "underWay" | null;
}

/** A settlement by the days of its store's site, both ends among them. */
export interface SettledSpan {
  first: string;
  last: string;
  posted: boolean;
}

/** What is known of a store, by day of its site. */
export interface StoreFigures {
  /** Today there, and days before it by how many they are. */
  ago(day: string): number;
  /** Days with orders, and with what was spent on ads. */
  ordered: ReadonlySet<string>;
  spent: ReadonlySet<string>;
  orders: {
    connected: boolean;
    /** Last day that was read to its end. */
    through: string | null;
    failed: boolean;
  };
  ads: {
    connected: boolean;
    /** Of each day: some or all reports are there, one failed, one is asked for. */
    days: ReadonlyMap<string, { some: boolean; done: boolean; failed: boolean; underWay: boolean }>;
  };
  settlements: {
    connected: boolean;
    /** Some report of them could not be fetched or read since the last one. */
    failed: boolean;
    spans: readonly SettledSpan[];
  };
  stock: ReportDays;
  ledger: ReportDays;
  traffic: ReportDays;
  listings: ReportDays;
  aged: MonthReport;
}

/** What somebody brings: there where it was brought. */
const byHand = (days: ReadonlySet<string>, day: string, ago: number): DataState =>
  days.has(day) ? "done" : !days.size ? "off" : ago < 1 ? "early" : "empty";

/** Orders of a day: read by a connection up to a day, else there when somebody brought them. */
export function ordersState({ ago, ordered, orders }: StoreFigures, day: string): DataState {
  if (!orders.connected) return byHand(ordered, day, ago(day));
  if (orders.through !== null && day <= orders.through) return ordered.has(day) ? "done" : "empty";
  if (ago(day) < 1) return "early";
  if (orders.failed) return "failed";
  return ago(day) < DAILY_GRACE ? "early" : "missing";
}

/**
 * Advertising of a day: whole when every report of it was read. Where files are uploaded, which need not be of every
 * kind, a day is due from the first one on that any told of.
 */
export function adsState({ ago, spent, ads }: StoreFigures, day: string): DataState {
  const told = ads.days.get(day);
  if (!ads.connected) {
    if (told?.some) return spent.has(day) ? "done" : "empty";
    const begun = [...ads.days].some(([one, { some }]) => some && one < day);
    if (!begun || spent.has(day)) return byHand(spent, day, ago(day));
    return ago(day) < DAILY_GRACE ? "early" : "missing";
  }
  if (told?.done) return spent.has(day) ? "done" : "empty";
  if (told?.failed) return "failed";
  return ago(day) < DAILY_GRACE || told?.underWay ? "early" : "missing";
}

/** A day by the settlement that covers it; until then the fees of its orders are expected ones. */
export function settlementState({ ago, ordered, settlements }: StoreFigures, day: string): DataState {
  const { connected, failed, spans } = settlements;
  const span = spans.find(({ first, last }) => first <= day && day <= last);
  if (span) return span.posted ? "done" : "estimated";
  if (!connected && !spans.length && !ordered.size) return "off";
  if (ago(day) < SETTLEMENT_GRACE) return ordered.has(day) ? "estimated" : "early";
  // Before the first settlement that there is nothing is known to be lacking but for orders.
  const begun = spans.some(({ last }) => last < day);
  if (!begun && !ordered.has(day)) return "empty";
  return failed ? "failed" : "missing";
}

/** A report of a day: there, without data, or missing after so many days; before the first one nobody misses any. */
export function reportState(
  { ago, ordered }: StoreFigures,
  { connected, known, asked }: ReportDays,
  { day, grace = DAILY_GRACE }: { day: string; grace?: number },
): DataState {
  if (known.has(day)) return "done";
  if (!connected) return byHand(known, day, ago(day));
  const last = asked.get(day);
  if (last === "failed" || last === "empty") return last;
  if (ago(day) < grace || last === "underWay") return "early";
  if (!known.size) return ordered.size ? "missing" : "off";
  return [...known].some((one) => one < day) ? "missing" : "empty";
}

/** Days for which what the platform expects to charge holds good. */
const PREVIEW_DAYS = 31;

/** What the platform expects to charge, by the days since it last said so. */
export const previewState = (daysAgo: number | null, sells: boolean): DataState =>
  daysAgo === null ? (sells ? "missing" : "off") : daysAgo > PREVIEW_DAYS ? "missing" : "done";

/** Day of the month after which a report on the last one is missing. */
const MONTH_DUE = 25;

/** A report on last month: there, without data, or missing when it was due; who uploads it does where there was one. */
export function monthState({ connected, dayOfMonth, came, known, asked }: MonthReport): DataState {
  if (known) return "done";
  if (connected && (asked === "failed" || asked === "empty")) return asked;
  if (!connected && !came) return "off";
  return dayOfMonth <= MONTH_DUE || asked === "underWay" ? "early" : "missing";
}
