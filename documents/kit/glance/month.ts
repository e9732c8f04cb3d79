/** A month as people read it: 202612 is 2026-12. */
export const monthSaid = (value: unknown): string => String(value ?? "").replace(/^(\d{4})(\d\d)$/, "$1-$2");

/** A month as it is kept: 2026-12, 2026/12 and 2026年12月 are 202612, a year alone stays one. */
export const monthRead = (typed: string): string =>
  typed
    .trim()
    .replace(/^(\d{4})[-/.年](\d{0,2})月?$/, (_, year, month) => year + (month ? month.padStart(2, "0") : ""));
