import { can, type DocumentType } from "#documents/kit";
import type { FlashMessage } from "~/session/cookies.server";
import type { ScreenRequest } from "../frame/request.server";
import { loadRow } from "./load.server";
import type { RowRow } from "./row";

/** What a message carries so that what was done to a row can be taken back. */
export const takingBack = (
  { screens }: DocumentType,
  name: string,
  { id, version }: Pick<RowRow, "id" | "version">,
): FlashMessage["undo"] => ({ action: screens.list, name, row: `${id}:${version}`, key: crypto.randomUUID() });

/** The same of an action, where its opposite is declared and this person may run it on the row as it is now. */
export async function undoOf(
  { staff, match: { document } }: ScreenRequest,
  name: string,
  id: string,
): Promise<Pick<FlashMessage, "undo">> {
  const opposite = document.actions?.[name]?.undo;
  const row = opposite && (await loadRow(staff, document, id).catch(() => null));
  if (!opposite || !row) return {};
  const { permissions } = await staff.user();
  return can(permissions, document, opposite, row).ok ? { undo: takingBack(document, name, row) } : {};
}
