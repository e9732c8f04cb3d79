import { decimalText, divideDecimal, sumDecimals } from "~/text/decimal";
import { formatNumber } from "~/text/format";
import { DASH } from "~/text/plain";
import type { SummaryKind } from "./column";

/** Sums that the server worked out over the whole filtered set, by column key. */
export type Totals = Record<string, Total>;
/** One sum, or one for each currency. */
type Total = string | number | Readonly<Record<string, string>> | null | undefined;

/** What one summary cell says: 计数:n, 平均:x.xx, Σ:x.xx, or a line with CNY x.xx for each currency. */
export function summaryText(kind: SummaryKind | undefined, value: Total) {
  if (!kind || value === null || value === undefined) return DASH;
  if (typeof value === "object") {
    const sums = Object.entries(value);
    return sums.length
      ? sums.map(([name, sum]) => <div key={name}>{`${name} ${formatNumber(sum, 2)}`}</div>)
      : DASH;
  }
  if (kind === "count") return `计数:${value}`;
  return `${kind === "avg" ? "平均:" : "Σ:"}${formatNumber(value, 2)}`;
}

/**
 * Summary of the rows at hand: count, average (2 decimals) or exact sum of one column. What is
 * missing does not count, as in the sums over the whole set.
 */
export function summarize(kind: SummaryKind, values: readonly unknown[]): string {
  const texts = values.flatMap((v) => (v === null || v === undefined || v === "" ? [] : String(v)));
  if (kind === "count") return String(texts.length);
  const sum = sumDecimals(texts);
  if (kind === "sum") return decimalText(divideDecimal(sum, 1n, 2));
  return decimalText(divideDecimal(sum, BigInt(texts.length || 1), 2));
}
