import type { ReactNode } from "react";
import type { DocumentType, ImportFile } from "#documents/kit";
import { Alert, Button, LinkButton, Tag } from "~/ui";
import { Progress } from "~/ui/progress/progress";
import { ConfirmBox } from "../frame/confirmed";
import { rowHref } from "../frame/href";
import { importHref } from "./href";
import type { PageProps } from "./props";

/** Sentences about rows of the file, cell by cell. */
function ProblemTable({ file, label }: { file: ImportFile; label: string }) {
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
function Problems({ document, file }: { document: DocumentType; file: ImportFile }) {
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

function counted(file: ImportFile, label: string) {
  const parts = [file.added > 0 && `新增${file.added}条`, file.changed > 0 && `覆盖${file.changed}条`].filter(Boolean);
  return `${label}${parts.join("，") || "0条"}`;
}

/** A run that is still going on: the page asks again by itself every second. */
function Running({ file, href }: { file: ImportFile; href: string }) {
  const what = file.status === "checking" ? "正在检查" : "正在导入";
  return (
    <>
      <p role="status">
        {what}，已完成 {file.done} / {file.total} 条。可以离开本页，稍后从导入页面回来查看。
      </p>
      <Progress label={what} value={file.done} max={Math.max(file.total, 1)} />
      <div className="btns">
        <LinkButton href={href}>刷新进度</LinkButton>
      </div>
    </>
  );
}

export function Result({ document, file, listUrl }: Pick<PageProps, "document" | "listUrl"> & { file: ImportFile }) {
  const here = importHref(listUrl, file.id);
  const other = (
    <>
      <LinkButton href={importHref(listUrl, file.id, true)}>修改对应关系</LinkButton>
      <LinkButton href={importHref(listUrl)}>重新上传文件</LinkButton>
    </>
  );
  const buttons = (children: ReactNode) => <div className="btns">{children}</div>;
  switch (file.status) {
    case "checking":
    case "committing":
      return <Running file={file} href={here} />;
    case "checked":
      return (
        <form method="post" action={here}>
          <input type="hidden" name="_action" value="import" />
          {file.question && (
            <>
              <Alert tone="warning">{file.question}。</Alert>
              <ProblemTable file={file} label="需要确认的行" />
            </>
          )}
          <Alert tone="success">检查通过：{counted(file, "将")}。导入要么全部成功，要么一条也不写入。</Alert>
          <ConfirmBox question={file.question ?? undefined} />
          {buttons(
            <>
              <Button tone="primary" name="step" value="commit">
                确认导入
              </Button>
              {other}
            </>,
          )}
        </form>
      );
    case "done":
      return (
        <>
          <Alert tone="success">导入成功：{counted(file, "")}。</Alert>
          {file.made.length > 0 && (
            <p>
              新增的{document.label}：
              {file.made.map(({ id, no }, i) => (
                <span key={id}>
                  {i > 0 && "、"}
                  <a href={rowHref(document, "detail", id, listUrl)}>{no || id}</a>
                </span>
              ))}
              {file.added > file.made.length && ` 等${file.added}条`}
            </p>
          )}
          {buttons(
            <>
              <LinkButton tone="primary" href={listUrl}>
                返回列表
              </LinkButton>
              <LinkButton href={importHref(listUrl)}>继续导入</LinkButton>
            </>,
          )}
        </>
      );
    case "refused":
      return (
        <>
          <Problems document={document} file={file} />
          {buttons(other)}
        </>
      );
    default:
      return (
        <>
          <Alert tone="danger">
            {file.status === "failed"
              ? "系统未知错误,请反馈给管理员。没有写入任何数据。"
              : "处理已中断，没有写入任何数据，请重新检查。"}
          </Alert>
          {buttons(other)}
        </>
      );
  }
}
