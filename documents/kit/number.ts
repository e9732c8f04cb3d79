const GROUPED = /^([+-]?\d{1,3})((?:[,，]\d{3})+)(\.\d+)?$/;

/**
 * A number as people write it, without the commas between its groups of thousands: "1,234.50" is
 * 1234.50. Any other comma stays, for the reader to refuse: "1,5" is no number, and not 15.
 */
export function plainNumber(text: string): string {
  const trimmed = text.trim();
  const [, first, groups = "", rest = ""] = GROUPED.exec(trimmed) ?? [];
  return first === undefined ? trimmed : first + groups.replace(/[,，]/g, "") + rest;
}
