import type { DocumentType } from "#documents/kit";
import { snake } from "../names";

/** Columns of a table (`list` of lines, or the head) that `codes` names. */
export function scannedIn({ codes = [] }: DocumentType, list?: string): { scanned?: string[] } {
  const paths = codes.map((path) => path.split("."));
  const own = paths.filter((at) => (list ? at[0] === list && at.length > 1 : at.length === 1));
  return own.length ? { scanned: own.map((at) => snake(at.at(-1) ?? "")) } : {};
}
