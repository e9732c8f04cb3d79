const DAY = 86_400_000;

/** Wall clock of Asia/Shanghai, `days` from now: supply.md 0.8. */
const clock = (days: number): string => new Date(Date.now() + 8 * 3_600_000 + days * DAY).toISOString();

/** Today in Asia/Shanghai, yyyy-MM-dd; `days` later where said. */
export const today = (days = 0): string => clock(days).slice(0, 10);

/** Now in Asia/Shanghai as it travels: yyyy-MM-dd HH:mm:ss. */
export const now = (): string => clock(0).slice(0, 19).replace("T", " ");

/** Last day of the month of a day: 2026-02-10 is 2026-02-28. */
export function monthEnd(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
