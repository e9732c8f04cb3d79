import type { ReactNode } from "react";
import type { DocumentType } from "#documents/kit";
import { Alert } from "~/ui/alert/alert";
import { Button, LinkButton } from "~/ui/button/button";
import { ErrorSummary } from "~/ui/error-summary/error-summary";
import { Field } from "~/ui/field/field";
import { Form } from "~/ui/form/form";
import { FileInput } from "~/ui/input/file-input";
import { Progress } from "~/ui/progress/progress";
import { Steps } from "~/ui/steps/steps";
import { withParams } from "~/ui/url";
import { rowHref } from "../href";
import { MappingForm } from "./mapping";
import { Problems } from "./problems";
import type { ImportFile, ImportState } from "./state.server";

interface PageProps {
  document: DocumentType;
  title: string;
  state: ImportState;
  /** The list that the rows go into. */
  listUrl: string;
}

/** Address of one file of the import of a list. */
export const importHref = (listUrl: string, file?: string, remap?: boolean) =>
  withParams(listUrl, { import: file ?? "new", remap: remap ? 1 : null });

const STATIONS = ["上传文件", "对应列", "检查", "导入"];

/** Which station it is the turn of. */
function stationOf({ file, remap }: ImportState): number {
  if (!file) return 0;
  if (remap || file.status === "new") return 1;
  if (file.status === "done") return STATIONS.length;
  return file.status === "committing" || file.status === "checked" ? 3 : 2;
}

function Way({ state }: { state: ImportState }) {
  const at = stationOf(state);
  return (
    <Steps
      label="导入步骤"
      items={STATIONS.map((title, i) => ({
        title,
        current: i === at,
        off: i > at,
        state:
          i < at
            ? { label: "已完成", tone: "green" }
            : i === at
              ? { label: "进行中", tone: "blue" }
              : { label: "未开始", tone: "grey" },
      }))}
    />
  );
}

function UploadForm({ document, state, listUrl }: PageProps) {
  return (
    <Form
      action={importHref(listUrl)}
      encType="multipart/form-data"
      data-quiet=""
      head={
        <>
          <input type="hidden" name="_action" value="import" />
          <ErrorSummary errors={state.errors} message={state.message} />
          <p>
            先<a href={`/export/${document.name}/import/template`}>下载{document.label}导入模板</a>
            ，填好后上传。第二张表“填写说明”写明每一列怎么填；用别的表格也可以，下一步再对应列。
          </p>
        </>
      }
      footer={
        <Button tone="primary" name="step" value="upload">
          上传
        </Button>
      }
    >
      <Field
        name="file"
        label="文件"
        required
        help="xlsx或csv，只读第一张表；最大5MB，最多5000行"
        error={state.errors?.file}
      >
        <FileInput accept=".xlsx,.csv,.txt" />
      </Field>
    </Form>
  );
}

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

function Result({ document, state, listUrl }: PageProps) {
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
          <Alert tone="success">
            检查通过：{counted(file, "将")}。导入要么全部成功，要么一条也不写入。
          </Alert>
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

/** Brings rows in from a file, one station after the other; every station is a plain page. */
export function ImportPage(props: PageProps) {
  const { document, title, state, listUrl } = props;
  const { file } = state;
  const mapping = file && (state.remap || file.status === "new");
  return (
    <article className="list">
      <section className="card stations">
        <header className="toolbar">
          <h1>{title}</h1>
          {file && <span className="hint">{file.fileName}</span>}
          <span className="space" />
          <LinkButton href={listUrl}>返回列表</LinkButton>
        </header>
        <Way state={state} />
        {!file && <UploadForm {...props} />}
        {mapping && (
          <MappingForm
            file={file}
            state={state}
            action={importHref(listUrl, file.id)}
            backHref={importHref(listUrl)}
            label={document.label}
          />
        )}
        {file && !mapping && (
          <>
            <ErrorSummary errors={null} message={state.message} />
            <Result {...props} />
          </>
        )}
      </section>
    </article>
  );
}
