import { z } from "zod";
import {
  allFields,
  type DocumentType,
  type Field,
  type ListQuery,
  permissionOf,
  querySchema,
  readable,
} from "#documents/kit";
import { filterText } from "../../db/page";
import { type Endpoint, endpoint } from "../../http/endpoint";
import { invalid } from "../../http/refusal";
import { sendXlsx } from "../../http/spreadsheet";
import { logExport } from "../../logs/export-log";
import { context } from "../call";
import { count, eachRow } from "../reading/list";
import { cellOf, type DictWords, dictWords, wordedQuery } from "../reading/words";
import type { Row, Rules } from "../rules";
import { eachLine, lineColumns } from "./export-lines";

const MOST = 50_000;

/** `GET {api}/export`: the list's own query as xlsx, streamed; more than 50 000 rows are refused. */
export function exportRows(document: DocumentType, rules: Rules): Endpoint {
  return endpoint({
    tag: document.label,
    method: "get",
    path: `${document.api}/export`,
    title: `导出${document.label}`,
    permission: permissionOf(document, "export"),
    raw: true,
    query: querySchema(document).extend({
      lines: z.string().optional().meta({ description: "1：每条明细一行" }),
    }),
    async handle(call) {
      const { db, caller, res } = call;
      const query: ListQuery = call.query;
      const rows = await count(db, document, query, caller, rules);
      if (rows > MOST) throw invalid(`导出数据超过${MOST}行，请缩小查询范围`);
      const name = query.lines ? document.exportLines : undefined;
      const lines = name ? document.lines?.[name] : undefined;
      const columns = [
        ...Object.entries(allFields(document)).filter(([, f]) => f.column && readable(f, caller)),
        ...(name && lines ? lineColumns(name, lines, caller) : []),
      ];
      const outside = context(call, db);
      const filter = filterText(document, await wordedQuery(outside, document, query));
      const words = await dictWords(outside, columns);
      await logExport(call, `导出${document.label}`, filter, rows);
      await db.tx((sql) => {
        const c = context(call, sql);
        const found = eachRow(c, document, query, rules);
        return sendXlsx(
          res,
          `${document.label}${lines ? "明细" : ""}.xlsx`,
          columns.map(([key, f]) => ({ key, header: f.label })),
          cells(name && lines ? eachLine(c, document, name, found) : found, columns, words),
          { filterText: filter },
        );
      });
    },
  });
}

async function* cells(rows: AsyncIterable<Row>, columns: [string, Field][], words: DictWords) {
  for await (const row of rows)
    yield Object.fromEntries(columns.map(([key, f]) => [key, cellOf(key, f, row, words)]));
}
