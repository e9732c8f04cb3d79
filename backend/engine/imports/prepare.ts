import { documentNamed } from "#documents";
import { type DocumentType, type Field, GROUP, type ImportColumn, importLines, plainNumber } from "#documents/kit";
import { options } from "../documents/reading/options";
import type { RuleContext, RuleValues } from "../documents/rules";
import type { ImportEntry } from "./entry";
import { existingRows, keyText, repeated } from "./keys";
import type { Mapping } from "./mapping";
import type { FileRow } from "./read-file";

/** Words of the choices that a file names: lower-case word → values that it stands for. */
type PrepareWords = Map<string, string[]>;

/** Choices of one column: its words, and those to name to a person. */
interface Choices {
  words: PrepareWords;
  labels: string[];
}

type Lookups = Map<string, Choices>;

const CHUNK = 200;

/** Several words of one cell. */
export const parts = (text: string) =>
  text
    .split(/[、,，;；\n]/)
    .map((p) => p.trim())
    .filter(Boolean);

const isMany = (f: Field) => f.kind === "refs" || f.kind === "enums";

const wordsIn = (f: Field, text: string) => (isMany(f) ? parts(text) : [text]);

function add(words: PrepareWords, word: string, value: string) {
  const key = word.trim().toLowerCase();
  const known = words.get(key);
  if (!known) words.set(key, [value]);
  else if (!known.includes(value)) known.push(value);
}

/** A value that is no label of another may be written as such. */
function choicesOf(items: readonly { value: string; label: string }[]): Choices {
  const words: PrepareWords = new Map();
  for (const { value, label } of items) add(words, label, value);
  for (const { value } of items) if (!words.has(value.toLowerCase())) add(words, value, value);
  return { words, labels: items.map((i) => i.label) };
}

/** Items of a dictionary that may be chosen, in their order. */
export const dictItems = ({ sql, tenantId }: RuleContext, type: string) =>
  sql.query<{ value: string; label: string }>(
    `select value, label from sys_dict_item
     where tenant_id = $1 and dict_type = $2 and del_flag = 0 and not disabled order by sort_order`,
    [tenantId, type],
  );

async function rowChoices(c: RuleContext, to: string, texts: string[]): Promise<Choices> {
  const words: PrepareWords = new Map();
  for (let i = 0; i < texts.length; i += CHUNK) {
    const found = await options(c, documentNamed(to), { labels: texts.slice(i, i + CHUNK) });
    for (const { id, label } of found) add(words, String(label), id);
  }
  return { words, labels: [] };
}

/** Everything that the words of a file stand for: one query for each dictionary and kind of row. */
async function lookups(
  c: RuleContext,
  columns: readonly ImportColumn[],
  textsOf: (column: ImportColumn) => string[],
): Promise<Lookups> {
  const found: Lookups = new Map();
  for (const column of columns) {
    const f = column.field;
    if (f?.kind === "dict") found.set(column.key, choicesOf(await dictItems(c, f.type)));
    else if (f?.kind === "ref" || f?.kind === "refs") {
      const texts = new Set(textsOf(column).flatMap((t) => wordsIn(f, t)));
      texts.delete("");
      found.set(column.key, await rowChoices(c, f.to, [...texts]));
    } else if (f?.kind === "enum" || f?.kind === "enums") {
      const items = Object.entries(f.options).map(([value, { label }]) => ({ value, label }));
      found.set(column.key, choicesOf(items));
    }
  }
  return found;
}

/** yyyy-MM-dd out of the ways in which dates are written; anything else stays for the schema to refuse. */
export function dateText(text: string): string {
  const [, y, m, d, rest = ""] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?\s*(.*)$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)()$/.exec(text) ?? [];
  if (!y || !m || !d) return text;
  return `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}${rest && ` ${rest.trim()}`}`;
}

/** A time as sheets write it; one without a clock begins its day. */
export function timeText(text: string): string {
  const [day = "", clock = ""] = dateText(text).split(/[ T]/);
  if (!clock) return `${day} 00:00:00`;
  const [h = "", m = "00", s = "00"] = clock.split(":");
  return `${day} ${h.padStart(2, "0")}:${m.padStart(2, "0")}:${s.padStart(2, "0")}`;
}

/** A value of the wire, or the sentence of a cell that has none. */
type Converted = { value: unknown } | { problem: string };

const SHOWN = 8;

function choice(f: Field, text: string, { words, labels }: Choices): Converted {
  const values: string[] = [];
  for (const word of wordsIn(f, text)) {
    const hits = words.get(word.toLowerCase()) ?? [];
    if (hits.length > 1) return { problem: `有多个${f.label}叫“${word}”` };
    if (hits[0] !== undefined) values.push(hits[0]);
    else if (f.kind === "ref" || f.kind === "refs") return { problem: `找不到${documentNamed(f.to).label}“${word}”` };
    else {
      const shown = labels.slice(0, SHOWN).join("、") + (labels.length > SHOWN ? "…" : "");
      return { problem: `${f.label}没有“${word}”，可填：${shown}` };
    }
  }
  return { value: isMany(f) ? values : values[0] };
}

export const YES: ReadonlySet<string> = new Set(["是", "true", "1", "y", "yes", "√", "✓", "on"]);

export const NO: ReadonlySet<string> = new Set(["否", "false", "0", "n", "no", "×", "x", "off"]);

/** Value of one cell as a form would send it; the schema judges it afterwards. */
function wireValue(column: ImportColumn, text: string, known: Lookups): Converted {
  const f = column.field;
  if (!f || text === "") return { value: undefined };
  switch (f.kind) {
    case "enum":
    case "enums":
    case "dict":
    case "ref":
    case "refs":
      return choice(f, text, known.get(column.key) ?? { words: new Map(), labels: [] });
    case "bool": {
      const word = text.toLowerCase();
      if (YES.has(word)) return { value: true };
      return NO.has(word) ? { value: false } : { problem: `${f.label}请填写是或否` };
    }
    case "int":
    case "decimal":
    case "money":
    case "percent":
      return { value: plainNumber(text.trim().replace(/^[¥￥$]\s*|\s*[%％]$/g, "")) };
    case "date": {
      const [day] = dateText(text).split(/ 00:00(:00)?$/);
      return { value: day };
    }
    case "datetime":
      return { value: timeText(text) };
    case "texts":
      return { value: text.split(/[\n;；]/).map((t) => t.trim()) };
    default:
      return { value: text };
  }
}

interface Work {
  document: DocumentType;
  columns: readonly ImportColumn[];
  mapping: Mapping;
}

const textOf = ({ mapping }: Work, row: FileRow, key: string) => {
  const at = mapping[key];
  return at === undefined ? "" : (row.cells[at] ?? "");
};

const isLine = (key: string) => key.includes(".");

/** Rows of one document stand under one group name, or under one key, wherever they are in the file. */
function grouped(work: Work, rows: readonly FileRow[]): ImportEntry[] {
  const { document } = work;
  const keys = importLines(document) ? (document.import?.group ? [GROUP] : (document.import?.key ?? [])) : [];
  const groups = new Map<string, ImportEntry>();
  const { whole } = document.import ?? {};
  for (const row of rows) {
    const name = whole ? "whole" : keys.map((k) => textOf(work, row, k)).join("\n");
    const alone = !whole && (!keys.length || !name.trim());
    const key = alone ? `\0${row.at}` : name;
    const known = groups.get(key);
    if (known) known.rows.push(row);
    else groups.set(key, { rows: [row], lineRows: [], values: {}, problems: [] });
    const [first] = keys;
    if (alone && first === GROUP)
      groups.get(key)?.problems.push({ row: row.at, column: GROUP, msg: `请填写${document.import?.group}` });
  }
  return [...groups.values()];
}

/** Header values stand in the first row; further rows leave them blank or repeat them. */
function header(work: Work, entry: ImportEntry, known: Lookups) {
  const [first, ...more] = entry.rows;
  if (!first) return;
  for (const column of work.columns) {
    const { key, label } = column;
    if (!column.field || isLine(key) || work.mapping[key] === undefined) continue;
    const text = textOf(work, first, key);
    const found = wireValue(column, text, known);
    if ("problem" in found) entry.problems.push({ row: first.at, column: key, msg: found.problem });
    else if (found.value !== undefined) entry.values[key] = found.value;
    for (const row of more) {
      const other = textOf(work, row, key);
      if (other && other !== text)
        entry.problems.push({ row: row.at, column: key, msg: `${label}与第${first.at}行不一致` });
    }
  }
}

function lines(work: Work, entry: ImportEntry, known: Lookups) {
  const [name] = importLines(work.document) ?? [];
  const own = work.columns.filter((c) => isLine(c.key) && work.mapping[c.key] !== undefined);
  if (!name || !own.length) return;
  const found: RuleValues[] = [];
  for (const row of entry.rows) {
    if (own.every((c) => !textOf(work, row, c.key))) continue;
    const line: RuleValues = {};
    for (const column of own) {
      const converted = wireValue(column, textOf(work, row, column.key), known);
      if ("problem" in converted) entry.problems.push({ row: row.at, column: column.key, msg: converted.problem });
      else if (converted.value !== undefined) line[column.key.slice(name.length + 1)] = converted.value;
    }
    found.push(line);
    entry.lineRows.push(row.at);
  }
  entry.values[name] = found;
}

/** Documents of a file's rows with what can be said of them before the schema and the rules look. */
export async function prepare(
  c: RuleContext,
  work: Work,
  rows: readonly FileRow[],
  existing: "refuse" | "update",
): Promise<ImportEntry[]> {
  const { document, columns, mapping } = work;
  const mapped = columns.filter((column) => mapping[column.key] !== undefined);
  const known = await lookups(c, mapped, (column) => rows.map((row) => textOf(work, row, column.key)));
  const entries = grouped(work, rows);
  for (const entry of entries) {
    header(work, entry, known);
    lines(work, entry, known);
  }
  for (const { entry, column, of } of repeated(document, entries))
    entry.problems.push({ row: entry.rows[0]?.at ?? 0, column, msg: `与第${of.rows[0]?.at}行重复` });
  const there = await existingRows(c, document, entries);
  for (const entry of entries) {
    const id = there.get(keyText(document, entry.values) ?? "");
    if (!id) continue;
    if (existing === "update") entry.id = id;
    else {
      const [key = ""] = document.import?.key ?? [];
      const f = document.fields[key];
      const msg = f?.unique ?? `${document.label}已存在`;
      entry.problems.push({ row: entry.rows[0]?.at ?? 0, column: key, msg });
    }
  }
  return entries;
}
