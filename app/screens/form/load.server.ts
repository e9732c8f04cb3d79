import { can, type DocumentType, formFields, type Mode } from "#documents/kit";
import type { Desk } from "~/session/desk.server";
import { loadRow } from "../detail/load.server";
import { loadOptions, type Options } from "../options.server";
import type { FormState } from "./form";
import { defaults, type Values } from "./values";

/** Options of a form's fields and of its lines (`items.value`). */
export function formOptions(
  desk: Desk,
  document: DocumentType,
  mode: Mode,
  values: Values,
): Promise<Options> {
  const lines = Object.entries(document.lines ?? {}).flatMap(([name, l]) =>
    Object.entries(l.fields).map(([field, f]) => [`${name}.${field}`, f] as const),
  );
  return loadOptions(desk.erp, [...formFields(document, mode), ...lines], values);
}

async function require(
  desk: Desk,
  document: DocumentType,
  operation: "add" | "edit",
  row?: Values,
) {
  const { permissions } = await desk.user();
  const verdict = can(permissions, document, operation, row);
  if (!verdict.ok) throw Response.json({ message: verdict.reason }, { status: 403 });
}

/** A blank form, or one that starts from a copy of another row (`?copy=id`). */
export async function loadAdd(
  desk: Desk,
  document: DocumentType,
  url: URL,
  closeHref: string,
): Promise<FormState> {
  await require(desk, document, "add");
  const given = Object.fromEntries(
    formFields(document, "add")
      .map(([name]) => [name, url.searchParams.get(name)] as const)
      .filter(([, v]) => v),
  );
  const values = { ...defaults(document), ...given };
  return {
    mode: "add",
    values,
    options: await formOptions(desk, document, "add", values),
    key: crypto.randomUUID(),
    closeHref,
  };
}

/** The form of an existing row, with the version that it was read at. */
export async function loadEdit(
  desk: Desk,
  document: DocumentType,
  id: string,
  closeHref: string,
): Promise<FormState> {
  const row = await loadRow(desk, document, id);
  await require(desk, document, "edit", row);
  return {
    mode: "edit",
    id,
    version: row.version,
    values: row,
    options: await formOptions(desk, document, "edit", row),
    key: crypto.randomUUID(),
    closeHref,
  };
}
