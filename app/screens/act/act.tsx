import { type Action, comesBack, type DocumentType, type Field, wordOf } from "#documents/kit";
import { Alert, Button, Dialog, ErrorSummary, Form, LinkButton, Tag, Undo } from "~/ui";
import { Copy } from "~/ui/copy/copy";
import { FormField } from "../form/control";
import { hasFiles } from "../form/form";
import { Fields } from "../form/head";
import { ConfirmBox } from "../frame/confirmed";
import { rowHref } from "../frame/href";
import { valuesIn } from "../row/row";
import { About } from "./about";
import type { ActState, Outcome } from "./state";
import { actTitle } from "./title";

/** Control of one of several rows. */
export const eachName = (id: string, field: string) => `each.${id}.${field}`;

/** What every row may have of its own, one control for each. */
export function EachRow({ action, state }: { action: Action; state: ActState }) {
  const typed = valuesIn(state.values, "each");
  return (action.each?.fields ?? []).flatMap((name) => {
    const f = action.input?.[name];
    if (!f) return [];
    return state.rows.map(({ id, label, says }) => (
      <FormField
        key={`${name}.${id}`}
        name={eachName(id, name)}
        field={{ ...f, label: `${label} ${f.label}`, required: false, help: says }}
        value={valuesIn(typed, id)[name]}
        error={state.errors?.[eachName(id, name)]}
      />
    ));
  });
}

/** The fields of an action as several rows are asked for them in common. */
export const commonFields = ({ input = {}, each }: Action): [string, Field][] =>
  Object.entries(input).map(([name, f]) => [
    name,
    each?.fields.includes(name)
      ? { ...f, label: `${f.label}（共用）`, required: false, help: "没有单独填写的各张在它后面加-1、-2" }
      : f,
  ]);

/** Leads to a row that somebody changed since it was seen; the form beside it keeps what was typed. */
export function Newer({ href }: { href: string | undefined }) {
  if (!href) return null;
  return (
    <p>
      <a href={href} target="_blank" rel="noreferrer">
        查看最新内容
      </a>
      （在新窗口打开）
    </p>
  );
}

const SHOWN = 10;

/** Names what the action will touch, asks what it needs, and runs it. */
export function ActDialog(props: { document: DocumentType; state: ActState; closeHref: string }) {
  const { document, state, closeHref } = props;
  const action = document.actions?.[state.name];
  const word = wordOf(document, state.name);
  const names = state.rows.slice(0, SHOWN).map((r) => r.label);
  const more = state.rows.length > SHOWN ? ` 等${state.rows.length}条` : "";
  const danger = state.name === "del" || action?.danger;
  const question =
    state.name === "del"
      ? document.tree
        ? "是否删除改节点?"
        : comesBack(document)
          ? "确定删除吗？删除后马上可以撤销。"
          : "确定删除吗？删除后不能恢复。"
      : action?.confirm;
  const many = state.rows.length > 1;
  const big = Object.values(action?.input ?? {}).some((f) => f.wide);
  const all = action && many ? commonFields(action) : Object.entries(action?.input ?? {});
  const fields = all.filter(([name]) => !state.idle.includes(name) || state.errors?.[name]);
  return (
    <Dialog
      title={actTitle(document, state.name)}
      closeHref={closeHref}
      size={many && state.about ? "wide" : big ? "half" : "small"}
    >
      <Form
        idempotencyKey={state.key}
        encType={hasFiles(action?.input) ? "multipart/form-data" : undefined}
        head={
          <>
            <input type="hidden" name="_do" value={state.name} />
            {state.rows.map((r) => (
              <input key={r.id} type="hidden" name="_id" value={`${r.id}:${r.version}`} />
            ))}
            <ErrorSummary errors={state.errors} message={state.message} />
            <Newer href={state.newer} />
            <ConfirmBox question={state.question} />
            {state.warned && <Alert tone="warning">{state.warned}</Alert>}
            {state.about ? (
              <About label={document.label} rows={state.rows.map((r) => r.label)} about={state.about} />
            ) : (
              <p>
                {document.label}：<b>{names.join("、")}</b>
                {more}
              </p>
            )}
            {question && <p>{question}</p>}
            {state.fill && (
              <p>
                {action?.fills}在<a href={state.fill}>编辑</a>中填写。
              </p>
            )}
          </>
        }
        footer={
          <>
            <LinkButton href={closeHref}>取消</LinkButton>
            <Button tone={danger ? "danger" : "primary"}>{word}</Button>
          </>
        }
      >
        {action?.input && <Fields fields={fields} data={{ ...state, mode: "edit" }} />}
        {action && many && <EachRow action={action} state={state} />}
      </Form>
    </Dialog>
  );
}

interface OutcomeProps {
  document: DocumentType;
  outcome: Outcome;
  closeHref: string;
}

/** What happened to each row, or the password that is shown only now. */
export function OutcomeDialog({ document, outcome, closeHref }: OutcomeProps) {
  const { title, results, oneTimePassword, account, told, undo } = outcome;
  return (
    <Dialog
      title={title}
      closeHref={closeHref}
      size="small"
      footer={
        <>
          {undo && <Undo undo={undo} back={closeHref} label={`撤销 ${undo.rows.length} 条`} />}
          <LinkButton tone="primary" href={closeHref}>
            知道了
          </LinkButton>
        </>
      }
    >
      {oneTimePassword && (
        <p role="status" data-done="">
          {account && (
            <>
              登录名：<b>{account}</b>
              <br />
            </>
          )}
          一次性密码（只显示这一次，请马上转交本人）：
          <br />
          <code className="secret">{oneTimePassword}</code> <Copy text={oneTimePassword} label="复制一次性密码" />
        </p>
      )}
      {told && (
        <p role="status" data-done="">
          <code className="secret">{told}</code> <Copy text={told} label="复制" />
        </p>
      )}
      {results && (
        <>
          <p role="status">
            成功 {results.filter((r) => r.ok).length} 条，失败 {results.filter((r) => !r.ok).length} 条
          </p>
          <ul className="results">
            {results.map((r) => (
              <li key={r.id}>
                <Tag tone={r.ok ? "green" : "red"}>{r.ok ? "成功" : "失败"}</Tag>{" "}
                <a href={rowHref(document, "detail", r.id, document.screens.list)}>{r.label}</a>
                {r.msg && `：${r.msg}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
