import { documentNamed } from "#documents";
import type { DocumentType } from "#documents/kit";
import { withParams } from "~/ui/url";

const fill = (path: string, id: string) =>
  path.includes("{id}") ? path.replace("{id}", id) : withParams(path, { id });

/** Address of a screen of one row: its own page, or a dialog of the list (`listUrl` as it is now). */
export function rowHref(
  document: DocumentType,
  view: "edit" | "detail",
  id: string,
  listUrl: string,
): string {
  const path = document.screens[view];
  if (path) return fill(path, id);
  return withParams(closeHref(listUrl), view === "edit" ? { edit: id } : { view: id });
}

export const addHref = (document: DocumentType, listUrl: string): string =>
  document.screens.create ?? withParams(closeHref(listUrl), { add: 1 });

/** Names that open a dialog of a list. */
export const DIALOG_PARAMS = ["add", "edit", "view", "do", "on", "ids", "columns"] as const;

/** The same list without any dialog. */
export const closeHref = (listUrl: string): string =>
  withParams(listUrl, Object.fromEntries(DIALOG_PARAMS.map((name) => [name, null])));

/** Address of the form that makes the next document from this row. */
export function openHref(opens: { document: string; param: string }, id: string): string {
  const target = documentNamed(opens.document);
  return withParams(target.screens.create ?? withParams(target.screens.list, { add: 1 }), {
    [opens.param]: id,
  });
}
