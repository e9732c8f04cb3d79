import { type Endpoint, endpoint, invalid } from "#backend/platform/http";
import { sendXlsx } from "#backend/platform/http/spreadsheet";
import { logExport } from "#backend/platform/logs/write";
import { type DocumentType, permissionOf } from "#documents/kit";
import { context } from "../call";
import type { Rules } from "../rules";
import { sheetOf, sheetQuery } from "./sheet";

const MOST = 50_000;

/** `GET {api}/export`: the list's own query as xlsx, streamed; more than 50 000 rows are refused. */
export function exportRows(document: DocumentType, rules: Rules): Endpoint {
  return endpoint({
    tag: document.label,
    path: `${document.api}/export`,
    title: `导出${document.label}`,
    permission: permissionOf(document, "export"),
    raw: true,
    query: () => sheetQuery(document),
    async handle(call) {
      const { db, res } = call;
      const { rows, filter, ...sheet } = await sheetOf(call, document, rules, call.query);
      if (rows > MOST) throw invalid(`导出数据超过${MOST}行，请缩小查询范围`);
      await logExport(call, `导出${document.label}`, filter, rows);
      await db.tx(
        (sql) =>
          sendXlsx(res, sheet.fileName, sheet.columns, sheet.read(context(call, sql)), {
            filterText: filter,
            demo: call.config.demo,
          }),
        { again: false },
      );
    },
  });
}
