import { formFields, formLines, openIn } from "#documents/kit";
import type { ScreenRequest } from "../frame/request.server";
import { loadRow } from "../row/load.server";
import { rowsIn } from "../row/row";
import { choicesIn } from "./conflict";
import { showLabels } from "./refs.server";
import { settle } from "./settle.server";
import { storeFiles, storeLineFiles } from "./store.server";
import { takenOut } from "./taken";
import type { FormTarget } from "./target";
import { readForm } from "./values";

/**
 * The values of a posted form, its files stored and what was chosen after a conflict settled, and what
 * is wrong with those. `taken`: what was taken out of what was typed.
 */
export async function readPosted(request: ScreenRequest, target: FormTarget, form: FormData) {
  const { staff, match } = request;
  const { mode, state, id } = target;
  // What the form closed is not posted; the backend refuses it on its own.
  const document = mode === "edit" ? openIn(match.document, state) : match.document;
  const values = readForm(form, document, mode);
  const errors = await storeFiles(staff, form, formFields(document, mode), values);
  for (const [name, { fields }] of formLines(document)) {
    const rows = rowsIn(values, name);
    Object.assign(errors, await storeLineFiles(staff, form, name, Object.entries(fields), rows));
  }
  const lines = formLines(document).map(([name, l]) => [name, l.fields] as const);
  const taken = takenOut(form, formFields(document, mode), lines);
  const choices = choicesIn(form);
  if (!choices.length || !id) return { document, values, errors, taken };
  const theirs = showLabels(document, mode, await loadRow(staff, document, id));
  return { document, values: settle(document, mode, values, choices, theirs), errors, taken };
}
