import { type DocumentType, formFields, formLines, openIn } from "#documents/kit";
import type { ScreenRequest } from "../request.server";
import { loadRow } from "../row/load.server";
import { theirsChosen } from "./conflict";
import { showLabels } from "./refs.server";
import { storeFiles, storeLineFiles } from "./store.server";
import type { FormTarget } from "./target";
import { readForm, type Values } from "./values";

/** What was typed, with the other person's value where that was chosen after a conflict. */
async function typedIn(
  { staff }: ScreenRequest,
  document: DocumentType,
  { mode, id }: FormTarget,
  form: FormData,
): Promise<Values> {
  const values = readForm(form, document, mode);
  const theirs = theirsChosen(form);
  if (!theirs.length || !id) return values;
  const row = showLabels(document, mode, await loadRow(staff, document, id));
  return { ...values, ...Object.fromEntries(theirs.map((name) => [name, row[name]])) };
}

/** The values of a posted form, its files stored, and what is wrong with those. */
export async function readPosted(request: ScreenRequest, target: FormTarget, form: FormData) {
  const { staff, match } = request;
  const { mode, state } = target;
  // What the form closed is not posted; the backend refuses it on its own.
  const document = mode === "edit" ? openIn(match.document, state) : match.document;
  const values = await typedIn(request, document, target, form);
  const errors = await storeFiles(staff, form, formFields(document, mode), values);
  const theirs = theirsChosen(form);
  for (const [name, { fields }] of formLines(document)) {
    if (theirs.includes(name)) continue;
    const rows = (values[name] as Values[] | undefined) ?? [];
    Object.assign(errors, await storeLineFiles(staff, form, name, Object.entries(fields), rows));
  }
  return { document, values, errors };
}
