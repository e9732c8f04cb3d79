import type { Sql } from "#backend/platform/db";

/** Between two things that are done. */
const STEP_MS = 25_000;

const RealDate = Date;
let current: number | undefined;

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

/** Lets a moment go by before the next thing is done; nothing but where a demonstration is made. */
export async function passTime(sql: Sql): Promise<void> {
  if (current === undefined) return;
  current += STEP_MS;
  await tell(sql);
}

/** Does `work` in a time of its own that begins at `at` and goes on by `passTime`. @returns and when it ended */
export async function inOwnTime(at: Date, sql: Sql, work: () => Promise<void>): Promise<Date> {
  current = at.getTime();
  globalThis.Date = DemoDate;
  try {
    await tell(sql);
    await work();
    return new RealDate(current);
  } finally {
    globalThis.Date = RealDate;
    current = undefined;
  }
}
