import { z } from "zod";
import { errorText, type Sql } from "#backend/platform/db";
import { makeFile } from "#backend/platform/files/make";
import { type Call, type Endpoint, endpoint, invalid, namesRead, requireKnown, wireId } from "#backend/platform/http";
import { xlsxOf } from "#backend/platform/http/spreadsheet";
import { logExport } from "#backend/platform/logs/write";
import { type DocumentType, exportFile, lineageNames, permissionOf } from "#documents/kit";
import { context, ID, idParams } from "../call";
import type { Rules } from "../rules";
import { type ExportSheet, sheetOf, sheetQuery } from "./sheet";
import { addExport, endExport, exportOf, exportsOf, tellProgress } from "./store";

/** A sheet has a million rows; more than this nobody reads. */
const MOST = 500_000;

const PROGRESS_MS = 500;

/** `POST {api}/export`: the same file as by GET, made in the background and kept for who asked. */
export function startExport(document: DocumentType, rules: Rules): Endpoint {
  return endpoint({
    tag: document.label,
    method: "post",
    path: `${document.api}/export`,
    title: `后台导出${document.label}`,
    permission: permissionOf(document, "export"),
    body: () => sheetQuery(document),
    response: z.object({ id: wireId }),
    async handle(call) {
      const names = new Set([...(namesRead(sheetQuery(document)) ?? []), ...lineageNames(document)]);
      requireKnown(names, Object.keys(call.req.body ?? {}));
      const sheet = await sheetOf(call, document, rules, call.body);
      const { rows, filter, fileName } = sheet;
      if (rows > MOST) throw invalid(`导出数据超过${MOST}行，请缩小查询范围`);
      const { name, label } = document;
      const id = await addExport(call.db, call.caller, { document: name, label, fileName, filter, total: rows });
      await logExport(call, `导出${label}`, filter, rows);
      void run(call, id, sheet);
      return { id };
    },
  });
}

/** Rows on their way into a file; how many have passed is told now and then. */
async function* told(call: Call, id: string, rows: AsyncIterable<object>) {
  let [done, last] = [0, Date.now()];
  for await (const row of rows) {
    yield row;
    done += 1;
    if (Date.now() - last < PROGRESS_MS) continue;
    last = Date.now();
    await tellProgress(call.db, id, done);
  }
}

async function run(call: Call, id: string, { columns, filter, fileName, read }: ExportSheet) {
  const { db, config, caller } = call;
  try {
    const make = async (from: Sql) => {
      const rows = told(call, id, read(context(call, from)));
      const { stream } = await xlsxOf(columns, rows, { filterText: filter, demo: config.demo });
      const file = { db, config, caller, original: fileName, bizType: "export", bizId: id };
      await makeFile(file, stream, (kept, made) => endExport(kept, id, made));
    };
    await call.reading((from) => from.tx(make, { again: false }), true);
  } catch (error) {
    console.error(`导出${fileName}：${errorText(error, "stack") || error}`);
    await endExport(db, id, null).catch(() => {});
  }
}

/** Own exports: all of the last week, and how far one has come. */
export const downloadEndpoints: Endpoint[] = [
  endpoint({
    tag: "我的下载",
    path: "/admin/exports",
    title: "我的下载",
    response: z.array(exportFile),
    handle: ({ db, caller }) => exportsOf(db, caller),
  }),
  endpoint({
    tag: "我的下载",
    path: `/admin/exports/${ID}`,
    title: "导出进度",
    params: idParams,
    response: exportFile,
    handle: ({ db, caller, params }) => exportOf(db, caller, params.id),
  }),
];
