import { countedOf, type Lines, type Tally } from "#documents/kit";
import { countScan, type Scanned } from "~/text/scan";
import type { ValueValues } from "../form/values";

/** One scan that was counted: which row, how many pieces, and the code as it was read. */
export interface Scan {
  index: number;
  count: number;
  code: string;
}

/** Names of the controls of a page that counts: what is scanned, and what was. */
export const SCAN = { code: "_code", kept: "_scans" } as const;

/** The last scans travel with the form; older ones cannot be taken back one by one. */
const KEPT = 20;

export const scanText = ({ index, count, code }: Scan): string => `${index}:${count}:${code}`;

/** Scans that a form carries along, latest first. */
export const scansIn = (texts: readonly string[]): Scan[] =>
  texts.slice(0, KEPT).flatMap((text) => {
    const [, index, count, code] = /^(\d{1,4}):(\d{1,4}):(.{1,100})$/.exec(text) ?? [];
    return code ? [{ index: Number(index), count: Number(count), code }] : [];
  });

const codesOf = (row: ValueValues): string[] => (Array.isArray(row.codes) ? row.codes.map(String) : []);
const leftOf = (tally: Tally, row: ValueValues): number => Number(row[tally.left] ?? 0) || 0;

/** How much of the rows is counted, of how much that is left. */
export const progressOf = (tally: Tally, rows: readonly ValueValues[]) => ({
  done: rows.reduce((n, row) => n + countedOf(tally, row), 0),
  of: rows.reduce((n, row) => n + leftOf(tally, row), 0),
});

/** The row with its first count raised by this many. */
const raised = ({ of: [first] }: Tally, row: ValueValues, by: number): ValueValues => ({
  ...row,
  [first]: Math.max(0, (Number(row[first]) || 0) + by),
});

/** Counts nothing, or everything that is left. */
export const filled = ({ of, left }: Tally, row: ValueValues, all: boolean): ValueValues => ({
  ...row,
  ...Object.fromEntries(of.map((name, i) => [name, all && !i ? Number(row[left]) || 0 : 0])),
});

/** True while the counts are those that the page came with. */
const untouched = ({ of }: Tally, rows: readonly ValueValues[], asked: readonly ValueValues[]): boolean =>
  rows.every((row, i) => of.every((n) => (Number(row[n]) || 0) === (Number(asked[i]?.[n]) || 0)));

export interface Counting {
  rows: ValueValues[];
  scans: Scan[];
  /** What is said of the scan. */
  said?: { ok: boolean; text: string };
  marked?: number;
}

/** Counts one code. What the page proposed counts for nothing as soon as somebody begins to scan. */
export function scanned(tally: Tally, now: Counting, asked: readonly ValueValues[], text: string) {
  const begins = !now.scans.length && untouched(tally, now.rows, asked);
  const rows = begins ? now.rows.map((row) => filled(tally, row, false)) : now.rows;
  const found: Scanned = countScan(
    rows.map((row) => ({ codes: codesOf(row), room: leftOf(tally, row) - countedOf(tally, row) })),
    text,
  );
  if ("refused" in found) return { ...now, said: { ok: false, text: found.refused } };
  const next = rows.map((row, i) => (i === found.index ? raised(tally, row, found.count) : row));
  const value = Number(next[found.index]?.[tally.of[0]]);
  return {
    rows: next,
    scans: [found, ...now.scans].slice(0, KEPT),
    said: { ok: true, text: `${found.code} +${found.count}，共${value}件` },
    marked: found.index,
  };
}

/** Takes one of the last scans back. */
export function undone(tally: Tally, now: Counting, which: number): Counting {
  const scan = now.scans[which];
  if (!scan) return now;
  return {
    rows: now.rows.map((row, i) => (i === scan.index ? raised(tally, row, -scan.count) : row)),
    scans: now.scans.filter((_, i) => i !== which),
    said: { ok: true, text: `已撤销 ${scan.code} +${scan.count}` },
    marked: scan.index,
  };
}

/**
 * Rows as they were typed, with what the backend says of them now: what is left, codes. Their order is
 * that of the form, so that what is wrong stands at its row.
 */
export function withAsked(
  { tally, fields }: Lines,
  typed: readonly ValueValues[],
  asked: readonly ValueValues[],
): ValueValues[] {
  if (!tally) return [...typed];
  const own = Object.keys(fields).filter((n) => !fields[n]?.computed);
  const same = (row: ValueValues) => asked.find((a) => String(a[tally.by]) === String(row[tally.by]));
  return typed.map((row) => ({ ...row, ...same(row), ...Object.fromEntries(own.map((n) => [n, row[n]])) }));
}
