import { z } from "zod";
import {
  copies,
  type DocumentType,
  type Field,
  formFields,
  formLines,
  isFile,
  knownFigures,
  labelName,
  type Mode,
  openIn,
  submits,
} from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import { today } from "~/text/date";
import { loadOptions, type Options } from "../options.server";
import { requirePermit } from "../request.server";
import { loadRow } from "../row/load.server";
import { createLinks } from "./create-link.server";
import type { FormState } from "./form";
import { showLabels, showRefs } from "./refs.server";
import { seenOf } from "./seen.server";
import { defaults, type Values } from "./values";

const prefilled = z.record(z.string(), z.unknown()).nullish();

/** Options of a form's fields and of its lines (`items.value`). */
export function formOptions(
  staff: Staff,
  document: DocumentType,
  mode: Mode,
  values: Values,
): Promise<Options> {
  const lines = formLines(document).flatMap(([name, l]) =>
    Object.entries(l.fields).map(([field, f]) => [`${name}.${field}`, f] as const),
  );
  return loadOptions(staff.erp, [...formFields(document, mode), ...lines], values);
}

/** Values that a new document takes from another: from its source, or from a row that is copied. */
export async function loadSource(staff: Staff, document: DocumentType, url: URL): Promise<Values> {
  const copy = url.searchParams.get("copy");
  // The row is asked for like any other: who may not read it copies nothing.
  if (copy && copies(document, (await staff.user()).permissions))
    return copied(document, await loadRow(staff, document, copy));
  const named = (names: readonly string[]) =>
    names.flatMap((name) => {
      const value = url.searchParams.get(name);
      return value ? [[name, value] as const] : [];
    });
  const given = named(Object.keys(document.prefill ?? {}));
  if (!given.length) return {};
  const query = Object.fromEntries([...given, ...named(document.prefillBy ?? [])]);
  return (await staff.erp.get(`${document.api}/prefill`, { query, schema: prefilled })) ?? {};
}

/** What a new one may have of another: no file, which is the other one's, and no day that has passed. */
function taken([name, f]: [string, Field], row: Values): [string, unknown][] {
  const value = row[name];
  const dated = f.kind === "date" || f.kind === "datetime";
  if (value === undefined || isFile(f) || (dated && String(value) < today())) return [];
  return [name, labelName(name), `$${name}`].flatMap((n) =>
    row[n] === undefined ? [] : [[n, row[n]] as [string, unknown]],
  );
}

/** A row as a template: what was computed, numbered or attached to a source does not come along. */
function copied(document: DocumentType, row: Values): Values {
  const own = formFields(document, "add").filter(([, f]) => !f.unique);
  const lines = formLines(document).map(([name, l]) => {
    const kept = Object.entries(l.fields).filter(([, f]) => !f.computed && !f.hidden);
    const rows = (row[name] as Values[] | undefined) ?? [];
    return [name, rows.map((r) => Object.fromEntries(kept.flatMap((f) => taken(f, r))))] as const;
  });
  return { ...Object.fromEntries(own.flatMap((f) => taken(f, row))), ...Object.fromEntries(lines) };
}

/** A blank form, or one that starts from a copy of another row (`?copy=id`). */
export async function loadAdd(
  staff: Staff,
  document: DocumentType,
  url: URL,
  closeHref: string,
): Promise<FormState> {
  requirePermit((await staff.user()).permissions, document, "add");
  const given = Object.fromEntries(
    formFields(document, "add")
      .map(([name]) => [name, url.searchParams.get(name)] as const)
      .filter(([, v]) => v),
  );
  const { told, ...source } = await loadSource(staff, document, url);
  const { values, refs } = await showRefs(
    staff,
    document,
    "add",
    showLabels(document, "add", { ...defaults(document), ...given, ...source }),
  );
  return {
    mode: "add",
    values,
    refs,
    ...(typeof told === "string" && { told }),
    options: await formOptions(staff, document, "add", values),
    submits: submits((await staff.user()).permissions, document, undefined),
    creates: await createLinks(staff, document, "add"),
    key: crypto.randomUUID(),
    closeHref,
  };
}

/** The state of a row as its form knows it. */
export const stateOf = ({ status }: DocumentType, row: Values) =>
  status && String(row[status.field]);

/** The form of an existing row, with the version that it was read at. */
export async function loadEdit(
  staff: Staff,
  document: DocumentType,
  id: string,
  closeHref: string,
): Promise<FormState> {
  const row = knownFigures(document, await loadRow(staff, document, id));
  requirePermit((await staff.user()).permissions, document, "edit", row);
  return {
    mode: "edit",
    id,
    version: row.version,
    state: stateOf(document, row),
    seen: seenOf(openIn(document, stateOf(document, row)), row),
    submits: submits((await staff.user()).permissions, document, stateOf(document, row)),
    ...(await showRefs(staff, document, "edit", showLabels(document, "edit", row))),
    options: await formOptions(staff, document, "edit", row),
    creates: await createLinks(staff, document, "edit"),
    key: crypto.randomUUID(),
    closeHref,
  };
}
