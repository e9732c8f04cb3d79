import { writeXlsxStream } from "hucre/xlsx";
import { allFields, type DocumentType, type Field, labelName } from "#documents/kit";
import { flatten } from "~/ui/option";
import type { Options } from "../options.server";
import type { Row } from "../row/row";

type Cell = string | number | null;

const FIGURES: readonly Field["kind"][] = ["int", "money", "decimal", "percent"];

function cellOf(name: string, f: Field, row: Row, options: Options): Cell {
  const value = row[f.kind === "ref" ? labelName(name) : name];
  if (value === null || value === undefined) return null;
  if (FIGURES.includes(f.kind)) return Number(value);
  const text = String(value);
  return flatten(options[name] ?? []).find((o) => o.value === text)?.label ?? text;
}

/** Fields that the list of all rows shows, in its order. */
export const listed = (document: DocumentType): [string, Field][] =>
  (document.archive?.list ?? []).flatMap((name) => {
    const f = allFields(document)[name];
    return f ? [[name, f] as [string, Field]] : [];
  });

/** One line of the list: the row's fields, then what lies in its folder. */
export const lineOf = (document: DocumentType, row: Row, options: Options, files: string[]) => [
  ...listed(document).map(([name, f]) => cellOf(name, f, row, options)),
  files.join("\n"),
];

/** The list of all rows as a spreadsheet. Its cells are values, never formulas. */
export function listSheet(document: DocumentType, lines: Cell[][]): ReadableStream<Uint8Array> {
  const heads = [...listed(document).map(([, f]) => f.label), "文件"];
  return writeXlsxStream([heads, ...lines], {
    name: "清单",
    columns: heads.map((head) => ({ width: head === "文件" ? 40 : 18 })),
    freezePane: { rows: 1 },
  });
}
