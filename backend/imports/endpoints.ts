import { readFile } from "node:fs/promises";
import { z } from "zod";
import { type DocumentType, importFile, importPermission } from "#documents/kit";
import type { Rules } from "../documents/rules";
import { discard, receiveFiles } from "../files/receive";
import { wireId } from "../http/answer";
import { type Call, type Endpoint, endpoint } from "../http/endpoint";
import { invalid } from "../http/refusal";
import { sendErrors } from "./error-sheet";
import { columnsFor, keepFile } from "./keep-file";
import { readRows } from "./read-file";
import { stateOf } from "./state";
import { check, commit } from "./steps";
import { loadImport } from "./store";
import { sendTemplate } from "./template";

const MOST_BYTES = 5 * 1024 * 1024;

const ID = ":id(\\d{1,18})";

const params = z.object({ id: z.string() });

/** Calls of a document that may be imported: template, upload, state, dry run, commit, errors. */
export function importEndpoints(document: DocumentType, rules: Rules = {}): Endpoint[] {
  if (!document.import) return [];
  const { api, label } = document;
  const base = { tag: label, permission: importPermission(document) } as const;
  const load = (call: Call, rows?: boolean) =>
    loadImport(call.db, document, call.caller, params.parse(call.params).id, rows);
  const state = async (call: Call) => stateOf(call, document, await load(call, false));
  return [
    endpoint({
      ...base,
      method: "get",
      path: `${api}/import/template`,
      title: `${label}导入模板`,
      raw: true,
      handle: (call) => sendTemplate(call.res, document, columnsFor(document, call)),
    }),
    endpoint({
      ...base,
      method: "post",
      path: `${api}/import`,
      title: `上传${label}导入文件`,
      upload: true,
      response: z.object({ id: wireId }),
      async handle(call) {
        const files = await receiveFiles(call.req, call.res, call.config.dataDir);
        try {
          const [file] = files;
          if (!file || files.length > 1) throw invalid("请选择一个文件");
          if (file.size > MOST_BYTES) throw invalid("导入文件不能超过5MB");
          const rows = await readRows(file.original, await readFile(file.tempPath));
          return { id: await keepFile(call, document, file.original, rows) };
        } finally {
          await discard(files);
        }
      },
    }),
    endpoint({
      ...base,
      method: "get",
      path: `${api}/import/${ID}`,
      title: `${label}导入状态`,
      params,
      response: importFile,
      handle: (call) => state(call),
    }),
    endpoint({
      ...base,
      method: "post",
      path: `${api}/import/${ID}/check`,
      title: `检查${label}导入文件`,
      params,
      body: z.object({
        mapping: z.record(z.string().max(100), z.int()).optional(),
        existing: z.enum(["refuse", "update"]).optional(),
      }),
      response: importFile,
      async handle(call) {
        await check(call, document, rules, await load(call), call.body);
        return state(call);
      },
    }),
    endpoint({
      ...base,
      method: "post",
      path: `${api}/import/${ID}/commit`,
      title: `导入${label}`,
      params,
      response: importFile,
      async handle(call) {
        await commit(call, document, rules, await load(call));
        return state(call);
      },
    }),
    endpoint({
      ...base,
      method: "get",
      path: `${api}/import/${ID}/errors`,
      title: `${label}导入错误`,
      raw: true,
      params,
      async handle(call) {
        const labels = new Map(columnsFor(document, call).map((c) => [c.key, c.label]));
        const named = (key: string | null) => (key && labels.get(key)) || null;
        await sendErrors(call.res, document, await load(call), named);
      },
    }),
  ];
}
