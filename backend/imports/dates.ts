/** yyyy-MM-dd out of the ways in which dates are written; anything else stays for the schema to refuse. */
export function dateText(text: string): string {
  const [, y, m, d, rest = ""] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?\s*(.*)$/.exec(text) ??
    /^(\d{4})(\d\d)(\d\d)()$/.exec(text) ??
    [];
  if (!y || !m || !d) return text;
  return `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}${rest && ` ${rest.trim()}`}`;
}

export function timeText(text: string): string {
  const [day = "", clock = ""] = dateText(text).split(/[ T]/);
  if (!clock) return `${day} 00:00:00`;
  const [h = "", m = "00", s = "00"] = clock.split(":");
  return `${day} ${h.padStart(2, "0")}:${m.padStart(2, "0")}:${s.padStart(2, "0")}`;
}
