import { z } from "zod";
import { every, first } from "../posted";

/** A row, and the version that the person saw of it. */
export interface ActRow {
  id: string;
  version: number;
}

/** A button in a row of a list: `lock:12:3` runs `lock` on row 12 as it was at version 3. */
export function rowButton(text: string): { name: string; row: ActRow } | null {
  const [, name, id, version] = /^(\w+):(\d{1,19}):(\d{1,9})$/.exec(text) ?? [];
  return name && id ? { name, row: { id, version: Number(version) } } : null;
}

/** `id:version` of each row that an action's form is about. */
export const rowsOf = (texts: string[]): ActRow[] =>
  texts.flatMap((text) => {
    const [, id, version] = /^(\d{1,19}):(\d{1,9})$/.exec(text) ?? [];
    return id ? [{ id, version: Number(version) }] : [];
  });

/** Which action (`del` included) runs on which rows. */
export const actTarget = z
  .object({ _row: first, _do: first, _id: every, _key: first })
  .transform(({ _row, _do, _id, _key }) => {
    const button = rowButton(_row);
    const rows = button ? [button.row] : rowsOf(_id);
    return { name: button?.name ?? _do, rows, key: _key };
  });

export type ActTarget = z.output<typeof actTarget>;
