import { type DocumentType, submits } from "#documents/kit";
import type { InFront, InPlace } from "../frame/request.server";
import { formHasPage, named, pagePath, type ScreenRequest, titleFor } from "../frame/request.server";
import { loadRow } from "../row/load.server";
import type { FormState } from "./form";
import { createLinks, formOptions, loadSource } from "./load.server";
import { showLabels, showRefs } from "./refs.server";
import { withShown } from "./settle.server";
import type { FormTarget } from "./target";
import type { ValueValues } from "./values";

export type FormAnswer = InFront<{ kind: "form"; form: FormState }> | InPlace<{ form: FormState }>;

/** Where a form leads that is closed. */
export const closesTo = (request: ScreenRequest): string =>
  formHasPage(request) ? request.match.document.screens.list : pagePath(request.url);

/** Fields that a form shows but does not post (read-only ones) keep what the row or its source has. */
async function withUntouched(
  { staff, url }: ScreenRequest,
  document: DocumentType,
  { mode, id }: FormTarget,
  typed: ValueValues,
): Promise<ValueValues> {
  const silent = Object.values(document.fields).some((f) => f.readonlyIn?.includes(mode));
  if (!silent || (mode === "edit" && !id)) return typed;
  const known = id ? loadRow(staff, document, id) : loadSource(staff, document, url);
  const row: ValueValues = await known.catch(() => ({}));
  const given = Object.entries(typed).filter(([, v]) => v !== undefined);
  return { ...showLabels(document, mode, row), ...Object.fromEntries(given) };
}

/** A posted form again with what was typed: in its dialog, or on its page. */
export async function formAgain(
  request: ScreenRequest,
  document: DocumentType,
  target: FormTarget,
  status: number,
  values: ValueValues,
  more: Partial<FormState> = {},
): Promise<FormAnswer> {
  const { staff, match } = request;
  const { mode, id, version, state, seen } = target;
  // What the form does not hold, such as its number, is read again.
  const row = id ? await loadRow(staff, match.document, id).catch(() => null) : null;
  const now = state ?? (row ? String(row[document.status?.field ?? ""]) : undefined);
  const shown = await showRefs(staff, document, mode, await withUntouched(request, document, target, values));
  const form: FormState = {
    mode,
    id,
    version,
    state,
    seen,
    submits: submits((await staff.user()).permissions, match.document, now),
    closeHref: closesTo(request),
    // Another button changes the request: the next save must not look like a repeat of this one.
    key: crypto.randomUUID(),
    ...shown,
    options: await formOptions(staff, document, mode, values),
    creates: await createLinks(staff, document, mode),
    ...more,
    conflicts: withShown(document, mode, shown.values, more.conflicts ?? []),
  };
  if (!formHasPage(request)) return { status, dialog: { kind: "form", form } };
  return { status, page: { title: named(titleFor(request), match.document, row ?? {}), form } };
}
