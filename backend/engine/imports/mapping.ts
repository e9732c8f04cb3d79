import type { ImportColumn } from "#documents/kit";
import type { FileRow } from "./read-file";

/** Key of an import column → position of the file's column, from 0. */
export type Mapping = Record<string, number>;

/** Headings are compared without marks of required columns, blanks, units and case. */
const plain = (heading: string) =>
  heading
    .replace(/[*＊\s]/g, "")
    .replace(/[(（][^)）]*[)）]$/, "")
    .replace(/[.．・]/g, "·")
    .toLowerCase();

/** Which column of the file fills which field, by its heading; the first of equal headings counts. */
export function mapHeaders(columns: readonly ImportColumn[], headers: readonly string[]): Mapping {
  const positions = new Map<string, number>();
  headers.forEach((h, i) => {
    const name = plain(h);
    if (name && !positions.has(name)) positions.set(name, i);
  });
  const mapping: Mapping = {};
  const used = new Set<number>();
  for (const names of [(c: ImportColumn) => [c.label], (c: ImportColumn) => c.also])
    for (const column of columns) {
      if (mapping[column.key] !== undefined) continue;
      const at = names(column)
        .map((n) => positions.get(plain(n)))
        .find((i) => i !== undefined && !used.has(i));
      if (at === undefined) continue;
      mapping[column.key] = at;
      used.add(at);
    }
  return mapping;
}

const LOOK = 5;

/** The row with the headings: of the first rows the one with most known ones (an export has a line above). */
export function headRow(columns: readonly ImportColumn[], rows: readonly FileRow[]): number {
  const hits = rows.slice(0, LOOK).map((row) => Object.keys(mapHeaders(columns, row.cells)).length);
  return Math.max(0, hits.indexOf(Math.max(0, ...hits)));
}

/** Column of a spreadsheet by its letters: 0 → A, 26 → AA. */
export function letters(at: number): string {
  const rest = Math.floor(at / 26);
  return (rest ? letters(rest - 1) : "") + String.fromCharCode(65 + (at % 26));
}
