import { z } from "zod";
import { MOST_ROWS, rowsName } from "../form/target";
import { every, first } from "../frame/posted";
import { SCAN } from "./scans";

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
  .object({ _row: first, _do: first, _next: first, _id: every, _key: first })
  .transform(({ _row, _do, _next, _id, _key }) => {
    const button = rowButton(_row);
    const rows = button ? [button.row] : rowsOf(_id);
    return { name: button?.name ?? (_next || _do), rows, key: _key, ...(_next && { onward: true }) };
  });

export type ActTarget = z.output<typeof actTarget>;

/** As many rows as one batch takes. */
const MOST_UNDONE = 200;

/** `id:version:what it is called` of each row; a single one has no name. */
const namedRows = (texts: string[]) =>
  texts.slice(0, MOST_UNDONE).flatMap((text) => {
    const [, row = "", label] = /^(\d+:\d+)(?::(.{1,60}))?$/s.exec(text) ?? [];
    return rowsOf([row]).map((known) => ({ ...known, label: label ?? known.id }));
  });

/** What was done to rows and is to be taken back; `_back`: the page that it was said on. */
export const undoTarget = z
  .object({ _undo: first, _id: every, _key: first, _back: first })
  .transform(({ _undo, _id, _key, _back }) => ({ name: _undo, rows: namedRows(_id), key: _key, back: _back }));

export type UndoTarget = z.output<typeof undoTarget>;

const VERBS = ["scan", "undo", "all", "none", "add", "more", "copy", "remove"] as const;

/** A button of a page that counts: `scan:items`, `undo:items:2`, `all:items`, `remove:boxes:3`. */
export function countButton(text: string) {
  const [, name, list, index] = /^(\w+):(\w+)(?::(\d{1,4}))?$/.exec(text) ?? [];
  const verb = VERBS.find((v) => v === name);
  if (!verb || !list) return null;
  return { verb, list, index: Number(index ?? -1) };
}

const more = z.coerce.number().int().min(1).max(MOST_ROWS).catch(1);

const scanning = z.looseObject({ _line: first, [SCAN.code]: first, [SCAN.kept]: every }).transform((posted) => {
  const { verb, list, index } = countButton(posted._line) ?? { verb: "", list: "", index: -1 };
  const rows = verb === "more" ? first.parse(posted[rowsName(list)]) : 1;
  return {
    verb: verb === "more" ? "add" : verb,
    list,
    index,
    more: more.parse(rows),
    code: posted[SCAN.code].slice(0, 100),
    scans: posted[SCAN.kept],
  };
});

/** What is counted into which rows of an action. */
export const countTarget = z
  .unknown()
  .transform((posted) => ({ ...actTarget.parse(posted), ...scanning.parse(posted) }));

export type CountTarget = z.output<typeof countTarget>;
