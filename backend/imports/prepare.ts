import { type DocumentType, GROUP, type ImportColumn, importLines } from "#documents/kit";
import type { RuleContext, Values } from "../documents/rules";
import { wireValue } from "./cells";
import { type Lookups, lookups } from "./choices";
import type { Entry } from "./entry";
import { existingRows, keyText, repeated } from "./keys";
import type { Mapping } from "./mapping";
import type { FileRow } from "./read-file";

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
function grouped(work: Work, rows: readonly FileRow[]): Entry[] {
  const { document } = work;
  const keys = importLines(document)
    ? document.import?.group
      ? [GROUP]
      : (document.import?.key ?? [])
    : [];
  const groups = new Map<string, Entry>();
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
      groups.get(key)?.problems.push({
        row: row.at,
        column: GROUP,
        msg: `请填写${document.import?.group}`,
      });
  }
  return [...groups.values()];
}

/** Header values stand in the first row; further rows leave them blank or repeat them. */
function header(work: Work, entry: Entry, known: Lookups) {
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
        entry.problems.push({
          row: row.at,
          column: key,
          msg: `${label}与第${first.at}行不一致`,
        });
    }
  }
}

function lines(work: Work, entry: Entry, known: Lookups) {
  const [name] = importLines(work.document) ?? [];
  const own = work.columns.filter((c) => isLine(c.key) && work.mapping[c.key] !== undefined);
  if (!name || !own.length) return;
  const found: Values[] = [];
  for (const row of entry.rows) {
    if (own.every((c) => !textOf(work, row, c.key))) continue;
    const line: Values = {};
    for (const column of own) {
      const converted = wireValue(column, textOf(work, row, column.key), known);
      if ("problem" in converted)
        entry.problems.push({ row: row.at, column: column.key, msg: converted.problem });
      else if (converted.value !== undefined)
        line[column.key.slice(name.length + 1)] = converted.value;
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
): Promise<Entry[]> {
  const { document, columns, mapping } = work;
  const mapped = columns.filter((column) => mapping[column.key] !== undefined);
  const known = await lookups(c, mapped, (column) =>
    rows.map((row) => textOf(work, row, column.key)),
  );
  const entries = grouped(work, rows);
  for (const entry of entries) {
    header(work, entry, known);
    lines(work, entry, known);
  }
  for (const { entry, column, of } of repeated(document, entries))
    entry.problems.push({
      row: entry.rows[0]?.at ?? 0,
      column,
      msg: `与第${of.rows[0]?.at}行重复`,
    });
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
