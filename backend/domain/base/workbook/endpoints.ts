import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { wake } from "#backend/engine/connect/enqueue";
import { MOST_BOOK_MB, requireBook } from "#backend/engine/imports/book";
import { patchRow } from "#backend/platform/db";
import { makeFile } from "#backend/platform/files/make";
import { discard, type FileReceiveReceived, receiveFiles } from "#backend/platform/files/receive";
import { type Call, conflict, type Endpoint, endpoint, invalid, missing, wireId } from "#backend/platform/http";
import { disposition } from "#backend/platform/http/disposition";
import { openSealed } from "#backend/platform/personal/open";
import { isRunning, workbookRow, workbookState } from "#documents/base/workbook/words";
import { answerFile } from "./answer";
import { rowOf, stateOf } from "./state";
import { RUN_WORKBOOKS } from "./steps";
import { addWorkbook, askFor, listWorkbooks, loadWorkbook, requireIdle } from "./store";
import { sheetsNumbered, template } from "./template";

const tag = "建账导入";
const permission = "setup_import_import";
const base = { tag, permission } as const;
const ID = "/setup/workbook/:id(\\d{1,18})";
const params = z.object({ id: z.string() });

const load = (call: Call) => loadWorkbook(call.db, call.tenantId, params.parse(call.params).id);
const state = async (call: Call) => stateOf(call.db, await load(call), call.caller);

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function fileHead(res: Call["res"], name: string): void {
  res.setHeader("Content-Type", XLSX);
  res.setHeader("Content-Disposition", disposition("attachment", name));
  res.setHeader("Cache-Control", "private, no-store");
}

const MB = 1024 * 1024;

/** The whole of what says how large the parts of a file are stands at its end: it is read to judge it. */
async function requireWorkbook({ tempPath, size }: FileReceiveReceived): Promise<void> {
  if (size > MOST_BOOK_MB * MB) throw invalid(`文件超过${MOST_BOOK_MB}MB，请拆分后导入`);
  const handle = await open(tempPath, "r");
  try {
    requireBook(await handle.readFile());
  } finally {
    await handle.close();
  }
}

/** Keeps an uploaded workbook and asks for its check. */
async function upload(call: Call): Promise<{ id: string }> {
  const { db, config, caller, tenantId } = call;
  await requireIdle(db, tenantId);
  const files = await receiveFiles(call.req, call.res, config.dataDir, (MOST_BOOK_MB + 1) * MB);
  try {
    const [file] = files;
    if (!file || files.length > 1) throw invalid("请选择一个文件");
    await requireWorkbook(file);
    const { original, hash } = file;
    let id = "";
    const made = { db, config, caller, original, bizType: "workbook", bizId: tenantId };
    await makeFile(made, createReadStream(file.tempPath), async (sql, kept) => {
      id = await addWorkbook(sql, caller, { fileId: kept.id, fileName: original, fileHash: hash });
      await wake(sql, RUN_WORKBOOKS);
    });
    return { id };
  } finally {
    await discard(files);
  }
}

/** A step that the queue does: asked for once, in the state that allows it. */
const step = (name: string, title: string, to: "checking" | "committing" | "undoing", more: object = {}): Endpoint =>
  endpoint({
    ...base,
    ...more,
    method: "post",
    path: `${ID}/${name}`,
    title,
    params,
    response: workbookState,
    async handle(call) {
      const workbook = await load(call);
      const { status } = workbook;
      if (to === "committing" && status === "done") throw conflict("该文件已导入");
      if (to === "committing" && status !== "checked") throw conflict("请先检查文件，没有错误才能导入");
      if (to === "undoing" && status !== "done") throw conflict("没有导入，不需要撤回");
      if (to === "checking" && (status === "done" || isRunning(status))) throw conflict("该文件已导入或正在处理");
      if (to === "committing") await requireNew(call, workbook.fileHash);
      await call.db.tx(async (sql) => {
        await askFor(sql, workbook, to, call.caller.userId);
        await wake(sql, RUN_WORKBOOKS);
      });
      return state(call);
    },
  });

/** @throws Refusal 409 when the same file is in already */
async function requireNew({ db, tenantId }: Call, hash: string): Promise<void> {
  const known = await db.one(
    "select 1 from workbook_import where tenant_id = $1 and file_hash = $2 and state = 'done'",
    [tenantId, hash],
  );
  if (known) throw conflict("该文件已导入");
}

/** Calls of 建账导入: template, upload, what was found, import, undo. */
export const workbookEndpoints: Endpoint[] = [
  endpoint({
    ...base,
    path: "/setup/workbook",
    title: "建账导入记录",
    response: z.array(workbookRow),
    handle: async ({ db, tenantId }) => (await listWorkbooks(db, tenantId)).map(rowOf),
  }),
  endpoint({
    ...base,
    path: "/setup/workbook/template",
    title: "建账模板",
    raw: true,
    query: z.object({ examples: z.enum(["0", "1"]).optional(), sheets: z.string().max(100).optional() }),
    async handle({ db, caller, tenantId, services: { book, flows }, query, res }) {
      const sheets = sheetsNumbered(query.sheets?.split(",") ?? []);
      const c = { sql: db, caller, tenantId, book, flows };
      const bytes = await template(c, sheets, query.examples === "1");
      fileHead(res, query.examples === "1" ? "建账模板（示例）.xlsx" : "建账模板.xlsx");
      res.end(Buffer.from(bytes));
    },
  }),
  endpoint({
    ...base,
    method: "post",
    path: "/setup/workbook/import",
    title: "上传建账文件",
    upload: true,
    response: z.object({ id: wireId }),
    handle: upload,
  }),
  endpoint({ ...base, path: ID, title: "建账导入状态", params, response: workbookState, handle: state }),
  step("check", "检查建账文件", "checking"),
  step("commit", "导入建账文件", "committing"),
  step("undo", "撤回建账导入", "undoing", { permission: "setup_import_undo" }),
  endpoint({
    ...base,
    method: "post",
    path: `${ID}/cancel`,
    title: "取消建账导入",
    params,
    response: workbookState,
    async handle(call) {
      const { id, status } = await load(call);
      if (status !== "checking" && status !== "committing") throw conflict("没有正在进行的检查或导入");
      await patchRow(call.db, "workbook_import", id, { cancelled: true });
      return state(call);
    },
  }),
  endpoint({
    ...base,
    path: `${ID}/errors`,
    title: "建账导入错误文件",
    raw: true,
    params,
    async handle(call) {
      const workbook = await load(call);
      const content = await answerFile(call.db, call.config, workbook);
      fileHead(call.res, `错误_${workbook.fileName.replace(/\.\w+$/, "")}.xlsx`);
      await pipeline(Readable.from(content), call.res);
    },
  }),
  endpoint({
    ...base,
    method: "post",
    path: `${ID}/passwords`,
    title: "取一次性密码",
    params,
    response: z.object({ text: z.string() }),
    async handle(call) {
      const { id, createBy } = await load(call);
      const row = await call.db.tx(async (sql) => {
        // Whoever comes second waits for this, and then finds none.
        const found = await sql.one<{ passwords: string }>(
          `update workbook_import set update_time = now()
           where id = $1 and create_by = $2 and passwords is not null returning passwords`,
          [id, call.caller.userId],
        );
        await patchRow(sql, "workbook_import", id, { passwords: null });
        return found;
      });
      if (!row || createBy !== call.caller.userId) throw missing("一次性密码已取走，请让管理员重置");
      return { text: openSealed(row.passwords) };
    },
  }),
];
