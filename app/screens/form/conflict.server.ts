import { type DocumentType, type Field, formLines, isFile, type Lines, labelName, type Mode } from "#documents/kit";
import { plainText } from "~/text";
import { flatten } from "~/ui/option";
import type { OptionOptions } from "../frame/options.server";
import { filesOf } from "../row/files";
import { type RowRow, rowsIn } from "../row/row";
import type { Conflict, Side } from "./conflict";
import { headFields, markOf, marksIn, marksOf, rowFields, type Seen, savedRows } from "./seen.server";
import type { ValueValues } from "./values";

/** Both sides of a form that somebody else was faster with. */
interface Sides {
  /** What was sent. */
  sent: ValueValues;
  /** The same as it was typed: references by their names. */
  typed: ValueValues;
  row: RowRow;
  /** What both began with; null where it is not known. */
  seen: Seen | null;
  options: OptionOptions;
}

/** A value in words, of a row in which references have their names beside them. */
function words(name: string, f: Field, row: ValueValues, options: OptionOptions[string] | undefined): string {
  const value = row[name];
  if (typeof value === "boolean") return value ? "是" : "否";
  if (isFile(f))
    return (
      filesOf(value)
        .map((file) => file.name)
        .join("、") || "（空）"
    );
  const own = "options" in f ? Object.entries(f.options) : [];
  const known = [...flatten(options ?? []), ...own.map(([code, { label }]) => ({ value: code, label }))];
  const called = f.kind === "ref" && !options ? (row[`$${name}`] ?? row[labelName(name)]) : null;
  const list = Array.isArray(value) ? value : [called ?? value];
  const text = list.map((v) => known.find((o) => o.value === plainText(v))?.label ?? plainText(v));
  return text.filter(Boolean).join("、") || "（空）";
}

/** Whose value stays unless somebody says otherwise; none where only the person changed it. */
function keeps(mine: string, theirs: string, seen: string | undefined): Side | null {
  if (mine === theirs || theirs === seen) return null;
  return mine === seen ? "theirs" : "mine";
}

/** The values of a head or a row that differ. */
function valuesApart(
  fields: readonly [string, Field][],
  { mine, typed, theirs }: { mine: ValueValues; typed: ValueValues; theirs: ValueValues },
  seen: Readonly<Record<string, string | undefined>>,
  said: {
    path(name: string): string;
    label(f: Field): string;
    options(name: string): OptionOptions[string] | undefined;
  },
): Conflict[] {
  return fields.flatMap(([name, f]) => {
    if (!(name in theirs) || !(name in mine)) return [];
    const side = keeps(markOf(f, mine[name]), markOf(f, theirs[name]), seen[name]);
    if (!side) return [];
    const options = said.options(name);
    const own = options ? mine : typed;
    return [
      {
        path: said.path(name),
        label: said.label(f),
        mine: words(name, f, own, options),
        theirs: words(name, f, theirs, options),
        keeps: side,
      },
    ];
  });
}

/** The rows of a line table that differ: values of rows that both have, and rows that one side lacks. */
function rowsApart(name: string, lines: Lines, sides: Sides): Conflict[] {
  const fields = rowFields(lines);
  const mine = rowsIn(sides.sent, name);
  const typed = rowsIn(sides.typed, name);
  const theirs = savedRows(sides.row[name]);
  const here = new Set(mine.map((row) => plainText(row.id)).filter(Boolean));
  const optionsOf = (field: string) => sides.options[`${name}.${field}`];
  const called = (row: ValueValues) => {
    const [first] = fields.filter(([, f]) => f.kind === "ref" || f.kind === "text");
    return first ? words(first[0], first[1], row, optionsOf(first[0])) : "";
  };
  const summary = (row: ValueValues) =>
    fields
      .map(([n, f]) => [f.label, words(n, f, row, optionsOf(n))])
      .filter(([, text]) => text !== "（空）")
      .slice(0, 4)
      .map((said) => said.join(" "))
      .join("，");
  const shared = mine.flatMap((row, i) => {
    const id = plainText(row.id);
    if (!id) return [];
    const place = `第${i + 1}行`;
    const shown = typed[i] ?? row;
    const other = theirs.find((one) => one.id === id);
    const seen = marksIn(sides.seen, `${name}.${id}`, fields);
    const path = `${name}.${id}`;
    if (!other) {
      const untouched = fields.every(([n, f]) => seen[n] === markOf(f, row[n]));
      const side: Side = untouched ? "theirs" : "mine";
      const label = `${place}（已被删除）`;
      return [{ path, label, mine: `保留：${summary(shown)}`, theirs: "删除此行", keeps: side }];
    }
    return valuesApart(fields, { mine: row, typed: shown, theirs: other }, seen, {
      path: (field) => `${path}.${field}`,
      label: (f) => `${place}${f.label}（${called(other)}）`,
      options: optionsOf,
    });
  });
  const added = theirs.flatMap((row): Conflict[] => {
    const path = `${name}.${row.id}`;
    const was = sides.seen?.[path];
    if (here.has(row.id) || was === marksOf(fields, row)) return [];
    const said = { path, theirs: summary(row) };
    return was
      ? [{ ...said, label: `您删除的行（${called(row)}）`, mine: "删除此行", keeps: "mine" }]
      : [{ ...said, label: `新增的行（${called(row)}）`, mine: "不要此行", keeps: "theirs" }];
  });
  return [...shared, ...added];
}

/** What somebody else saved otherwise than it stands in the form, value by value and row by row. */
export function conflictsOf(document: DocumentType, mode: Mode, sides: Sides): Conflict[] {
  const { sent, typed, row, seen, options } = sides;
  const fields = headFields(document, mode);
  const head = valuesApart(fields, { mine: sent, typed, theirs: row }, marksIn(seen, "", fields), {
    path: (name) => name,
    label: (f) => f.label,
    options: (name) => options[name],
  });
  const tables = formLines(document).filter(([name]) => Array.isArray(sent[name]));
  return [...head, ...tables.flatMap(([name, lines]) => rowsApart(name, lines, sides))];
}
