import type { AdStore } from "~/erp/ads.server";
import { addDays, ZONE } from "~/text";

/** "2026-07-01 09:30:15": sorts as text. */
const clockIn = (timeZone: string, now: Date) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(now);

const nameOf = (timeZone: string) =>
  new Intl.DateTimeFormat("zh-CN", { timeZone, timeZoneName: "longGeneric" })
    .formatToParts()
    .find((part) => part.type === "timeZoneName")?.value ?? timeZone;

const BEIJING = "Asia/Shanghai";

export interface ReportZone {
  /** Last whole day of every one of the stores, yyyy-MM-dd. */
  yesterday: string;
  /** The zone that day is counted in, as it is said in Chinese. */
  name: string;
  /** The stores lie in several zones. */
  mixed: boolean;
}

/**
 * Yesterday where the stores are. Of several zones the one where the day comes last counts: a day that is
 * not over in one of the marketplaces would look like a fall. Without stores it is Beijing's.
 */
export function reportZone(stores: readonly Pick<AdStore, "timezone">[], now = new Date()) {
  const zones = [...new Set(stores.map((s) => s.timezone))].filter(Boolean);
  const clocks = (zones.length ? zones : [BEIJING]).map((zone) => [clockIn(zone, now), zone]);
  const [clock = "", zone = BEIJING] = clocks.sort()[0] ?? [];
  const answer: ReportZone = {
    yesterday: addDays(clock.slice(0, 10), -1),
    name: zone === BEIJING ? ZONE : nameOf(zone),
    mixed: zones.length > 1,
  };
  return answer;
}
