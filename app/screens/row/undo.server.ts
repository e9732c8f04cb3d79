import { can, type DocumentType } from "#documents/kit";
import type { FlashMessage } from "~/session/cookies.server";
import type { ScreenRequest } from "../frame/request.server";
import { loadRow } from "./load.server";
import type { RowRow } from "./row";

type Undone = Pick<RowRow, "id" | "version"> & { label?: string };

/** As much of a name as tells a row from others. */
const NAME = 40;

/** What a message carries so that what was done to rows can be taken back, on the page of `action`. */
export const takingBack = (
  { screens }: DocumentType,
  name: string,
  rows: readonly Undone[],
  action = screens.list,
): FlashMessage["undo"] => ({
  action: action.length > 300 ? screens.list : action,
  name,
  rows: rows.map(({ id, version, label }) => `${id}:${version}${label ? `:${label.slice(0, NAME)}` : ""}`),
  key: crypto.randomUUID(),
});

/** Does it find room in a message? That travels in a cookie, of 4 KB and one third more than its text. */
export const isShort = (undo: FlashMessage["undo"]) => Buffer.byteLength(JSON.stringify(undo)) < 2_500;

/**
 * The same of an action, where its opposite is declared, of the rows on which this person may run it as
 * they are now. Several are named, to say which was refused.
 */
export async function undoOf(
  { staff, match: { document } }: ScreenRequest,
  name: string,
  ids: readonly string[],
  action?: string,
): Promise<Pick<FlashMessage, "undo">> {
  const opposite = document.actions?.[name]?.undo;
  if (!opposite) return {};
  const { permissions } = await staff.user();
  const found = await Promise.all(ids.map((id) => loadRow(staff, document, id).catch(() => null)));
  const rows = found.flatMap((row) => (row && can(permissions, document, opposite, row).ok ? [row] : []));
  if (!rows.length) return {};
  const named = (row: RowRow) => ({ id: row.id, version: row.version, label: String(row[document.display] ?? "") });
  return { undo: takingBack(document, name, rows.map(named), action) };
}
