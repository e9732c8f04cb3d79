import type { DocumentType } from "#documents/kit";
import type { ScreenRequest } from "../frame/request.server";
import { rowsIn } from "../row/row";
import { formAgain } from "./again.server";
import { readPosted } from "./posted.server";
import type { LineTarget } from "./target";
import { isBlankRow, type ValueValues } from "./values";

interface Changed {
  rows: ValueValues[];
  /** The row that is to be typed into next. */
  focus?: number;
}

type FormLineChange = (rows: ValueValues[], target: LineTarget, document: DocumentType, values: ValueValues) => Changed;

/** A button of a line table: shows the form again with other rows. */
const shownWith = (change: FormLineChange) => async (request: ScreenRequest, target: LineTarget, form: FormData) => {
  const { document, values } = await readPosted(request, target, form);
  const rows = rowsIn(values, target.lines);
  const next = change(rows, target, document, values);
  const focus = next.focus === undefined ? undefined : { lines: target.lines, row: next.focus };
  const shown = { ...values, [target.lines]: next.rows };
  return formAgain(request, document, target, 200, shown, { focus });
};

/** Empty rows at the end; the first empty one is next. */
export const addLine = shownWith((rows, { lines, rows: count }, document) => {
  const declared = document.lines?.[lines];
  if (!declared) return { rows };
  const room = Math.max(0, (declared.max ?? 500) - rows.length);
  const more = Array.from({ length: Math.min(count, room) }, () => ({}));
  let focus = rows.length;
  while (focus && isBlankRow(declared, rows[focus - 1] ?? {})) focus--;
  return { rows: [...rows, ...more], focus };
});

/** A row once more below itself, as a new one. */
export const copyLine = shownWith((rows, { lines, index }, document) => {
  const declared = document.lines?.[lines];
  const row = rows[index];
  if (!declared || !row || declared.sourced || rows.length >= (declared.max ?? 500)) return { rows };
  const typed = Object.keys(declared.fields).filter((n) => !declared.fields[n]?.hidden);
  const copy = Object.fromEntries(typed.map((n) => [n, row[n]]));
  return { rows: [...rows.slice(0, index + 1), copy, ...rows.slice(index + 1)], focus: index + 1 };
});

export const removeLine = shownWith((rows, { index }) => ({
  rows: rows.filter((_, i) => i !== index),
  focus: index < rows.length - 1 ? index : undefined,
}));

/** Rows that the declaration works out from the rest of the form. */
export const fillLines = shownWith((rows, { lines }, document, values) => ({
  rows: document.lines?.[lines]?.fill?.rows(values).map((row) => ({ ...row })) ?? rows,
}));
