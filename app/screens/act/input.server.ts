import { type Action, actionSchema, batchSchema, type DocumentType } from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import { problems } from "../form/problems";
import { storeFiles, storeLineFiles } from "../form/store.server";
import { readFields, readLines, type Values } from "../form/values";
import { eachName } from "./each";
import { meant } from "./rows.server";

const many = (ids: readonly string[]) => ids.length > 1;

/** What each of several rows has of its own, as typed. */
function eachIn(form: FormData, { each, input = {} }: Action, ids: readonly string[]): Values {
  const own = (id: string) =>
    (each?.fields ?? []).flatMap((name) => {
      const f = input[name];
      return f ? [[name, readFields(form, [[eachName(id, name), f]])[eachName(id, name)]]] : [];
    });
  return Object.fromEntries(ids.map((id) => [id, Object.fromEntries(own(id))]));
}

/** Values and rows that an action's form carries, as typed; `ids`: the rows that it is about. */
export const typedIn = (
  form: FormData,
  action: Action | undefined,
  ids: readonly string[],
): Values => ({
  ...readFields(form, Object.entries(action?.input ?? {})),
  ...Object.fromEntries(
    Object.entries(action?.lines ?? {}).map(([name, l]) => [
      name,
      readLines(form, name, Object.entries(l.fields)),
    ]),
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
): Promise<{ values: Values } & ({ data: Values } | { errors: Record<string, string> })> {
  const action = document.actions?.[name];
  const values = typedIn(form, action, ids);
  const errors = await storeFiles(staff, form, Object.entries(action?.input ?? {}), values);
  for (const [lines, { fields }] of Object.entries(action?.lines ?? {})) {
    const rows = values[lines] as Values[];
    Object.assign(errors, await storeLineFiles(staff, form, lines, Object.entries(fields), rows));
  }
  const given = await meant(staff, document, action, values);
  Object.assign(errors, given.errors);
  if (Object.keys(errors).length) return { values, errors };
  const schema =
    action && many(ids) ? batchSchema(action) : actionSchema(action?.input, action?.lines);
  const parsed = schema.safeParse(given.values);
  return parsed.success
    ? { values, data: parsed.data as Values }
    : { values, errors: problems(parsed.error) };
}
