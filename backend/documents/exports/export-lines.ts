import {
  type DocumentType,
  type Field,
  knownFigures,
  type Lines,
  labelName,
  readable,
} from "#documents/kit";
import type { Caller } from "../../http/caller";
import { linesOf } from "../reading/lines";
import type { Row, RuleContext } from "../rules";

/** Documents whose lines are read with one statement. */
const CHUNK = 500;

const NOT_CELLS = new Set<Field["kind"]>(["json", "image", "images", "files"]);

/** Key of a line's column; a reference must not meet the snapshot of its name (skuId, skuName). */
export const lineKey = (name: string, field: string, f: Field): string =>
  `${name}.${f.kind === "ref" ? "$" : ""}${field}`;

/** Columns of a line in a file: what its table on the page shows to this caller. */
export const lineColumns = (name: string, lines: Lines, caller: Caller): [string, Field][] =>
  Object.entries(lines.fields)
    .filter(
      ([, f]) =>
        !f.hidden && !f.virtual && !f.tail && !NOT_CELLS.has(f.kind) && readable(f, caller),
    )
    .map(([n, f]) => [lineKey(name, n, f), f]);

/** A line as the row of a file: references by their words, keys apart from those of the header. */
const named = (name: string, lines: Lines, line: Row) =>
  Object.fromEntries(
    Object.entries(lines.fields).map(([n, f]) => {
      const key = lineKey(name, n, f);
      return f.kind === "ref" ? [labelName(key), line[`$${n}`]] : [key, line[n]];
    }),
  );

/** Each document once for each of its lines, with the values of both. */
export async function* eachLine(
  c: RuleContext,
  document: DocumentType,
  name: string,
  rows: AsyncIterable<Row>,
): AsyncGenerator<Row> {
  const lines = document.lines?.[name];
  if (!lines) return;
  const flush = async (heads: Row[]) => {
    const found = await linesOf(
      c,
      document,
      lines,
      heads.map((h) => h.id),
    );
    return heads.flatMap((head) => {
      const own = found.filter((l) => l.headId === head.id);
      const { [name]: known }: Row = knownFigures(document, { ...head, [name]: own });
      if (!Array.isArray(known)) return [];
      return known.map((l: Row): Row => ({ ...head, ...named(name, lines, l) }));
    });
  };
  let heads: Row[] = [];
  for await (const row of rows) {
    heads.push(row);
    if (heads.length < CHUNK) continue;
    yield* await flush(heads);
    heads = [];
  }
  yield* await flush(heads);
}
