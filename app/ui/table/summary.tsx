import { decimalText, divideDecimal, sumDecimals } from "~/text/decimal";
import { formatNumber, scaleIn } from "~/text/format";
import { DASH } from "~/text/plain";
import type { Column, SummaryKind, SumRatio } from "./column";
import type { Leaf } from "./model";
import { smallPixels } from "./widths";

/** Sums that the server worked out over the whole filtered set, by column key. */
export type SummaryTotals = Record<string, Total>;
/** One sum, or one for each currency. */
type Total = string | number | Readonly<Record<string, string | null>> | null | undefined;

/** Decimals of a sum: those of what is summed, an average has two. */
export const decimalsOf = ({ summary, kind, decimals }: Column<never>) =>
  summary === "avg" || kind === "money" ? 2 : (decimals ?? 2);

const isRatio = (kind: SummaryKind): kind is SumRatio => kind.includes("/");

/** What adds up over rows; counts and averages do not. */
export const isSummed = ({ summary }: Column<never>): boolean => summary === "sum" || summary === "currency";

/** Lines of one summary cell: 计数:n, 平均:x.xx, Σ:x, or a line with CNY x.xx for each currency. */
export function summaryLines(column: Column<never>, value: Total): string[] {
  const { summary: kind } = column;
  if (!kind || value === null || value === undefined) return [];
  if (typeof value === "object") {
    const all = Object.entries(value).flatMap(([name, sum]) => (sum === null ? [] : [[name, sum] as const]));
    // Ten currencies of nothing would hide the rows; that nothing is there at all needs one line.
    const said = all.filter(([, sum]) => Number(sum) !== 0);
    return (said.length ? said : all.slice(0, 1)).map(([name, sum]) => `${name} ${formatNumber(sum, scaleIn(name))}`);
  }
  if (isRatio(kind)) return [`${formatNumber(value, 2)}%`];
  if (kind === "count") return [`计数:${value}`];
  return [`${kind === "avg" ? "平均:" : "Σ:"}${formatNumber(value, decimalsOf(column))}`];
}

/** Lines that a summary takes, its opener among them: more would leave no room for the rows. */
const LINES = 2;

/** What a summary cell shows: nothing where nothing is summed, a dash where nobody knows. Many currencies unfold. */
export function summaryNode(lines: readonly string[] | undefined) {
  if (!lines) return null;
  if (lines.length < 2) return lines[0] ?? DASH;
  const all = lines.map((line) => <div key={line}>{line}</div>);
  if (all.length <= LINES) return all;
  const rest = all.slice(LINES - 1);
  return (
    <>
      {all.slice(0, LINES - 1)}
      <details>
        <summary>{`另${rest.length}种`}</summary>
        {rest}
      </details>
    </>
  );
}

/**
 * Summary of the rows at hand: count, average (2 decimals) or exact sum of one column. What is
 * missing does not count, as in the sums over the whole set.
 */
export function summarize(kind: Exclude<SummaryKind, "currency" | SumRatio>, values: readonly unknown[]): string {
  const texts = values.flatMap((v) => (v === null || v === undefined || v === "" ? [] : String(v)));
  if (kind === "count") return String(texts.length);
  const sum = sumDecimals(texts);
  if (kind === "sum") return decimalText(divideDecimal(sum, 1n, 2));
  return decimalText(divideDecimal(sum, BigInt(texts.length || 1), 2));
}

/** The sum of each currency among these rows. */
function sumsByCurrency<Row>({ column: { currency }, read }: Leaf<Row>, rows: readonly Row[]) {
  if (typeof currency !== "function") return null;
  const names = [...new Set(rows.flatMap((row) => currency(row) || []))].sort();
  const sum = (name: string) => summarize("sum", rows.filter((row) => currency(row) === name).map(read));
  return Object.fromEntries(names.map((name) => [name, sum(name)]));
}

/** One row of sums: its label, and the lines of each summed column. */
export interface SumRow {
  label: string;
  cells: Readonly<Record<string, string[]>>;
}

/**
 * What is on this page, unless that is everything, and the whole filtered set; a row in which nothing is summed is
 * none. What rows say rounded may add up to another sum than what they are. "page": the whole set is left out, and all
 * columns that are there may be read.
 */
export function sumRows<Row>(
  leaves: readonly Leaf<Row>[],
  rows: readonly Row[],
  totals: SummaryTotals | "page" | undefined,
  isAll = false,
): SumRow[] {
  if (!totals) return [];
  const summed = leaves.filter(({ column }) => column.summary);
  const row = (label: string, of: (leaf: Leaf<Row>) => Total): SumRow => ({
    label,
    cells: Object.fromEntries(summed.map((l) => [l.key, summaryLines(l.column, of(l))])),
  });
  const total = (key: string) => (totals === "page" ? undefined : totals[key]);
  // Who may not read a column gets no sum of it either: not of the page, where nothing stands.
  const page = (leaf: Leaf<Row>): Total => {
    const { summary } = leaf.column;
    // A ratio of what is on the page would need other columns.
    if (!summary || isRatio(summary) || (totals !== "page" && (total(leaf.key) ?? null) === null)) return null;
    return summary === "currency" ? sumsByCurrency(leaf, rows) : summarize(summary, rows.map(leaf.read));
  };
  const [here, all] = [row("Σ 本页", page), row("Σ 全部", ({ key }) => total(key))];
  const same = (isAll && totals !== "page") || JSON.stringify(here.cells) === JSON.stringify(all.cells);
  return (same ? [all] : [here, all]).filter(({ cells }) => Object.values(cells).some((lines) => lines.length));
}

/** Width in which the sums of each column stand uncut. */
export function sumWidths(sums: readonly SumRow[]): Record<string, number> {
  const widths: Record<string, number> = {};
  for (const { cells } of sums)
    for (const [key, lines] of Object.entries(cells))
      for (const line of lines) widths[key] = Math.max(widths[key] ?? 0, smallPixels(line));
  return widths;
}

/** How many columns stand before the first sum, where that one lies right of this room; else 0. */
export function farSums<Row>(columns: readonly { width: number; column: Column<Row> }[], room: number): number {
  const first = columns.findIndex(({ column }) => column.summary);
  const edge = columns.slice(0, first + 1).reduce((sum, { width }) => sum + width, 0);
  return edge > room ? first : 0;
}

/** Sums that lie out of sight, in words: a line of sums never stands empty. */
export function sumWords<Row>(
  columns: readonly { key: string; column: Column<Row> }[],
  cells: Readonly<Record<string, string[]>>,
): string {
  return columns
    .flatMap(({ key, column }) => {
      const [line, ...more] = cells[key] ?? [];
      return line ? [`${column.label} ${line.replace("Σ:", "")}${more.length ? ` 另${more.length}种` : ""}`] : [];
    })
    .join("，");
}
