import { wake } from "#backend/engine/connect/enqueue";
import { createDraft, patch, rules, transition } from "#backend/engine/documents";
import { extensionOf } from "#backend/platform/files/types";
import { invalidAt } from "#backend/platform/http";
import { reportFile } from "#documents/base/report-file";
import type { DraftOf } from "#documents/kit";

/** Name of the job that reads report files. */
export const TAKE_REPORTS = "takeReports";

/** What a refused file says before the columns that it lacks. */
export const LACKS = "缺少列：";

/** Said where the file of a report is wanted that is kept no longer. */
export const GONE = "原文件已按保存期限删除";

/** Endings of files that are read as reports; what is in one is told by its content. */
const ENDINGS = new Set(["txt", "csv", "tsv", "json", "gz", "zip", "xlsx"]);

const retry = transition(reportFile, "retry", {
  guard: ({ row }) => row.fileGoneTime && `${GONE}，请重新上传平台下载的报告`,
  async effect(c, { row }) {
    await patch(c, reportFile, row.id, { problem: null });
    await wake(c.sql, TAKE_REPORTS);
  },
});

const accept = transition(reportFile, "accept", {
  guard: ({ row }) => (row.kind === "settlement" ? "请在结算单选择“采用新文件”或“保留原文件”" : undefined),
  async effect(c, { row }) {
    await patch(c, reportFile, row.id, { problem: null, replaces: true });
    await wake(c.sql, TAKE_REPORTS);
  },
});

const nameColumn = transition(reportFile, "nameColumn", {
  guard: ({ row }) => !row.problem?.startsWith(LACKS) && "没有缺少的列",
});

/** 报告文件 (figures.md A.5): what is uploaded waits for the job that reads it; of several files each is one. */
export const reportFileRules = rules(reportFile, {
  async beforeSave(c, next: DraftOf<typeof reportFile>) {
    const ids = next.files ?? [];
    const files = await c.sql.query<{ id: string; original: string }>(
      "select id, original from sys_file where id = any($1::bigint[]) and tenant_id = $2 and del_flag = 0",
      [ids, c.tenantId],
    );
    const strange = files.find(({ original }) => !ENDINGS.has(extensionOf(original)));
    if (strange)
      throw invalidAt("files", `${strange.original}不是txt、csv、tsv、json、gz、zip或xlsx文件，请上传平台下载的原文件`);
    next.origin ??= "upload";
    next.fileName = (files.find(({ id }) => id === ids[0])?.original ?? "").slice(0, 200);
  },
  async afterSave(c, id, { files = [], storeId, origin, reportTime }, before) {
    if (before) return;
    const [first, ...more] = files ?? [];
    if (more.length && first) await patch(c, reportFile, id, { files: [first] });
    for (const file of more) await createDraft(c, reportFile, { storeId, files: [file], origin, reportTime });
    await wake(c.sql, TAKE_REPORTS);
  },
  transitions: [retry, nameColumn, accept],
});
