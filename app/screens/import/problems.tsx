import type { DocumentType, ImportFile } from "#documents/kit";
import { Alert } from "~/ui/alert/alert";
import { Tag } from "~/ui/tag/tag";

/** Sentences about rows of the file, cell by cell. */
export function ProblemTable({ file, label }: { file: ImportFile; label: string }) {
  const more = file.errorCount - file.errors.length;
  return (
    <>
      <section className="t" aria-label={label}>
        <table>
          <thead>
            <tr>
              <th>行</th>
              <th>列</th>
              <th>问题</th>
            </tr>
          </thead>
          <tbody>
            {file.errors.map(({ row, letter, column, msg, asks }) => (
              <tr key={`${row} ${column} ${msg}`}>
                <th scope="row">第{row}行</th>
                <td data-l="列">{[letter, column].filter(Boolean).join(" ") || "整行"}</td>
                <td className="w" data-l="问题">
                  {asks && <Tag tone="orange">需要确认</Tag>} {msg}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {more > 0 && (
        <p className="hint">
          这里只列出{file.errorCount}个中的前{file.errors.length}个。
        </p>
      )}
    </>
  );
}

/** What is wrong with the file, cell by cell, and the file with a column that says it. */
export function Problems({ document, file }: { document: DocumentType; file: ImportFile }) {
  const rows = new Set(file.errors.map((e) => e.row)).size;
  const more = file.errorCount - file.errors.length;
  const good = file.added + file.changed;
  return (
    <>
      <Alert tone="danger">
        {more > 0 ? `发现${file.errorCount}个` : `${rows}行有${file.errorCount}个`}
        问题，没有写入任何数据（其余{good}条没有问题）。请修正文件后重新上传，或
        <a href={`/export/${document.name}/import/errors?id=${file.id}`}>下载带“错误”列的文件</a>。
      </Alert>
      <ProblemTable file={file} label="导入错误" />
    </>
  );
}
