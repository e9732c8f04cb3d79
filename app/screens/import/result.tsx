import type { ReactNode } from "react";
import type { ImportFile } from "#documents/kit";
import { Alert } from "~/ui/alert/alert";
import { Button, LinkButton } from "~/ui/button/button";
import { Progress } from "~/ui/progress/progress";
import { ConfirmBox } from "../confirmed";
import { rowHref } from "../href";
import { importHref } from "./href";
import { Problems, ProblemTable } from "./problems";
import type { PageProps } from "./props";

function counted(file: ImportFile, label: string) {
  const parts = [
    file.added > 0 && `新增${file.added}条`,
    file.changed > 0 && `覆盖${file.changed}条`,
  ].filter(Boolean);
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

export function Result({ document, state, listUrl }: PageProps) {
  const file = state.file as ImportFile;
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
          <Alert tone="success">
            检查通过：{counted(file, "将")}。导入要么全部成功，要么一条也不写入。
          </Alert>
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
