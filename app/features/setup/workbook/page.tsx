import type { z } from "zod";
import { PICTURES } from "#documents/base/pictures";
import { workbookSheets } from "#documents/base/workbook/sheets";
import type { WorkbookState, workbookRow } from "#documents/base/workbook/words";
import { workbookStates } from "#documents/base/workbook/words";
import { formatDateTime } from "~/text";
import { defineTable, ErrorSummary, LinkButton, MoreStyles, Tag } from "~/ui";
import { ImportHistory, ImportUpload } from "../import-parts";
import { templateHref, WORKBOOK, workbookHref } from "./href";
import { WorkbookFound, WorkbookResult } from "./result";

export type WorkbookRow = z.output<typeof workbookRow>;

const table = defineTable<WorkbookRow>([
  { key: "fileName", label: "文件", width: 240, phone: "title" },
  {
    key: "status",
    label: "状态",
    kind: "custom",
    width: 90,
    phone: "fact",
    cell: ({ status }) => <Tag tone={workbookStates[status].tone}>{workbookStates[status].label}</Tag>,
  },
  { key: "total", label: "行数", width: 80, align: "right", phone: "fact", value: ({ total }) => String(total) },
  { key: "added", label: "新增", width: 80, align: "right", phone: "fact", value: ({ added }) => String(added) },
  { key: "changed", label: "更新", width: 80, align: "right", phone: "fact", value: ({ changed }) => String(changed) },
  { key: "by", label: "导入人", width: 120, phone: "fact" },
  {
    key: "createTime",
    label: "上传时间",
    kind: "datetime",
    minWidth: 160,
    value: ({ createTime }) => formatDateTime(createTime),
  },
]);

interface WorkbookPageProps {
  /** The workbook that the page is about; none: one is uploaded. */
  state: WorkbookState | null;
  history: readonly WorkbookRow[];
  message: string | null;
  mayUndo: boolean;
  /** Undoing it is asked about. */
  undo: boolean;
}

/** 建账导入: the workbook of a company that begins, from its upload to its undo. */
export function WorkbookPage({ state, history, message, mayUndo, undo }: WorkbookPageProps) {
  return (
    <>
      <section className="card stations">
        <MoreStyles />
        <header className="toolbar">
          <h1>建账导入</h1>
          {state && <span className="hint">{state.fileName}</span>}
          <span className="space" />
          {state && <LinkButton href={WORKBOOK}>上传其他文件</LinkButton>}
          <LinkButton href={PICTURES}>商品图片</LinkButton>
          <LinkButton href="/baseSetup/setup/index">开始使用</LinkButton>
        </header>
        {state ? (
          <>
            <ErrorSummary errors={null} message={message} />
            <WorkbookResult state={state} mayUndo={mayUndo} undo={undo} />
          </>
        ) : (
          <Upload message={message} />
        )}
      </section>
      {state && <WorkbookFound state={state} />}
      {!state && <ImportHistory model={table} rows={history} page={WORKBOOK} hrefOf={workbookHref} />}
    </>
  );
}

const Upload = ({ message }: { message: string | null }) => (
  <ImportUpload
    page={WORKBOOK}
    message={message}
    said={
      <>
        先下载
        <a className="underline" href={templateHref()}>
          空白模板
        </a>
        或
        <a className="underline" href={templateHref([], true)}>
          填好示例的模板
        </a>
        ，一个文件里有{workbookSheets.length}张工作表：
        {workbookSheets.map(({ name }) => name.slice(2)).join("、")}
        。用到的填，其余留空；上传后先检查，有错误时什么也不会写入。再次导入同一编码是更新，空白单元格不改。
      </>
    }
    accept=".xlsx,.zip"
    help="xlsx，或由各工作表的csv文件组成的zip；最大50MB，每张工作表最多120000行"
    label="上传并检查"
  />
);
