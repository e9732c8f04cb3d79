import { z } from "zod";
import { type Action, asksRows, type DocumentType } from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import { resolveRefs, showLabels, showRefs } from "../form/refs.server";
import { type Values, withoutBlankRows } from "../form/values";
import { loadOptions } from "../options.server";
import type { Row } from "../row/row";
import { withAsked } from "./scans";
import type { ActState } from "./state";

const proposal = z.record(z.string(), z.unknown());

/** The form of an action that asks for rows, as if it were a document. */
const formOf = (document: DocumentType, { input = {}, lines }: Action): DocumentType => ({
  ...document,
  ...{ fields: input, lines },
});

const rowsIn = (values: Values, name: string): Values[] =>
  Array.isArray(values[name]) ? (values[name] as Values[]) : [];

/** What an action that asks for rows begins with, and the choices of its rows. */
export async function loadRows(staff: Staff, document: DocumentType, name: string, row: Row) {
  const action = document.actions?.[name];
  if (!action || !asksRows(action)) return null;
  const path = `${document.api}/${row.id}/${name}/ask`;
  const { id: _, version: __, ...asked } = await staff.erp.get(path, { schema: proposal });
  const fields = Object.entries(action.lines ?? {}).flatMap(([list, l]) =>
    Object.entries(l.fields).map(([field, f]) => [`${list}.${field}`, f] as const),
  );
  const form = formOf(document, action);
  const { values, refs } = await showRefs(staff, form, "edit", showLabels(form, "edit", asked));
  return { values, refs, options: await loadOptions(staff.erp, fields) };
}

/** What was typed, with what the backend proposed beside it, for the page to show again. */
export async function rowsAgain(
  staff: Staff,
  document: DocumentType,
  state: ActState,
  typed: Values,
): Promise<Pick<ActState, "values" | "refs">> {
  const action = document.actions?.[state.name];
  if (!action || !asksRows(action)) return { values: { ...state.values, ...typed } };
  const lines = Object.entries(action.lines ?? {}).map(([list, l]) => [
    list,
    withAsked(l, rowsIn(typed, list), rowsIn(state.values, list)),
  ]);
  const again = { ...state.values, ...typed, ...Object.fromEntries(lines) };
  return showRefs(staff, formOf(document, action), "edit", again);
}

/** What was typed as the API takes it: without empty rows, with ids of what was typed as a name. */
export async function meant(
  staff: Staff,
  document: DocumentType,
  action: Action | undefined,
  values: Values,
): Promise<{ values: Values; errors: Record<string, string> }> {
  // A part of a page sends ids in a form of its own.
  if (!action || action.part) return { values, errors: {} };
  const form = formOf(document, action);
  const whole = asksRows(action) ? withoutBlankRows(form, values) : values;
  return resolveRefs(staff, form, "edit", whole);
}
