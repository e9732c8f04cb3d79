/** Parts of a piece that the forecast counts in, so that it adds up exactly. */
const PARTS = 10_000;
/** How far the stock is looked ahead, in days. */
export const HORIZON = 400;

/** How far back a base looks, in days. */
export const BASE_DAYS = 90;

/**
 * Factor of each month on sales, January first. With `begins` they are those of weeks: the first one begins so many
 * days from today, and again when all are over.
 */
export interface Season extends ReadonlyArray<number> {
  begins?: number;
}

/** Weights of the sales of 7, 30 and 90 days. */
export type Weights = readonly [number, number, number];
const WINDOWS = [7, 30, BASE_DAYS] as const;

/** What comes in, days from today; what is overdue comes today. */
export interface Arrival {
  day: number;
  qty: number;
}

/** What sells besides on a day ahead: a promotion that is coming. */
export interface ReckonExtra {
  day: number;
  qty: number;
}

export interface ReckonWanted {
  /** yyyy-MM-dd */
  today: string;
  /** Pieces a day without the season. */
  base: number;
  season: Season;
  extra?: readonly ReckonExtra[];
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

const calendars = new Map<string, readonly number[]>();

/** Months (0 = January) of the days that are looked at, from the first one of a base on; every row asks for the same. */
function monthsAround(today: string): readonly number[] {
  const first = Date.parse(`${today}T00:00:00Z`) - BASE_DAYS * DAY;
  const known =
    calendars.get(today) ??
    Array.from({ length: BASE_DAYS + 2 * HORIZON }, (_, d) => new Date(first + d * DAY).getUTCMonth());
  if (calendars.size > HORIZON) calendars.clear();
  calendars.set(today, known);
  return known;
}

/** Factors of a season, and which of them a day has: from today on, below 0 before. */
function factorsOf(today: string, season: Season): { factors: readonly number[]; at: (day: number) => number } {
  const { begins } = season;
  if (begins !== undefined) {
    const days = 7 * season.length;
    return { factors: season, at: (day) => Math.floor(((((day - begins) % days) + days) % days) / 7) };
  }
  const months = monthsAround(today);
  return { factors: season, at: (day) => months[day + BASE_DAYS] ?? 0 };
}

/** How strong a day sells: from today on, below 0 before. */
export function factorOn(today: string, season: Season, day: number): number {
  const { factors, at } = factorsOf(today, season);
  return factors[at(day)] ?? 1;
}

/**
 * Sales of the windows, each as pieces a day without the season, and what their weights make of them: a window of
 * which days are left out weighs by what is left of it. Nobody knows what a window of none would have sold.
 * @param sales without those of the days that are left out
 * @param leftOut how many days ago they were
 */
export function baseOf(
  today: string,
  sales: readonly [number, number, number],
  weights: Weights,
  season: Season,
  leftOut: readonly number[] = [],
): { daily: (number | null)[]; base: number | null } {
  const { factors, at } = factorsOf(today, season);
  const without = new Set(leftOut);
  const daily: (number | null)[] = [];
  let [all, weighted] = [0, 0];
  for (const [i, window] of WINDOWS.entries()) {
    let [days, counted] = [0, 0];
    for (let ago = 1; ago <= window; ago++) {
      if (without.has(ago)) continue;
      days++;
      counted += factors[at(-ago)] ?? 1;
    }
    const rate = counted > 0 ? (sales[i] ?? 0) / counted : null;
    daily.push(days && rate === null ? 0 : rate);
    const weight = ((weights[i] ?? 0) * days) / window;
    all += weight;
    weighted += weight * (rate ?? 0);
  }
  if (all > 0) return { daily, base: Math.round((weighted / all) * PARTS) / PARTS };
  return { daily, base: weights.some((weight) => weight > 0) ? null : 0 };
}

type Ahead = Pick<ReckonWanted, "today" | "base" | "season" | "extra">;

/** Sales of a day ahead and what comes in before it, in parts of a piece. */
function forecast({ today, base, season, extra = [], arrivals }: Ahead & Pick<ReckonWanted, "arrivals">) {
  const { factors, at } = factorsOf(today, season);
  const usual = factors.map((factor) => Math.round(base * factor * PARTS));
  const sumOf = (rows: readonly ReckonExtra[]) => {
    const sums = new Map<number, number>();
    for (const { day, qty } of rows) {
      const on = Math.max(0, day);
      sums.set(on, (sums.get(on) ?? 0) + Math.round(qty * PARTS));
    }
    return sums;
  };
  const [into, more] = [sumOf(arrivals), sumOf(extra)];
  return {
    sold: (day: number) => (usual[at(day)] ?? 0) + (more.get(day) ?? 0),
    into: (day: number) => into.get(day) ?? 0,
  };
}

/** Pieces that are sold from one day ahead on until before another one. */
export function soldAhead(wanted: Ahead, from: number, until: number): number {
  const { sold } = forecast({ ...wanted, arrivals: [] });
  let sum = 0;
  for (let day = from; day < until; day++) sum += sold(day);
  return sum / PARTS;
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
  wanted: Ahead & Pick<ReckonWanted, "available" | "arrivals">,
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
