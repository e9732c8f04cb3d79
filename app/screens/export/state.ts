import type { ExportFile } from "#documents/kit";

/** Query name of a list's own export that is under way. */
export const EXPORTING = "exporting";
/** Page of a person's exports. */
export const DOWNLOADS = "/downloads";
/** Up to so many rows the file comes at once; more are made in the background. */
export const AT_ONCE = 5_000;

/** The dialog that asks which rows and columns a file has. */
export interface ExportState {
  kind: "export";
  message?: string;
}

export const fileHref = ({ fileId }: ExportFile) => `/api/download/${fileId}`;

/** How far an export is, in words. */
export function progressText({ status, done, total }: ExportFile): string {
  if (status === "done") return `已完成，共${total}行`;
  if (status === "failed") return "导出失败，请重试";
  if (status === "interrupted") return "已中断，请重新导出";
  return `正在导出：${done} / ${total} 行`;
}
