import type { BookColumn } from "#documents/base/workbook/words";
import { type CellWords, saidOf } from "./cells";
import type { KnownRows } from "./refs";
import type { SheetFound } from "./store";
import type { ReadyRow } from "./work";

/** A cell that a row changes. */
export interface ChangedCell {
  sheet: string;
  at: number;
  place: number;
  from: string;
  to: string;
}

/** A cell of a row that changes, and what stood there. */
export interface CellWas {
  row: ReadyRow;
  column: BookColumn;
  value: unknown;
}

const idsIn = (value: unknown): string[] =>
  [value].flat().flatMap((id) => (id === null || id === undefined ? [] : [String(id)]));

/** CellWords of what stood there, and of what a row says instead; nothing when they are the same. */
export async function changesOf(
  { words, known, found }: { words: CellWords; known: KnownRows; found: SheetFound },
  was: readonly CellWas[],
): Promise<ChangedCell[]> {
  const codes = new Map<string, string>();
  for (const to of new Set(was.flatMap(({ column }) => column.to ?? []))) {
    const ids = was.flatMap(({ column, row, value }) =>
      column.to === to ? [...idsIn(value), ...idsIn(row.values[column.key])] : [],
    );
    for (const [id, code] of await known.codes(to, [...new Set(ids)])) codes.set(`${to} ${id}`, code);
  }
  return was.flatMap(({ row, column, value }) => {
    const { key, to: target } = column;
    const said = (v: unknown) =>
      target
        ? idsIn(v)
            .map((id) => codes.get(`${target} ${id}`) ?? "")
            .join("、")
        : saidOf(column, v, words);
    const [from, to] = [said(value), said(row.values[key])];
    const number = column.kind === "number" && from !== "" && to !== "" && Number(from) === Number(to);
    return from === to || number ? [] : [{ sheet: found.name, at: row.at, place: found.places[key] ?? 0, from, to }];
  });
}
