import { z } from "zod";
import { first } from "../frame/posted";

const controls = z.object({
  _do: first.pipe(z.enum(["add", "edit"])),
  _id: first,
  _version: first,
  _state: first,
  _seen: first,
  _key: first,
  _line: first,
});

/** Which row a form makes or changes; `state` may have left only a part of the form open. */
function rowOf({ _do, _id, _version, _state, _seen, _key }: z.output<typeof controls>) {
  const version = _version === "" ? Number.NaN : Number(_version);
  return {
    mode: _do,
    id: _id || undefined,
    version: Number.isNaN(version) ? undefined : version,
    state: _state || undefined,
    /** What stood in the row when its form was opened. */
    seen: _seen || undefined,
    key: _key,
  };
}

export const formTarget = controls.transform(rowOf);
export type FormTarget = z.output<typeof formTarget>;

const VERBS = ["add", "more", "fill", "copy", "remove"] as const;

/** A button of a line table: `add:items`, `more:items`, `fill:items`, `copy:items:3`, `remove:items:3`. */
export function lineButton(text: string) {
  const [, name, lines, index] = /^(\w+):(\w+)(?::(\d{1,4}))?$/.exec(text) ?? [];
  const verb = VERBS.find((v) => v === name);
  if (!verb || !lines) return null;
  return { verb, lines, index: Number(index ?? -1) };
}

/** Name of the input that says how many rows `more` adds. */
export const rowsName = (lines: string) => `_rows.${lines}`;
/** Most rows that one press adds. */
export const MOST_ROWS = 100;
const count = z.coerce.number().int().min(1).max(MOST_ROWS).catch(5);

/** The line table of a form, the row of it that is meant, and how many are added. */
export const lineTarget = controls.loose().transform((posted) => {
  const { verb, lines = "", index = -1 } = lineButton(posted._line) ?? {};
  const rows = verb === "more" ? count.parse(first.parse(posted[rowsName(lines)])) : 1;
  return { ...rowOf(posted), lines, index, rows };
});
export type LineTarget = z.output<typeof lineTarget>;
