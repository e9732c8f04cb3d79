import { z } from "zod";
import type { RuleContext } from "#backend/engine/documents";
import { dateText, dictItems, NO, timeText, YES } from "#backend/engine/imports/prepare";
import { CLEAR } from "#documents/base/workbook/sheets";
import type { BookColumn, BookSheet } from "#documents/base/workbook/words";
import { plainNumber } from "#documents/kit";
import type { BookRow, RowFault } from "./faults";

/** Values of a row by the keys of its columns; of references still the codes. */
export type RowValues = Record<string, unknown>;

/** CellWords longer than this are no misspelling of a name. */
const MOST = 60;

/** Letters that are to be changed, added or left out to make one word of another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapped = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The one of these words that was most likely meant: a letter off, of long ones a few. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  if (word.length > MOST) return undefined;
  const small = word.toLowerCase();
  const most = Math.max(1, Math.floor(word.length / 4));
  let best: { word: string; off: number } | undefined;
  for (const other of words) {
    if (Math.abs(other.length - word.length) > most) continue;
    const off = distance(small, other.toLowerCase());
    if (off <= most && off < Math.min(other.length, word.length) && (!best || off < best.off))
      best = { word: other, off };
  }
  return best?.word;
}

interface CellChoice {
  /** Value of a word, lower-case and without blanks. */
  values: Map<string, string>;
  labels: string[];
}

/** CellWords that columns of a sheet may hold, by the key of the column. */
export type CellWords = ReadonlyMap<string, CellChoice>;

const bare = (word: string) => word.replace(/[\s/／·-]/g, "").toLowerCase();

/** CellWords of the choices and dictionaries of a sheet. */
export async function wordsOf(c: RuleContext, sheet: BookSheet): Promise<CellWords> {
  const words = new Map<string, CellChoice>();
  for (const { key, kind, dict = "", words: own = {} } of sheet.columns) {
    if (kind !== "choice" && kind !== "dict") continue;
    const items =
      kind === "dict" ? await dictItems(c, dict) : Object.entries(own).map(([value, label]) => ({ value, label }));
    const values = new Map(items.map(({ value }) => [bare(value), value]));
    for (const { value, label } of items) values.set(bare(label), value);
    words.set(key, { values, labels: items.map(({ label }) => label) });
  }
  return words;
}

const SHOWN = 8;

function choice(column: BookColumn, text: string, words: CellWords): { value: unknown } | { msg: string } {
  const { values, labels } = words.get(column.key) ?? { values: new Map(), labels: [] };
  const value = values.get(bare(text));
  if (value !== undefined) return { value };
  const near = nearest(text, labels);
  if (near) return { msg: `${column.label}没有“${text}”，是否为“${near}”？` };
  const shown = labels.slice(0, SHOWN).join("、") + (labels.length > SHOWN ? "…" : "");
  return { msg: `${column.label}没有“${text}”，可填：${shown}` };
}

const DAY = z.iso.date();
const TIME = z.iso.datetime({ local: true });
const NUMBER = /^-?\d{1,30}(\.\d{1,20})?$/;

/** Value of a cell as a form would send it, or its sentence. */
function cellValue(column: BookColumn, text: string, words: CellWords): { value: unknown } | { msg: string } {
  if (text === CLEAR) return column.required ? { msg: `${column.label}不能清空` } : { value: null };
  switch (column.kind) {
    case "choice":
    case "dict":
      return choice(column, text, words);
    case "bool": {
      const word = text.toLowerCase();
      if (YES.has(word)) return { value: true };
      return NO.has(word) ? { value: false } : { msg: `${column.label}请填写是或否` };
    }
    case "number": {
      const number = plainNumber(text.replace(/^[¥￥$]\s*|\s*[%％]$/g, ""));
      if (!NUMBER.test(number)) return { msg: `${column.label}要填写数字` };
      return column.positive && Number(number) <= 0 ? { msg: `${column.label}必须大于0` } : { value: number };
    }
    case "date": {
      const day = dateText(text);
      return DAY.safeParse(day).success ? { value: day } : { msg: `日期“${text}”无法识别，应如2026-01-31` };
    }
    case "datetime": {
      const time = timeText(text);
      const said = TIME.safeParse(time.replace(" ", "T")).success;
      return said ? { value: time } : { msg: `时间“${text}”无法识别，应如2026-01-31 10:20` };
    }
    default:
      return { value: text };
  }
}

/** Values of a row, and what cannot be one. A column that the file lacks, or an empty cell, is no value. */
export function rowValues(
  sheet: BookSheet,
  words: CellWords,
  { at, cells }: BookRow,
): { values: RowValues; faults: RowFault[] } {
  const values: RowValues = {};
  const faults: RowFault[] = [];
  for (const column of sheet.columns) {
    const text = cells[column.key];
    if (text === undefined) continue;
    const read = cellValue(column, text, words);
    if ("msg" in read) faults.push({ at, column: column.key, msg: read.msg });
    else values[column.key] = read.value;
  }
  return { values, faults };
}

/** A value of the database in the words of the file. */
export function saidOf(column: BookColumn, value: unknown, words: CellWords): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "是" : "否";
  const values = words.get(column.key)?.values;
  if (values) {
    const labels = words.get(column.key)?.labels ?? [];
    return labels.find((label) => values.get(bare(label)) === value) ?? String(value);
  }
  if (Array.isArray(value)) return value.join("、");
  const text = String(value);
  return column.kind === "number" && text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}
