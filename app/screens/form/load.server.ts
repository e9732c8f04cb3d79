import { z } from "zod";
import { documentNamed } from "#documents";
import {
  can,
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
import { today } from "~/text";
import { loadOptions, type OptionOptions } from "../frame/options.server";
import { requirePermit } from "../frame/request.server";
import { resolve } from "../frame/resolve";
import { loadRow } from "../row/load.server";
import { rowsIn } from "../row/row";
import type { FormState } from "./form";
import { showLabels, showRefs } from "./refs.server";
import { seenOf } from "./seen.server";
import { defaults, type ValueValues } from "./values";

/** Where a blank one is made, of what people keep as such: no step of a document that leads there. */
function createPath({ screens, start: { sourced } = {}, coded, master, derived }: DocumentType): string | null {
  if (sourced || !screens.create || !(coded || master || derived)) return null;
  return screens.create.replace(/\{\w+\}/g, "0");
}

/** Where the rows that a form names can be made, for who may: by the names of their declarations. */
export async function createLinks(staff: Staff, document: DocumentType, mode: Mode): Promise<Record<string, string>> {
  const { permissions } = await staff.user();
  const fields = [
    ...formFields(document, mode).map(([, f]) => f),
    ...formLines(document).flatMap(([, l]) => Object.values(l.fields)),
  ];
  const targets = new Set(fields.flatMap((f) => (f.kind === "ref" && !f.computed ? [f.to] : [])));
  return Object.fromEntries(
    [...targets].flatMap((to) => {
      const target = documentNamed(to);
      const path = createPath(target) ?? (target.many ? null : target.screens.list);
      return path && can(permissions, target, "add").ok ? [[to, path] as const] : [];
    }),
  );
}

const LONGEST = 500;

/** The form that a new row was wanted for (`?back=`, `&for=` its field), with what the row is called. */
export async function backToForm(staff: Staff, document: DocumentType, url: URL, id: string): Promise<string | null> {
  const back = url.searchParams.get("back") ?? "";
  const field = url.searchParams.get("for") ?? "";
  if (!/^\/[^/\\]/.test(back) || back.length > LONGEST) return null;
  if (!/^\w+(\[\d{1,4}\]\.\w+)?$/.test(field)) return null;
  const to = new URL(back, url);
  const view = resolve(to.pathname);
  if (to.origin !== url.origin || !view?.document) return null;
  const row = await loadRow(staff, document, id).catch(() => null);
  if (!row) return null;
  to.hash = `new=${encodeURIComponent(`${field}=${row[document.display] ?? ""}`)}`;
  return to.pathname + to.search + to.hash;
}

const prefilled = z.record(z.string(), z.unknown()).nullish();

/** Options of a form's fields and of its lines (`items.value`). */
export function formOptions(
  staff: Staff,
  document: DocumentType,
  mode: Mode,
  values: ValueValues,
): Promise<OptionOptions> {
  const lines = formLines(document).flatMap(([name, l]) =>
    Object.entries(l.fields).map(([field, f]) => [`${name}.${field}`, f] as const),
  );
  return loadOptions(staff.erp, [...formFields(document, mode), ...lines], values);
}

/** Values that a new document takes from another: from its source, or from a row that is copied. */
export async function loadSource(staff: Staff, document: DocumentType, url: URL): Promise<ValueValues> {
  const copy = url.searchParams.get("copy");
  // The row is asked for like any other: who may not read it copies nothing.
  if (copy && copies(document, (await staff.user()).permissions))
    return copied(document, await loadRow(staff, document, copy));
  const named = (names: readonly string[]) =>
    names.flatMap((name) => {
      const value = url.searchParams.get(name);
      return value ? [[name, value] as const] : [];
    });
  const given = named(Object.keys(document.start?.prefill ?? {}));
  if (!given.length) return {};
  const query = Object.fromEntries([...given, ...named(document.start?.prefillBy ?? [])]);
  return (await staff.erp.get(`${document.api}/prefill`, { query, schema: prefilled })) ?? {};
}

/** What a new one may have of another: no file, which is the other one's, and no day that has passed. */
function taken([name, f]: [string, Field], row: ValueValues): [string, unknown][] {
  const value = row[name];
  const dated = f.kind === "date" || f.kind === "datetime";
  if (value === undefined || isFile(f) || (dated && String(value) < today())) return [];
  return [name, labelName(name), `$${name}`].flatMap((n): [string, unknown][] =>
    row[n] === undefined ? [] : [[n, row[n]]],
  );
}

/** A row as a template: what was computed, numbered or attached to a source does not come along. */
function copied(document: DocumentType, row: ValueValues): ValueValues {
  const own = formFields(document, "add").filter(([, f]) => !f.unique);
  const lines = formLines(document).map(([name, l]) => {
    const kept = Object.entries(l.fields).filter(([, f]) => !f.computed && !f.hidden);
    const rows = rowsIn(row, name);
    return [name, rows.map((r) => Object.fromEntries(kept.flatMap((f) => taken(f, r))))] as const;
  });
  return { ...Object.fromEntries(own.flatMap((f) => taken(f, row))), ...Object.fromEntries(lines) };
}

/** A blank form, or one that starts from a copy of another row (`?copy=id`). */
export async function loadAdd(staff: Staff, document: DocumentType, url: URL, closeHref: string): Promise<FormState> {
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
export const stateOf = ({ status }: DocumentType, row: ValueValues) => status && String(row[status.field]);

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
