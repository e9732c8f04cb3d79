import {
  type DocumentType,
  type Field,
  formFields,
  formLines,
  isFile,
  isSealed,
  labelName,
  type Mode,
} from "#documents/kit";
import { flatten } from "~/ui/option";
import type { Options } from "../options.server";
import { lineChanges } from "../row/told";
import type { Values } from "./values";

/** A field that somebody else changed to something other than what was typed. */
export interface Conflict {
  name: string;
  label: string;
  mine: string;
  theirs: string;
}

const CHOICE = "_choice.";
export const choiceName = (name: string) => CHOICE + name;

/** Amounts are the same however many zeros end them. */
const same = (f: Field, a: unknown, b: unknown) =>
  plain(a) === plain(b) ||
  (["int", "decimal", "money", "percent"].includes(f.kind) &&
    plain(a) !== "" &&
    plain(b) !== "" &&
    Number(a) === Number(b));

const plain = (v: unknown): string =>
  v === null || v === undefined ? "" : Array.isArray(v) ? v.map(plain).join(",") : String(v);

function words(f: Field, value: unknown, options: Options[string] | undefined): string {
  if (typeof value === "boolean") return value ? "是" : "否";
  const own = "options" in f ? Object.entries(f.options) : [];
  const known = [
    ...flatten(options ?? []),
    ...own.map(([code, { label }]) => ({ value: code, label })),
  ];
  const list = Array.isArray(value) ? value : [value];
  const text = list.map((v) => known.find((o) => o.value === plain(v))?.label ?? plain(v));
  return text.filter(Boolean).join("、") || "（空）";
}

/** Fields whose typed value differs from the row as it is now (architecture: stale edits). */
export function conflictsOf(
  document: DocumentType,
  mode: Mode,
  mine: Values,
  row: Values,
  options: Options,
  /** What was typed into references, by their names. */
  typed: Values = {},
): Conflict[] {
  const fields = formFields(document, mode)
    .filter(([name, f]) => !f.readonlyIn?.includes(mode) && name in row && name in mine)
    .filter(([name, f]) => !isFile(f) && !isSealed(f) && !same(f, mine[name], row[name]))
    .map(([name, f]) => ({
      name,
      label: f.label,
      mine: words(f, options[name] ? mine[name] : (typed[name] ?? mine[name]), options[name]),
      theirs: words(
        f,
        options[name] ? row[name] : (row[labelName(name)] ?? row[name]),
        options[name],
      ),
    }));
  const lines = formLines(document).flatMap(([name, l]) => {
    const changes = name in mine ? lineChanges(l, row[name], mine[name]) : [];
    const count = Array.isArray(row[name]) ? row[name].length : 0;
    return changes.length
      ? [{ name, label: l.label, mine: changes.join("；"), theirs: `不改动，共 ${count} 行` }]
      : [];
  });
  return [...fields, ...lines];
}

/** Fields for which the person took the other's value. */
export const theirsChosen = (form: FormData): string[] =>
  [...form.keys()]
    .filter((key) => key.startsWith(CHOICE) && form.get(key) === "theirs")
    .map((key) => key.slice(CHOICE.length));
