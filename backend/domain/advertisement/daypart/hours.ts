import type { adDaypart } from "#documents/advertisement/ad-daypart";
import type { RowOf } from "#documents/kit";
import { soIn } from "../turn/clock";

/** When campaigns run; no weekday: every day. */
export type DaypartHours = Pick<RowOf<typeof adDaypart>, "fromHour" | "toHour" | "weekdays">;

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** Do they run at this hour of a day (0 is Sunday)? What runs over midnight is of the day on which it begins. */
export function runsAt({ fromHour, toHour, weekdays }: DaypartHours, day: number, hour: number): boolean {
  const on = (of: number) => {
    const name = DAYS[(of + 7) % 7];
    return !weekdays?.length || (name !== undefined && weekdays.includes(name));
  };
  if (fromHour < toHour) return on(day) && hour >= fromHour && hour < toHour;
  return (on(day) && hour >= fromHour) || (on(day - 1) && hour < toHour);
}

/** Whether they run at a moment in a zone, and since when it has been so; what never changes is so since the beginning. */
export function periodAt(hours: DaypartHours, zone: string, now: Date): { runs: boolean; since: Date } {
  const { value, since } = soIn(zone, now, (day, hour) => runsAt(hours, day, hour));
  return { runs: value, since };
}
