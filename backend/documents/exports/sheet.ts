import { z } from "zod";
import {
  allFields,
  type DocumentType,
  type Field,
  knownFigures,
  querySchema,
  readable,
} from "#documents/kit";
import { filterText } from "../../db/page";
import type { Call } from "../../http/endpoint";
import { invalid } from "../../http/refusal";
import type { SheetColumn } from "../../http/spreadsheet";
import { context } from "../call";
import { count, eachRow, isMixed } from "../reading/list";
import { cellOf, type DictWords, dictWords, wordedQuery } from "../reading/words";
import type { Row, RuleContext, Rules } from "../rules";
import { eachLine, lineColumns } from "./export-lines";

/** The list's own query, and what of its rows a file has. */
export const sheetQuery = (document: DocumentType) =>
  querySchema(document).extend({
    lines: z.string().optional().meta({ description: "1：每条明细一行" }),
    columns: z
      .string()
      .max(4000)
      .optional()
      .meta({ description: "列，用逗号隔开，按此顺序；不填则全部" }),
  });

/** A list as the file that somebody asked for. */
export interface Sheet {
  fileName: string;
  /** Rows of the list; of lines there are more. */
  rows: number;
  columns: SheetColumn[];
  /** The filter in words. */
  filter: string;
  /** The rows of the file, inside a transaction. */
  read(c: RuleContext): AsyncGenerator<Record<string, unknown>>;
}

/** Chosen columns in their order; what the caller may not read, or does not exist, is none. */
function chosenOf(all: [string, Field][], columns = ""): [string, Field][] {
  const known = new Map(all);
  const chosen = columns.split(",").flatMap((name): [string, Field][] => {
    const field = known.get(name);
    return field ? [[name, field]] : [];
  });
  return chosen.length ? chosen : all;
}

/** What a file of this list has for this caller. */
export async function sheetOf(
  call: Call,
  document: DocumentType,
  rules: Rules,
  { lines: wanted, columns: chosen, ...query }: z.output<ReturnType<typeof sheetQuery>>,
): Promise<Sheet> {
  const { db, caller } = call;
  const [each, sentence] = document.exportEach ?? [];
  if (each && (await isMixed(db, document, query, caller, rules, each)))
    throw invalid(sentence ?? "");
  const name = wanted ? document.exportLines : undefined;
  const lines = name ? document.lines?.[name] : undefined;
  const shown = Object.entries(allFields(document)).filter(
    ([, f]) => f.column && readable(f, caller),
  );
  const columns = [
    ...chosenOf(shown, chosen),
    ...(name && lines ? lineColumns(name, lines, caller) : []),
  ];
  const outside = context(call, db);
  const words = await dictWords(outside, columns);
  return {
    fileName: `${document.label}${lines ? "明细" : ""}.xlsx`,
    rows: await count(db, document, query, caller, rules),
    columns: columns.map(([key, f]) => ({ key, header: f.label })),
    filter: filterText(document, await wordedQuery(outside, document, query)),
    read(c) {
      const found = known(document, eachRow(c, document, query, rules));
      return cells(name && lines ? eachLine(c, document, name, found) : found, columns, words);
    },
  };
}

async function* known(document: DocumentType, rows: AsyncIterable<Row>) {
  for await (const row of rows) yield knownFigures(document, row);
}

async function* cells(rows: AsyncIterable<Row>, columns: [string, Field][], words: DictWords) {
  for await (const row of rows)
    yield Object.fromEntries(columns.map(([key, f]) => [key, cellOf(key, f, row, words)]));
}
