import { type Action, actionSchema } from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import { problems } from "../form/problems";
import { storeFiles, storeLineFiles } from "../form/store.server";
import { readFields, readLines, type Values } from "../form/values";

/** Values and rows that an action's form carries, as typed. */
export const typedIn = (form: FormData, action: Action | undefined): Values => ({
  ...readFields(form, Object.entries(action?.input ?? {})),
  ...Object.fromEntries(
    Object.entries(action?.lines ?? {}).map(([name, l]) => [
      name,
      readLines(form, name, Object.entries(l.fields)),
    ]),
  ),
});

/** What was typed, its files stored, and what an action makes of it or what is wrong with it. */
export async function readInput(
  staff: Staff,
  action: Action | undefined,
  form: FormData,
): Promise<{ values: Values } & ({ data: Values } | { errors: Record<string, string> })> {
  const values = typedIn(form, action);
  const errors = await storeFiles(staff, form, Object.entries(action?.input ?? {}), values);
  for (const [lines, { fields }] of Object.entries(action?.lines ?? {})) {
    const rows = values[lines] as Values[];
    Object.assign(errors, await storeLineFiles(staff, form, lines, Object.entries(fields), rows));
  }
  if (Object.keys(errors).length) return { values, errors };
  const parsed = actionSchema(action?.input, action?.lines).safeParse(values);
  return parsed.success
    ? { values, data: parsed.data as Values }
    : { values, errors: problems(parsed.error) };
}
