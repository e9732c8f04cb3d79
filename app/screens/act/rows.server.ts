import { z } from "zod";
import { type Action, actionSchema, asksRows, batchSchema, type DocumentType } from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import { problems } from "../form/problems";
import { resolveRefs, showLabels, showRefs } from "../form/refs.server";
import { storeFiles, storeLineFiles } from "../form/store.server";
import { readFields, readLines, type ValueValues, withoutBlankRows } from "../form/values";
import { loadOptions } from "../frame/options.server";
import { type RowRow, rowsIn } from "../row/row";
import { eachName } from "./act";
import { withAsked } from "./scans";
import type { ActState } from "./state";

const proposal = z.record(z.string(), z.unknown());

/** The form of an action that asks for rows, as if it were a document. */
const formOf = (document: DocumentType, { input = {}, lines }: Action): DocumentType => ({
  ...document,
  fields: input,
  lines,
});

/** What an action that asks for rows begins with, and the choices of its rows. */
export async function loadRows(staff: Staff, document: DocumentType, name: string, row: RowRow) {
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
  typed: ValueValues,
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
  values: ValueValues,
): Promise<{ values: ValueValues; errors: Record<string, string> }> {
  // A part of a page sends ids in a form of its own.
  if (!action || action.part) return { values, errors: {} };
  const form = formOf(document, action);
  const whole = asksRows(action) ? withoutBlankRows(form, values) : values;
  return resolveRefs(staff, form, "edit", whole);
}

const many = (ids: readonly string[]) => ids.length > 1;

/** What each of several rows has of its own, as typed. */
function eachIn(form: FormData, { each, input = {} }: Action, ids: readonly string[]): ValueValues {
  const own = (id: string) =>
    (each?.fields ?? []).flatMap((name) => {
      const f = input[name];
      return f ? [[name, readFields(form, [[eachName(id, name), f]])[eachName(id, name)]]] : [];
    });
  return Object.fromEntries(ids.map((id) => [id, Object.fromEntries(own(id))]));
}

/** Values and rows that an action's form carries, as typed; `ids`: the rows that it is about. */
export const typedIn = (form: FormData, action: Action | undefined, ids: readonly string[]): ValueValues => ({
  ...readFields(form, Object.entries(action?.input ?? {})),
  ...Object.fromEntries(
    Object.entries(action?.lines ?? {}).map(([name, l]) => [name, readLines(form, name, Object.entries(l.fields))]),
  ),
  ...(many(ids) && action?.each && { each: eachIn(form, action, ids) }),
});

/** What was typed, its files stored, and what an action makes of it or what is wrong with it. */
export async function readInput(
  staff: Staff,
  document: DocumentType,
  name: string,
  form: FormData,
  ids: readonly string[],
): Promise<{ values: ValueValues } & ({ data: ValueValues } | { errors: Record<string, string> })> {
  const action = document.actions?.[name];
  const values = typedIn(form, action, ids);
  const errors = await storeFiles(staff, form, Object.entries(action?.input ?? {}), values);
  for (const [lines, { fields }] of Object.entries(action?.lines ?? {})) {
    const rows = rowsIn(values, lines);
    Object.assign(errors, await storeLineFiles(staff, form, lines, Object.entries(fields), rows));
  }
  const given = await meant(staff, document, action, values);
  Object.assign(errors, given.errors);
  if (Object.keys(errors).length) return { values, errors };
  const schema = action && many(ids) ? batchSchema(action) : actionSchema(action?.input, action?.lines);
  const parsed = schema.safeParse(given.values);
  return parsed.success ? { values, data: parsed.data as ValueValues } : { values, errors: problems(parsed.error) };
}
