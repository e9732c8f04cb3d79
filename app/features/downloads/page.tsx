import type { ExportFile } from "#documents/kit";
import { ExportProgress } from "~/screens/export/note";
import { formatDateTime } from "~/text";
import { defineTable, Empty, Table } from "~/ui";

const KB = 1024;

const sizeText = (bytes: string | null) => bytes && `${Math.ceil(Number(bytes) / KB)} KB`;

const table = defineTable<ExportFile>([
  { key: "fileName", label: "文件", width: 200, phone: "title" },
  { key: "filter", label: "筛选条件", minWidth: 240, phone: false },
  { key: "createTime", label: "开始时间", kind: "datetime", value: (file) => formatDateTime(file.createTime) },
  { key: "status", label: "进度", kind: "custom", width: 320, cell: (file) => <ExportProgress file={file} /> },
  { key: "size", label: "大小", width: 100, align: "right", value: (file) => sizeText(file.size) },
]);

/** Exports that were made in the background, with how far each is. */
export function Downloads({ files, url }: { files: readonly ExportFile[]; url: string }) {
  return (
    <section className="card">
      <header className="toolbar">
        <h1>我的下载</h1>
        <span className="hint">后台导出的文件保留7天</span>
      </header>
      <Table model={table} rows={files} rowKey={(file) => file.id} caption="我的下载" empty={<Empty href={url} />} />
    </section>
  );
}
