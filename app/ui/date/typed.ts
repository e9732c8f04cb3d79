const DAY = /^(?:(\d{4})[-/.年 ]?)?(\d{1,2})[-/.月 ]?(\d{1,2})日?(?:[ T]{1,3}(\d{1,2})[:：](\d{2})(?:[:：]\d{2})?)?$/;

const two = (n: number) => String(n).padStart(2, "0");

/**
 * A day as people type it (2026-3-5, 2026/3/5, 20260305, 3月5日), as yyyy-MM-dd; with `time` and HH:mm,
 * midnight unless said. Null for a day that the calendar has not.
 * @param year Meant where none is typed.
 */
export function typedDay(text: string, time: boolean, year: number): string | null {
  const found = DAY.exec(text.trim());
  if (!found) return null;
  const [y, m, d, h, min] = found.slice(1).map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(y || year, (m ?? 0) - 1, d));
  if (date.getUTCMonth() + 1 !== m || date.getUTCDate() !== d) return null;
  if ((h ?? 0) > 23 || (min ?? 0) > 59) return null;
  const day = `${y || year}-${two(m)}-${two(d ?? 0)}`;
  return time ? `${day} ${two(h ?? 0)}:${two(min ?? 0)}` : day;
}
