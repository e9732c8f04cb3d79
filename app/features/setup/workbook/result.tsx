import type { ReactNode } from "react";
import type { WorkbookState } from "#documents/base/workbook/words";
import { isRunning } from "#documents/base/workbook/words";
import { Alert, Button, defineTable, LinkButton, Table, Tag } from "~/ui";
import { Progress } from "~/ui/progress/progress";
import { WORKBOOK, workbookHref } from "./href";

type WorkbookSheetRow = WorkbookState["sheets"][number];
type ErrorRow = WorkbookState["errors"][number];
type ChangeRow = WorkbookState["changes"][number];

/** On phones there is room for three. */
const figure = (key: "rows" | "added" | "changed" | "same" | "wrong", label: string, phone: "fact" | false) => ({
  key,
  label,
  width: 90,
  align: "right" as const,
  phone,
  value: (row: WorkbookSheetRow) => String(row[key]),
});

const sheetTable = defineTable<WorkbookSheetRow>([
  { key: "name", label: "工作表", minWidth: 160, phone: "title" },
  figure("rows", "行数", false),
  figure("added", "新增", "fact"),
  figure("changed", "更新", "fact"),
  figure("same", "不变", false),
  figure("wrong", "错误", "fact"),
]);

const errorTable = defineTable<ErrorRow>([
  { key: "cell", label: "单元格", width: 180, phone: "title", value: ({ sheet, cell }) => `${sheet}!${cell}` },
  { key: "value", label: "填写的内容", width: 180, phone: "fact" },
  {
    key: "msg",
    label: "问题",
    kind: "custom",
    minWidth: 320,
    overHidden: false,
    phone: "fact",
    cell: ({ msg, asks, count }) => (
      <>
        {asks && <Tag tone="orange">提醒</Tag>} {msg}
        {count > 1 && `（共${count}处）`}
      </>
    ),
  },
]);

const changeTable = defineTable<ChangeRow>([
  { key: "cell", label: "单元格", width: 180, phone: "title", value: ({ sheet, cell }) => `${sheet}!${cell}` },
  { key: "label", label: "列", width: 140, phone: "fact" },
  { key: "from", label: "原值", minWidth: 180, phone: "fact", value: ({ from }) => from || "（空）" },
  { key: "to", label: "新值", minWidth: 180, phone: "fact", value: ({ to }) => to || "（空）" },
]);

interface ResultProps {
  state: WorkbookState;
  mayUndo: boolean;
  /** Undoing it is asked about. */
  undo: boolean;
}

/** What a workbook is about to do or did. */
export function WorkbookResult({ state, mayUndo, undo }: ResultProps) {
  if (isRunning(state.status)) return <Going state={state} />;
  const { ignored } = state;
  return (
    <>
      <Said state={state} />
      {ignored.length > 0 && <Alert tone="warning">没有读取的工作表：{ignored.join("、")}。</Alert>}
      <Steps state={state} mayUndo={mayUndo} undo={undo} />
    </>
  );
}

interface PartProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

const Part = ({ title, hint, children }: PartProps) => (
  <section className="card">
    <header className="toolbar">
      <h2>{title}</h2>
      {hint && <span className="hint">{hint}</span>}
    </header>
    {children}
  </section>
);

const shown = (count: number, of: number) => (of > count ? `共${of}处，这里只列出前${count}处` : undefined);

/** What was found, sheet by sheet, and cell by cell where something is wrong or changes. */
export function WorkbookFound({ state }: { state: WorkbookState }) {
  const { sheets, errors, changes, errorCount, changeCount } = state;
  if (isRunning(state.status)) return null;
  return (
    <>
      {errors.length > 0 && (
        <Part title={errorCount ? "错误" : "提醒"}>
          <Table
            model={errorTable}
            rows={errors}
            rowKey={({ sheet, cell, msg }) => `${sheet}!${cell} ${msg}`}
            caption="错误和提醒"
          />
        </Part>
      )}
      {sheets.length > 0 && (
        <Part title="各工作表的结果">
          <Table model={sheetTable} rows={sheets} rowKey={({ name }) => name} caption="各工作表的结果" />
        </Part>
      )}
      {changes.length > 0 && (
        <Part title="更新的单元格" hint={shown(changes.length, changeCount)}>
          <Table
            model={changeTable}
            rows={changes}
            rowKey={({ sheet, cell }) => `${sheet}!${cell}`}
            caption="更新的单元格"
          />
        </Part>
      )}
    </>
  );
}

const DOING = { checking: "正在检查", committing: "正在导入", undoing: "正在撤回" } as const;

/** A step that goes on: the page asks for itself again, without script too. */
function Going({ state: { id, status, stage, done, total } }: { state: WorkbookState }) {
  const what = status === "committing" || status === "undoing" ? DOING[status] : DOING.checking;
  return (
    <>
      <p role="status">
        {what}
        {stage && `：${stage}，${done} / ${total} 行`}。可以离开本页，稍后回来查看。
      </p>
      <Progress label={what} value={total ? Math.min(done, total) : undefined} max={Math.max(total, 1)} />
      <form method="post" action={workbookHref(id)} className="btns">
        <LinkButton href={workbookHref(id)}>刷新进度</LinkButton>
        {status !== "undoing" && (
          <Button name="_do" value="cancel">
            取消
          </Button>
        )}
      </form>
    </>
  );
}

const counted = ({ added, changed }: WorkbookState) => `新增${added}行，更新${changed}行`;

function Said({ state }: { state: WorkbookState }) {
  const { id, status, message, errorCount, used } = state;
  const errors = errorCount > 0 && (
    <>
      <a className="underline" href={`/export/workbook/errors?id=${id}`}>
        下载标出错误的文件
      </a>
      ，修正后重新上传。
    </>
  );
  const why = message && <>{message}。</>;
  switch (status) {
    case "checked":
      return (
        <>
          {why && <Alert tone="danger">{why}</Alert>}
          <Alert tone="success">检查通过：将{counted(state)}。要么全部写入，要么一行也不写。</Alert>
        </>
      );
    case "refused":
      return (
        <Alert tone="danger">
          {why}发现{errorCount}处错误，没有写入任何数据。{errors}
        </Alert>
      );
    case "done":
      return (
        <>
          <Alert tone="success">导入成功：{counted(state)}。</Alert>
          {why && (
            <Alert tone="danger">
              {why}
              {used.map(({ text, href }, i) => (
                <span key={text}>
                  {i > 0 && "、"}
                  <a href={href}>{text}</a>
                </span>
              ))}
            </Alert>
          )}
          {state.passwords && <Passwords id={id} />}
        </>
      );
    case "undone":
      return <Alert>已撤回：新增的行已删除，更新的单元格已恢复。</Alert>;
    default:
      return <Alert tone={status === "cancelled" ? "info" : "danger"}>{why ?? "没有完成。"}没有写入任何数据。</Alert>;
  }
}

/** One-time passwords are given once. */
const Passwords = ({ id }: { id: string }) => (
  <form method="post" action={`/export/workbook/passwords?id=${id}`}>
    <Alert tone="warning">
      新增的人员各有一个一次性密码，只能下载一次，请交给本人；首次登录后须修改。
      <Button>下载一次性密码</Button>
    </Alert>
  </form>
);

/** What can be done with it now. */
function Steps({ state, mayUndo, undo }: ResultProps) {
  const { id, status, undoBlocked, added, changed } = state;
  const here = workbookHref(id);
  const undoable = status === "done" && mayUndo && !undoBlocked;
  if (undoable && undo)
    return (
      <form method="post" action={here}>
        <Alert tone="warning">
          撤回后，这次新增的行会删除，更新的单元格恢复原值；已被使用的行不能撤回。确定要撤回吗？
        </Alert>
        <div className="btns">
          <Button tone="danger" name="_do" value="undo">
            撤回这次导入
          </Button>
          <LinkButton href={here}>取消</LinkButton>
        </div>
      </form>
    );
  return (
    <form method="post" action={here} className="btns">
      {status === "checked" && (
        <Button tone="primary" name="_do" value="commit">
          {added + changed ? "确认导入" : "确认导入（没有变化）"}
        </Button>
      )}
      {(status === "refused" || status === "checked" || status === "failed" || status === "cancelled") && (
        <Button name="_do" value="check">
          重新检查
        </Button>
      )}
      {undoable && <LinkButton href={`${here}&undo=1`}>撤回</LinkButton>}
      {status !== "checked" && <LinkButton href={WORKBOOK}>上传其他文件</LinkButton>}
    </form>
  );
}
