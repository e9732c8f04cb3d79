/** How numbers of a series are written: 万 for CNY, $ for USD, k/M/G for counts, a fraction as percent. */
export type Unit = "wan" | "usd" | "short" | "percent" | "ratio";

/** One row of numbers of a figure; `null` is a gap, not a zero. */
export interface FigureSeries {
  key: string;
  name: string;
  unit: Unit;
  values: readonly (number | null)[];
  /** Default: bar. */
  type?: "bar" | "line";
  /** The right-hand axis is 1. */
  axis?: 0 | 1;
  /** What the others are compared with: drawn pale. */
  pale?: boolean;
}

/** What a figure shows. Plain JSON: the island draws the same object again. */
export interface FigureData {
  /** Unique on the page, a word of letters. */
  id: string;
  /** What it is about and its unit. */
  title: string;
  /** columns: over time. bars: ranked, horizontal. stacked: columns on each other. diverging: bars to both sides of zero. */
  kind: "columns" | "bars" | "stacked" | "diverging";
  labels: readonly string[];
  series: readonly FigureSeries[];
  /** Where a label leads: drill-down. */
  hrefs?: readonly (string | undefined)[];
  /** Beside the title: what is left out, which scope. */
  note?: string;
  /** Half as high: several beside each other. */
  size?: "small";
  /** The page's own list has the same numbers: no table of them here. */
  listed?: boolean;
  /** Said when there is nothing to draw. */
  empty?: string;
}
