import type { adDaypart } from "#documents/advertisement/ad-daypart";
import type { RowOf } from "#documents/kit";

/** When campaigns run; no weekday: every day. */
export type DaypartHours = Pick<RowOf<typeof adDaypart>, "fromHour" | "toHour" | "weekdays">;

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
const HOUR = 3_600_000;
/** Longer than any pause between hours of a week. */
const MOST_HOURS = 8 * 24;

/** Do they run at this hour of a day (0 is Sunday)? What runs over midnight is of the day on which it begins. */
export function runsAt({ fromHour, toHour, weekdays }: DaypartHours, day: number, hour: number): boolean {
  const on = (of: number) => {
    const name = DAYS[(of + 7) % 7];
    return !weekdays?.length || (name !== undefined && weekdays.includes(name));
  };
  if (fromHour < toHour) return on(day) && hour >= fromHour && hour < toHour;
  return (on(day) && hour >= fromHour) || (on(day - 1) && hour < toHour);
}

/** What clocks in a zone show. */
function clockIn(zone: string): (at: number) => { day: number; hour: number; minute: number } {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  return (at) => {
    const [day = "", time = ""] = format.format(at).split(" ");
    const [hour, minute] = time.split(":").map(Number);
    return { day: new Date(`${day}T00:00:00Z`).getUTCDay(), hour: hour ?? 0, minute: minute ?? 0 };
  };
}

/** Whether they run at a moment in a zone, and since when it has been so; what never changes is so since the beginning. */
export function periodAt(hours: DaypartHours, zone: string, now: Date): { runs: boolean; since: Date } {
  const clock = clockIn(zone);
  const at = (time: number) => {
    const { day, hour } = clock(time);
    return runsAt(hours, day, hour);
  };
  const minutes = Math.floor(now.getTime() / 60_000);
  const top = (minutes - clock(now.getTime()).minute) * 60_000;
  const runs = at(top);
  for (let back = 1; back <= MOST_HOURS; back++)
    if (at(top - back * HOUR) !== runs) return { runs, since: new Date(top - (back - 1) * HOUR) };
  return { runs, since: new Date(0) };
}
