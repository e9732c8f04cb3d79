/** Parts of a piece that the forecast counts in, so that it adds up exactly. */
const PARTS = 10_000;
/** How far the stock is looked ahead, in days. */
export const HORIZON = 400;

/** Factor of each month on sales, January first. */
export type Season = readonly number[];

/** Weights of the sales of 7, 30 and 90 days. */
export type Weights = readonly [number, number, number];
const WINDOWS = [7, 30, 90] as const;

/** What comes in, days from today; what is overdue comes today. */
export interface Arrival {
  day: number;
  qty: number;
}

export interface ReckonWanted {
  /** yyyy-MM-dd */
  today: string;
  /** Pieces a day without the season. */
  base: number;
  season: Season;
  available: number;
  arrivals: readonly Arrival[];
  /** What is short before this day cannot be mended by an order: something is moved for it. */
  mendedFrom?: number;
  /** From the order to the goods in the place that sells. */
  leadDays: number;
  safetyDays: number;
  /** Days that one order lasts beyond the safety days. */
  coverDays: number;
  /** What must be ordered within so many days is suggested today. */
  reviewDays: number;
  moq: number;
  /** Pieces per carton. */
  pack: number;
}

export interface Reckoned {
  /** Days from today to the first day that stock does not cover; null: none in sight. */
  runOut: number | null;
  /** Days from today to the last day on which an order comes in time; below 0: that day has passed. */
  orderIn: number | null;
  /** Days from today until which the order lasts. */
  until: number;
  /** Pieces that are missing until then, before minimum and cartons. */
  need: number;
  qty: number;
  late: boolean;
  /** What is available does not last the safety days. */
  belowSafety: boolean;
}

const DAY = 86_400_000;

/** Months (0 = January) of days from one on. */
function monthsFrom(day: string, count: number): number[] {
  const start = Date.parse(`${day}T00:00:00Z`);
  return Array.from({ length: count }, (_, d) => new Date(start + d * DAY).getUTCMonth());
}

const calendars = new Map<string, number[]>();

/** Months of days ahead (`days` > 0) or of those before today; every row of a reckoning asks for the same. */
function months(today: string, days: number): number[] {
  const key = `${today}/${days}`;
  const first = new Date(Date.parse(`${today}T00:00:00Z`) + Math.min(days, 0) * DAY);
  const known = calendars.get(key) ?? monthsFrom(first.toISOString().slice(0, 10), Math.abs(days));
  if (calendars.size > HORIZON) calendars.clear();
  calendars.set(key, known);
  return known;
}

/** How many days of an average month a window of days before today counts as. */
function seasonDays(today: string, days: number, season: Season): number {
  return months(today, -days).reduce((sum, month) => sum + (season[month] ?? 1), 0);
}

/** Sales of the windows, each as pieces a day without the season, and what their weights make of them. */
export function baseOf(
  today: string,
  sales: readonly [number, number, number],
  weights: Weights,
  season: Season,
): { daily: number[]; base: number } {
  const daily = WINDOWS.map((days, i) => {
    const counted = seasonDays(today, days, season);
    return counted > 0 ? (sales[i] ?? 0) / counted : 0;
  });
  const all = weights.reduce((a, b) => a + b, 0);
  const weighted = daily.reduce((sum, rate, i) => sum + rate * (weights[i] ?? 0), 0);
  return { daily, base: all > 0 ? Math.round((weighted / all) * PARTS) / PARTS : 0 };
}

/** Sales of a day ahead and what comes in before it, in parts of a piece. */
function forecast({ today, base, season, arrivals }: Pick<ReckonWanted, "today" | "base" | "season" | "arrivals">) {
  const ahead = months(today, 2 * HORIZON);
  const byMonth = Array.from({ length: 12 }, (_, m) => Math.round(base * (season[m] ?? 1) * PARTS));
  const into = new Map<number, number>();
  for (const { day, qty } of arrivals) {
    const on = Math.max(0, day);
    into.set(on, (into.get(on) ?? 0) + Math.round(qty * PARTS));
  }
  return { sold: (day: number) => byMonth[ahead[day] ?? 0] ?? 0, into: (day: number) => into.get(day) ?? 0 };
}

/** The first day that stock does not cover, from the day `from` on. */
function runOutOf(available: number, flow: ReturnType<typeof forecast>, from = 0): number | null {
  let stock = Math.round(available * PARTS);
  for (let day = 0; day < HORIZON; day++) {
    stock += flow.into(day) - flow.sold(day);
    if (day < from) stock = Math.max(0, stock);
    if (stock < 0) return day;
  }
  return null;
}

/**
 * Pieces that an order coming on `from` must bring to last until `until`. What could not be sold before
 * is lost, it does not wait for the goods.
 */
function needOf(available: number, flow: ReturnType<typeof forecast>, from: number, until: number): number {
  let stock = Math.round(available * PARTS);
  let least = 0;
  for (let day = 0; day < until; day++) {
    stock += flow.into(day) - flow.sold(day);
    if (day < from) stock = Math.max(0, stock);
    else least = Math.min(least, stock);
  }
  return Math.ceil(-least / PARTS);
}

/** Pieces that are missing from the day `from` on until `until`, with what is available and comes. */
export const missingUntil = (
  wanted: Pick<ReckonWanted, "today" | "base" | "season" | "available" | "arrivals">,
  from: number,
  until: number,
): number => needOf(wanted.available, forecast(wanted), from, until);

/** At least the minimum, in whole cartons. */
export const rounded = (need: number, moq: number, pack: number): number =>
  need <= 0 ? 0 : Math.ceil(Math.max(need, moq) / Math.max(1, pack)) * Math.max(1, pack);

/**
 * What to order of one SKU for one store, and until when: ordered on the day that it says, stock never
 * runs out while sales are as forecast.
 */
export function reckon(wanted: ReckonWanted): Reckoned {
  const { available, leadDays, safetyDays, coverDays, reviewDays, moq, pack } = wanted;
  const flow = forecast(wanted);
  const runOut = runOutOf(available, flow, wanted.mendedFrom);
  const orderIn = runOut === null ? null : runOut - safetyDays - leadDays;
  const comes = Math.max(0, orderIn ?? 0) + leadDays;
  const until = comes + safetyDays + Math.max(1, coverDays);
  const due = orderIn !== null && orderIn <= reviewDays;
  const need = due ? needOf(available, flow, comes, until) : 0;
  const alone = { sold: flow.sold, into: () => 0 };
  const lasts = runOutOf(available, alone);
  return {
    runOut,
    orderIn,
    until,
    need,
    qty: rounded(need, moq, pack),
    late: orderIn !== null && orderIn < 0,
    belowSafety: lasts !== null && lasts < safetyDays,
  };
}
