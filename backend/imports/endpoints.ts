import { readFile } from "node:fs/promises";
import { z } from "zod";
import { type DocumentType, importPermission } from "#documents/kit";
import type { Rules } from "../documents/rules";
import { discard, receiveFiles } from "../files/receive";
import { wireId } from "../http/answer";
import { type Call, type Endpoint, endpoint } from "../http/endpoint";
import { invalid } from "../http/refusal";
import { letters } from "./mapping";
import { readRows } from "./read-file";
import { hintOf, sendErrors, sendTemplate } from "./sheets";
import { check, columnsFor, commit, keepFile } from "./steps";
import { type Import, loadImport } from "./store";

const MOST_BYTES = 5 * 1024 * 1024;
/** Problems that one answer carries; the file of errors has all that are kept. */
const SHOWN = 200;
const ID = ":id(\\d{1,18})";

const params = z.object({ id: z.string() });
const stateSchema = z.object({
  id: wireId,
  fileName: z.string(),
  status: z.enum([
    "new",
    "checking",
    "checked",
    "refused",
    "committing",
    "done",
    "failed",
    "interrupted",
  ]),
  headers: z.array(z.string()).meta({ description: "文件的列，从0数起" }),
  samples: z.array(z.array(z.string())).meta({ description: "前三行数据" }),
  columns: z.array(
    z.object({ key: z.string(), label: z.string(), required: z.boolean(), hint: z.string() }),
  ),
  mapping: z.record(z.string(), z.int()).meta({ description: "字段 → 文件的列" }),
  existing: z.enum(["refuse", "update"]),
  mayUpdate: z.boolean(),
  total: z.int(),
  done: z.int(),
  added: z.int(),
  changed: z.int(),
  made: z.array(z.object({ id: wireId, no: z.string() })),
  errorCount: z.int(),
  errors: z.array(
    z.object({
      row: z.int(),
      column: z.string().nullable(),
      letter: z.string().nullable(),
      msg: z.string(),
    }),
  ),
});
export type ImportState = z.output<typeof stateSchema>;

function stateOf(call: Call, document: DocumentType, file: Import): ImportState {
  const columns = columnsFor(document, call);
  const labels = new Map(columns.map((c) => [c.key, c.label]));
  const { rows, run: _run, headRow: _head, ...state } = file;
  return {
    ...state,
    samples: rows.slice(0, 3).map((r) => r.cells),
    columns: columns.map((c) => ({
      key: c.key,
      label: c.label,
      required: c.required,
      hint: hintOf(c),
    })),
    mayUpdate: !!document.import?.update,
    errorCount: file.errors.length,
    errors: file.errors.slice(0, SHOWN).map(({ row, column, msg }) => {
      const at = column === null ? undefined : file.mapping[column];
      const letter = at === undefined ? null : letters(at);
      return { row, msg, letter, column: column && (labels.get(column) ?? null) };
    }),
  };
}

/** Calls of a document that may be imported: template, upload, state, dry run, commit, errors. */
export function importEndpoints(document: DocumentType, rules: Rules = {}): Endpoint[] {
  if (!document.import) return [];
  const { api, label } = document;
  const base = { tag: label, permission: importPermission(document) } as const;
  const load = (call: Call, rows?: boolean) =>
    loadImport(call.db, document, call.caller, (call.params as { id: string }).id, rows);
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
      response: stateSchema,
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
      response: stateSchema,
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
      response: stateSchema,
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
