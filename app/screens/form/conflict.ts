import { type DocumentType, formFields, isFile, labelName, type Mode } from "#documents/kit";
import { flatten } from "~/ui/option";
import type { Options } from "../options.server";
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

const plain = (v: unknown): string =>
  v === null || v === undefined ? "" : Array.isArray(v) ? v.map(plain).join(",") : String(v);

function words(value: unknown, options: Options[string] | undefined): string {
  if (typeof value === "boolean") return value ? "是" : "否";
  const known = flatten(options ?? []);
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
): Conflict[] {
  return formFields(document, mode)
    .filter(([name, f]) => !f.readonlyIn?.includes(mode) && name in row && name in mine)
    .filter(([name, f]) => !isFile(f) && plain(mine[name]) !== plain(row[name]))
    .map(([name, f]) => ({
      name,
      label: f.label,
      mine: words(mine[name], options[name]),
      theirs: words(options[name] ? row[name] : (row[labelName(name)] ?? row[name]), options[name]),
    }));
}

/** Fields for which the person took the other's value. */
export const theirsChosen = (form: FormData): string[] =>
  [...form.keys()]
    .filter((key) => key.startsWith(CHOICE) && form.get(key) === "theirs")
    .map((key) => key.slice(CHOICE.length));
