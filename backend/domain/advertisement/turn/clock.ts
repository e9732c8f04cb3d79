const HOUR = 3_600_000;
/** Longer than any pause between hours of a week. */
const MOST_HOURS = 8 * 24;

/** What clocks in a zone show; day 0 is Sunday. */
function clockIn(zone: string): (at: number) => { day: number; hour: number; minute: number } {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  return (at) => {
    const [day = "", time = ""] = format.format(at).split(" ");
    const [hour, minute] = time.split(":").map(Number);
    return { day: new Date(`${day}T00:00:00Z`).getUTCDay(), hour: hour ?? 0, minute: minute ?? 0 };
  };
}

/**
 * What is so at a moment in a zone, by the day and hour that its clocks show, and since when; what never changes is so since
 * the beginning.
 */
export function soIn<V>(
  zone: string,
  now: Date,
  of: (day: number, hour: number) => V,
): { readonly value: V; readonly since: Date } {
  const clock = clockIn(zone);
  const at = (time: number) => {
    const { day, hour } = clock(time);
    return of(day, hour);
  };
  const minutes = Math.floor(now.getTime() / 60_000);
  const top = (minutes - clock(now.getTime()).minute) * 60_000;
  const value = at(top);
  for (let back = 1; back <= MOST_HOURS; back++)
    if (at(top - back * HOUR) !== value) return { value, since: new Date(top - (back - 1) * HOUR) };
  return { value, since: new Date(0) };
}
