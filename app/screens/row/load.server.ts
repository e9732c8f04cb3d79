import { z } from "zod";
import type { DocumentType } from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import { partAnchor, rowHref } from "../frame/href";
import { withFiles } from "./files";
import { type RowRow, rowBehind, rowSchemaOf } from "./row";

/** One row as the declaration's own read call answers it. */
export async function loadRow(staff: Staff, document: DocumentType, id: string): Promise<RowRow> {
  const path = document.calls?.read?.replace("{id}", id) ?? `${document.api}/${id}`;
  return withFiles(document, await staff.erp.get(path, { schema: rowSchemaOf(document) }));
}

const waiting = z.object({ records: z.array(z.looseObject({ id: z.string() })) });
const MOST_WAITING = 100;

/**
 * The row that waits behind this one in the person's own list, where the action says of which state it is;
 * none: nothing waits. @returns undefined where the action leads nowhere
 */
export async function loadNext(staff: Staff, document: DocumentType, name: string, id: string) {
  const { onward, part, from } = document.actions?.[name] ?? {};
  const { status } = document;
  if (!onward || !status) return undefined;
  // Where this row is not among those that wait, the first of them is next.
  const size = from && !from.includes(onward) ? 1 : MOST_WAITING;
  const query = { current: 1, size, [status.field]: onward, totals: "rough" };
  const { records } = await staff.erp.get(document.calls?.list ?? `${document.api}/page`, { query, schema: waiting });
  const next = rowBehind(records, (row) => row.id === id);
  const state = status.values[onward]?.label ?? "";
  if (!next) return { state };
  const href = rowHref(document, "detail", next.id, document.screens.list) + (part ? partAnchor(part, name) : "");
  return { state, link: { href, text: String(next[document.display] ?? "") } };
}

/** What is said of a row that waits behind one that is done: which state it is in, and where it is. */
export async function nextSaid(staff: Staff, document: DocumentType, name: string, id: string) {
  // A part of the page that sends it has a button of its own for going on.
  if (document.actions?.[name]?.part) return { says: "" };
  const { state, link } = (await loadNext(staff, document, name, id).catch(() => undefined)) ?? {};
  return link ? { says: `，下一条${state}`, link } : { says: "" };
}
