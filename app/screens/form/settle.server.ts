import { type DocumentType, formLines, type Mode } from "#documents/kit";
import { plainText } from "~/text";
import { rowsIn } from "../row/row";
import type { Conflict, ConflictChoice } from "./conflict";
import { headFields, markOf, marksOf, rowFields, savedRows } from "./seen.server";
import type { ValueValues } from "./values";

/** The mark of what stands at a path of a form; none where nothing does. */
function shownAt(
  document: DocumentType,
  mode: Mode,
  values: ValueValues,
  [name = "", id, field]: readonly string[],
): string | undefined {
  const lines = formLines(document).find(([own]) => own === name)?.[1];
  if (!lines || !id) {
    const f = headFields(document, mode).find(([own]) => own === name)?.[1];
    return f && markOf(f, values[name]);
  }
  const row = savedRows(values[name]).find((one) => one.id === id);
  if (!row) return undefined;
  const fields = rowFields(lines);
  const own = fields.find(([n]) => n === field);
  return field ? own && markOf(own[1], row[field]) : marksOf(fields, row);
}

/** Conflicts that know what the form shows beside them. */
export const withShown = (
  document: DocumentType,
  mode: Mode,
  values: ValueValues,
  conflicts: readonly Conflict[],
): Conflict[] => conflicts.map((c) => ({ ...c, shows: shownAt(document, mode, values, c.path.split(".")) }));

/** The rows of one table after the choices about them. */
function settleRows(
  rows: readonly ValueValues[],
  theirs: readonly (ValueValues & { id: string })[],
  choices: readonly (ConflictChoice & { stays: boolean })[],
): ValueValues[] {
  const about = new Map(choices.map((c) => [c.path.slice(1).join("."), c]));
  const kept = rows.flatMap((row): ValueValues[] => {
    const id = plainText(row.id);
    const other = theirs.find((one) => one.id === id);
    const whole = about.get(id);
    // What went meanwhile and is to stay is a new row.
    if (whole && !other) return whole.stays ? [{ ...row, id: null }] : [];
    if (!other) return [row];
    const taken = Object.entries(other).filter(([n]) => about.get(`${id}.${n}`)?.stays === false);
    return [{ ...row, ...Object.fromEntries(taken) }];
  });
  const here = new Set(kept.map((row) => plainText(row.id)));
  const added = theirs.filter((row) => !here.has(row.id) && about.get(row.id)?.stays === false);
  return [...kept, ...added];
}

/**
 * What was typed, with the other person's values and rows where these were chosen. What was typed
 * after the conflict was shown stays: nobody types a value that he does not want.
 */
export function settle(
  document: DocumentType,
  mode: Mode,
  values: ValueValues,
  choices: readonly ConflictChoice[],
  theirs: ValueValues,
): ValueValues {
  const judged = choices.map((c) => {
    const shown = shownAt(document, mode, values, c.path) ?? "";
    return { ...c, stays: c.side === "mine" || shown !== c.shows };
  });
  const next = { ...values };
  for (const { path, stays } of judged) {
    const [name = ""] = path;
    if (path.length === 1 && !stays && name in theirs) next[name] = theirs[name];
  }
  for (const [name] of formLines(document)) {
    const own = judged.filter((c) => c.path.length > 1 && c.path[0] === name);
    const rows = rowsIn(values, name);
    if (own.length) next[name] = settleRows(rows, savedRows(theirs[name]), own);
  }
  return next;
}
