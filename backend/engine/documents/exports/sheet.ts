import { z } from "zod";
import { filterText } from "#backend/platform/db";
import { type Call, type Caller, invalid } from "#backend/platform/http";
import type { SheetColumn } from "#backend/platform/http/spreadsheet";
import {
  allFields,
  type DocumentType,
  type Field,
  isAsked,
  knownFigures,
  type Lines,
  labelName,
  querySchema,
  readable,
} from "#documents/kit";
import { context } from "../call";
import { linesOf } from "../reading/lines";
import { count, eachChunk, isMixed } from "../reading/list";
import { cellOf, type DictWords, dictWords, wordedQuery } from "../reading/words";
import type { DocumentRuleRow, RuleContext, Rules } from "../rules";

/** Documents whose lines are read with one statement. */
const CHUNK = 500;

const NOT_CELLS = new Set<Field["kind"]>(["json", "image", "images", "files"]);

/** Key of a line's column; a reference must not meet the snapshot of its name (skuId, skuName). */
const lineKey = (name: string, field: string, f: Field): string => `${name}.${f.kind === "ref" ? "$" : ""}${field}`;

/** Columns of a line in a file: what its table on the page shows to this caller. */
const lineColumns = (name: string, lines: Lines, caller: Caller): [string, Field][] =>
  Object.entries(lines.fields)
    .filter(([, f]) => !f.hidden && !f.virtual && !f.tail && !NOT_CELLS.has(f.kind) && readable(f, caller))
    .map(([n, f]) => [lineKey(name, n, f), f]);

/** A line as the row of a file: references by their words, keys apart from those of the header. */
const named = (name: string, lines: Lines, line: DocumentRuleRow) =>
  Object.fromEntries(
    Object.entries(lines.fields).map(([n, f]) => {
      const key = lineKey(name, n, f);
      return f.kind === "ref" ? [labelName(key), line[`$${n}`]] : [key, line[n]];
    }),
  );

/** Each document once for each of its lines, with the values of both. */
async function* eachLine(
  c: RuleContext,
  document: DocumentType,
  name: string,
  chunks: AsyncIterable<DocumentRuleRow[]>,
): AsyncGenerator<DocumentRuleRow[]> {
  const lines = document.lines?.[name];
  if (!lines) return;
  const flush = async (heads: DocumentRuleRow[]) => {
    const found = await linesOf(
      c,
      document,
      lines,
      heads.map((h) => h.id),
    );
    return heads.flatMap((head) => {
      const own = found.filter((l) => l.headId === head.id);
      const { [name]: known }: DocumentRuleRow = knownFigures(document, { ...head, [name]: own });
      if (!Array.isArray(known)) return [];
      return known.map((l: DocumentRuleRow): DocumentRuleRow => ({ ...head, ...named(name, lines, l) }));
    });
  };
  for await (const heads of chunks)
    for (let i = 0; i < heads.length; i += CHUNK) yield await flush(heads.slice(i, i + CHUNK));
}

/** The list's own query, and what of its rows a file has. */
export const sheetQuery = (document: DocumentType) =>
  querySchema(document).extend({
    lines: z.string().optional().meta({ description: "1：每条明细一行" }),
    columns: z.string().max(4000).optional().meta({ description: "列，用逗号隔开，按此顺序；不填则全部" }),
  });

/** A list as the file that somebody asked for. */
export interface ExportSheet {
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
): Promise<ExportSheet> {
  const { db, caller } = call;
  const [each, sentence] = document.exports?.each ?? [];
  if (each && (await isMixed(db, document, query, caller, rules, each))) throw invalid(sentence ?? "");
  const name = wanted ? document.exports?.lines : undefined;
  const lines = name ? document.lines?.[name] : undefined;
  const shown = Object.entries(allFields(document)).filter(
    ([, f]) => f.column && readable(f, caller) && isAsked(f, query),
  );
  const columns = [...chosenOf(shown, chosen), ...(name && lines ? lineColumns(name, lines, caller) : [])];
  const outside = context(call, db);
  const words = await dictWords(outside, columns);
  return {
    fileName: `${document.label}${lines ? "明细" : ""}.xlsx`,
    rows: await count(db, document, query, caller, rules),
    columns: columns.map(([key, f]) => ({ key, header: f.label })),
    filter: filterText(document, await wordedQuery(outside, document, query)),
    read(c) {
      const found = known(document, eachChunk(c, document, query, rules));
      return cells(name && lines ? eachLine(c, document, name, found) : found, columns, words);
    },
  };
}

async function* known(document: DocumentType, chunks: AsyncIterable<DocumentRuleRow[]>) {
  for await (const rows of chunks) yield rows.map((row) => knownFigures(document, row));
}

async function* cells(chunks: AsyncIterable<DocumentRuleRow[]>, columns: [string, Field][], words: DictWords) {
  for await (const rows of chunks)
    for (const row of rows) yield Object.fromEntries(columns.map(([key, f]) => [key, cellOf(key, f, row, words)]));
}
