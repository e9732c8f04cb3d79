import { readFile } from "node:fs/promises";
import type { Response } from "express";
import { writeXlsx } from "hucre/xlsx";
import { z } from "zod";
import { discard, receiveFiles } from "#backend/platform/files/receive";
import { type Call, type Endpoint, endpoint, invalid, wireId } from "#backend/platform/http";
import { disposition } from "#backend/platform/http/disposition";
import { sendXlsx } from "#backend/platform/http/spreadsheet";
import { documentNamed } from "#documents";
import {
  type DocumentType,
  type Field,
  GROUP,
  type ImportColumn,
  type ImportFile,
  importFile,
  importPermission,
} from "#documents/kit";
import type { Rules } from "../documents/rules";
import { letters } from "./mapping";
import { readRows } from "./read-file";
import { check, commit, questionOf } from "./steps";
import { columnsFor, type Import, keepFile, loadImport } from "./store";

const kinds: Partial<Record<Field["kind"], string>> = {
  int: "整数",
  decimal: "数字",
  money: "金额",
  percent: "百分数，13表示13%",
  bool: "是或否",
  date: "日期，如2026-01-31",
  datetime: "时间，如2026-01-31 10:00:00",
};

/** What may stand in a column, in one sentence. */
function hintOf({ key, field: f }: ImportColumn): string {
  if (key === GROUP || !f) return "同一单据的各行填写相同的内容";
  const options = "options" in f ? Object.values(f.options).map((o) => o.label) : [];
  const scale = "scale" in f && f.scale !== undefined ? `最多${f.scale}位小数` : "";
  const words = [
    options.length ? `可填：${options.join("、")}` : kinds[f.kind],
    f.kind === "ref" && `填写${documentNamed(f.to).label}的${displayOf(f.to)}`,
    (f.kind === "refs" || f.kind === "enums") && "多个用顿号分开",
    f.kind === "texts" && "多项用分号分开",
    f.kind === "dict" && "填写字典中的名称",
    scale,
    f.help,
    f.default !== undefined && options.length === 0 && f.kind !== "bool" && `不填为${f.default}`,
  ];
  return words.filter(Boolean).join("；");
}

function displayOf(name: string): string {
  const target = documentNamed(name);
  return target.fields[target.display]?.label ?? "名称";
}

const CHARACTER = 2.2;

/** The empty file of a document: headings, and a second sheet that says what may stand where. */
async function sendTemplate(res: Response, document: DocumentType, columns: readonly ImportColumn[]): Promise<void> {
  const heading = (c: ImportColumn) => (c.required ? `${c.label}*` : c.label);
  const lists = columns.flatMap((c, i) => {
    const f = c.field;
    const values =
      f?.kind === "enum" ? Object.values(f.options).map((o) => o.label) : f?.kind === "bool" ? ["是", "否"] : [];
    // A list in the cell itself holds 255 characters.
    if (!values.length || values.join().length > 250) return [];
    return [{ at: i, values }];
  });
  const bytes = await writeXlsx({
    sheets: [
      {
        name: document.label,
        columns: columns.map((c) => ({ width: Math.max(12, heading(c).length * CHARACTER) })),
        rows: [columns.map(heading)],
        freezePane: { rows: 1 },
        dataValidations: lists.map(({ at, values }) => ({
          type: "list" as const,
          values,
          allowBlank: true,
          range: `${letters(at)}2:${letters(at)}1000`,
        })),
      },
      {
        name: "填写说明",
        columns: [{ width: 24 }, { width: 8 }, { width: 80 }],
        rows: [["列", "必填", "说明"], ...columns.map((c) => [c.label, c.required ? "是" : "", hintOf(c)])],
        freezePane: { rows: 1 },
      },
    ],
  });
  res.setHeader("Content-Type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
  res.setHeader("Content-Disposition", disposition("attachment", `${document.label}导入模板.xlsx`));
  res.setHeader("Cache-Control", "private, no-store");
  res.end(Buffer.from(bytes));
}

/** The file that was sent with a column more: what is wrong with each row. */
async function sendErrors(
  res: Response,
  document: DocumentType,
  file: Import,
  labelOf: (key: string | null) => string | null,
): Promise<void> {
  const wrong = new Map<number, string[]>();
  for (const { row, column, msg } of file.errors) {
    const label = labelOf(column);
    const sentence = label && !msg.includes(label) ? `${label}：${msg}` : msg;
    wrong.set(row, [...(wrong.get(row) ?? []), sentence]);
  }
  const columns = [...file.headers.map((header, i) => ({ key: String(i), header })), ERRORS];
  await sendXlsx(
    res,
    `${document.label}导入错误.xlsx`,
    columns,
    file.rows.map((row) => ({
      ...Object.fromEntries(row.cells.map((cell, i) => [String(i), cell])),
      wrong: wrong.get(row.at)?.join("；") ?? "",
    })),
  );
}

const ERRORS = { key: "wrong", header: "错误", width: 60 };

/** Problems that one answer carries; the file of errors has all that are kept. */
const SHOWN = 200;

function stateOf(call: Call, document: DocumentType, file: Import): ImportFile {
  const columns = columnsFor(document, call);
  const labels = new Map(columns.map((c) => [c.key, c.label]));
  const { rows, run: _run, headRow: _head, ...state } = file;
  return {
    ...state,
    samples: rows.slice(0, 3).map((r) => r.cells),
    columns: columns.map((c) => ({ key: c.key, label: c.label, required: c.required, hint: hintOf(c) })),
    mayUpdate: !!document.import?.update,
    errorCount: file.errors.length,
    question: questionOf(file) ?? null,
    errors: file.errors.slice(0, SHOWN).map(({ row, column, msg, asks }) => {
      const at = column === null ? undefined : file.mapping[column];
      const letter = at === undefined ? null : letters(at);
      return { row, msg, letter, asks, column: column && (labels.get(column) ?? null) };
    }),
  };
}

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
