import { z } from "zod";
import { first } from "../posted";

const controls = z.object({
  _do: first.pipe(z.enum(["add", "edit"])),
  _id: first,
  _version: first,
  _state: first,
  _key: first,
  _line: first,
});

/** Which row a form makes or changes; `state` may have left only a part of the form open. */
function rowOf({ _do, _id, _version, _state, _key }: z.output<typeof controls>) {
  const version = _version === "" ? Number.NaN : Number(_version);
  return {
    mode: _do,
    id: _id || undefined,
    version: Number.isNaN(version) ? undefined : version,
    state: _state || undefined,
    key: _key,
  };
}

export const formTarget = controls.transform(rowOf);
export type FormTarget = z.output<typeof formTarget>;

/** A button of a line table: `add:items`, `fill:items` or `remove:items:3`. */
export function lineButton(text: string) {
  const [, verb, lines, index] = /^(add|fill|remove):(\w+)(?::(\d{1,4}))?$/.exec(text) ?? [];
  if (!verb || !lines) return null;
  return { verb: verb as "add" | "fill" | "remove", lines, index: Number(index ?? -1) };
}

/** The line table of a form, and the row of it that goes. */
export const lineTarget = controls.transform((posted) => ({
  ...rowOf(posted),
  lines: lineButton(posted._line)?.lines ?? "",
  index: lineButton(posted._line)?.index ?? -1,
}));
export type LineTarget = z.output<typeof lineTarget>;
