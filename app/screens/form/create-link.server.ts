import { documentNamed } from "#documents";
import { can, type DocumentType, formFields, formLines, type Mode } from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import { resolve } from "../resolve";
import { loadRow } from "../row/load.server";

/** Where a blank one is made, of what people keep as such: no step of a document that leads there. */
function createPath({ screens, sourced, coded, master, derived }: DocumentType): string | null {
  if (sourced || !screens.create || !(coded || master || derived)) return null;
  return screens.create.replace(/\{\w+\}/g, "0");
}

/** Where the rows that a form names can be made, for who may: by the names of their declarations. */
export async function createLinks(
  staff: Staff,
  document: DocumentType,
  mode: Mode,
): Promise<Record<string, string>> {
  const { permissions } = await staff.user();
  const fields = [
    ...formFields(document, mode).map(([, f]) => f),
    ...formLines(document).flatMap(([, l]) => Object.values(l.fields)),
  ];
  const targets = new Set(fields.flatMap((f) => (f.kind === "ref" && !f.computed ? [f.to] : [])));
  return Object.fromEntries(
    [...targets].flatMap((to) => {
      const target = documentNamed(to);
      const path = target.many ? createPath(target) : null;
      return path && can(permissions, target, "add").ok ? [[to, path] as const] : [];
    }),
  );
}

const LONGEST = 500;

/** The form that a new row was wanted for (`?back=`, `&for=` its field), with what the row is called. */
export async function backToForm(
  staff: Staff,
  document: DocumentType,
  url: URL,
  id: string,
): Promise<string | null> {
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
