import type { Sql } from "#backend/platform/db";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SHANGHAI_MS = 8 * HOUR_MS;
/** When people work, in hours of Shanghai. */
const [OPENS, CLOSES] = [9, 18];
/** Minutes between two things that are done on a day before: these and up to so many more. */
const [SOON, LATER] = [7, 29];
const PRIME = 7919;

const RealDate = Date;
let current: number | undefined;
/** How far the day itself has come on which the demonstration is made. */
let newest = 0;
/** Between two things that are done on it. */
let step = 0;
/** What is done now is done before that day. */
let before = false;
let steps = 0;

/** The clock of this process, which everything asks that has no other way to know the time. */
const DemoDate = new Proxy(RealDate, {
  construct: (date, given, target) =>
    Reflect.construct(date, given.length || current === undefined ? given : [current], target),
  get: (date, key) => (key === "now" ? () => current ?? date.now() : Reflect.get(date, key)),
});

const hidden = (
  name: string,
) => `create function public.${name}() returns timestamptz stable parallel safe language sql as $$
  select coalesce(nullif(current_setting('demo.now', true), '')::timestamptz, pg_catalog.${name}()) $$;`;

/** What PostgreSQL's own clocks are hidden by in a database where a demonstration is made. */
export const CLOCK_SQL = hidden("now") + hidden("clock_timestamp");

const tell = (sql: Sql) =>
  sql.query("select set_config('demo.now', $1, false)", [new RealDate(current ?? RealDate.now()).toISOString()]);

const dayOf = (time: number) => Math.floor((time + SHANGHAI_MS) / DAY_MS);
const morningOf = (day: number) => day * DAY_MS - SHANGHAI_MS + OPENS * HOUR_MS;
const isWeekend = (day: number) => [0, 6].includes(new RealDate(day * DAY_MS).getUTCDay());

/** The next working moment from here on, so many minutes into its day where that has yet to begin. */
function worked(time: number, minutes: number): number {
  let day = dayOf(time);
  if (!isWeekend(day) && time >= morningOf(day) && time < morningOf(day) + (CLOSES - OPENS) * HOUR_MS) return time;
  if (isWeekend(day) || time >= morningOf(day)) day++;
  while (isWeekend(day)) day++;
  return morningOf(day) + minutes * MINUTE_MS;
}

/** Whether a demonstration is made in a time of its own, in which former months can be lived through. */
export const hasOwnTime = (): boolean => current !== undefined;

/** Lets a moment go by before the next thing is done; nothing but where a demonstration is made. */
export async function passTime(sql: Sql): Promise<void> {
  if (current === undefined) return;
  const minutes = SOON + ((++steps * PRIME) % LATER);
  const next = before ? worked(current + minutes * MINUTE_MS, minutes) : 0;
  before = before && dayOf(next) < dayOf(newest);
  current = before ? next : newest + step;
  if (!before) newest = current;
  await tell(sql);
}

/** What follows is done from this moment on, or on the day of the demonstration where it is not before it. */
export async function goTo(sql: Sql, time: Date): Promise<void> {
  if (current === undefined) return;
  before = dayOf(time.getTime()) < dayOf(newest);
  current = before ? time.getTime() : newest;
  await tell(sql);
}

/**
 * What follows is done so many days ago, at a working hour; on the day of the demonstration itself for 0. Parts
 * of a day are hours of work.
 */
export async function workAgo(sql: Sql, days: number): Promise<void> {
  if (current === undefined) return;
  const whole = Math.ceil(days);
  let day = dayOf(newest) - whole;
  while (whole && isWeekend(day)) day--;
  const minutes = (whole - days) * (CLOSES - OPENS) * 60 + ((++steps * PRIME) % LATER);
  await goTo(sql, new RealDate(whole ? worked(morningOf(day) + minutes * MINUTE_MS, LATER) : newest));
}

/** What follows is done at the next working moment from a time on, or on the day of the demonstration. */
export const workFrom = (sql: Sql, time: Date): Promise<void> =>
  goTo(sql, new RealDate(worked(time.getTime(), (++steps * PRIME) % LATER)));

/** Most days that a weekend takes what is done back by. */
const WEEKEND = 3;

/**
 * What follows is asked for so many days ago; what is paid by the month no further back than in this one, for what came
 * in one is asked for when it is over.
 * @param kind of the request
 */
export const askedAgo = (sql: Sql, kind: string | null, today: string, days: number): Promise<void> =>
  workAgo(sql, kind === "monthly" ? Math.max(0, Math.min(days, Number(today.slice(8)) - 1 - WEEKEND)) : days);

/** What follows is done some days after something else, at the latest on the day before the demonstration's own. */
export const workAfter = (sql: Sql, time: string | Date, days: number): Promise<void> =>
  workAgo(sql, Math.max((newest - new RealDate(time).getTime()) / DAY_MS - days, 0.5));

/**
 * Does `work` in a time of its own that begins at `at` and goes on by `passTime`.
 * @param stepMs between two things that are done on the day itself
 * @returns when it ended
 * @throws Error where that is another day: what is of today would be of yesterday
 */
export async function inOwnTime(at: Date, stepMs: number, sql: Sql, work: () => Promise<void>): Promise<Date> {
  step = stepMs;
  current = at.getTime();
  newest = current;
  before = false;
  steps = 0;
  globalThis.Date = DemoDate;
  try {
    await tell(sql);
    await work();
    if (dayOf(newest) !== dayOf(at.getTime()))
      throw new Error(`more is done than fits into a day: ${new RealDate(newest).toISOString()}`);
    return new RealDate(newest);
  } finally {
    globalThis.Date = RealDate;
    current = undefined;
  }
}
