import type { ReactNode } from "react";
import {
  closingFields,
  type DocumentType,
  type Field,
  formFields,
  formLines,
  isFile,
  type Mode,
  openIn,
  submitOf,
} from "#documents/kit";
import { plainText } from "~/text";
import { Alert, Button, controlId, ErrorSummary, Form, LinkButton, type RefState, RefStates } from "~/ui";
import { ConfirmBox } from "../frame/confirmed";
import type { OptionOptions } from "../frame/options.server";
import { rowsIn } from "../row/row";
import { type Conflict, choiceName, choiceValue, type Side } from "./conflict";
import { Fields, Head, isSheet } from "./head";
import { LinesEditor } from "./lines";
import type { ValueValues } from "./values";

interface ConflictsProps {
  conflicts: readonly Conflict[];
  by?: string;
  /** The row can no longer be saved from here: both values are only shown. */
  closed?: boolean;
}

/** Both values of whatever differs; one of them is kept when the form is saved again. */
function Conflicts({ conflicts, by, closed }: ConflictsProps) {
  if (!conflicts.length) return null;
  const side = ({ path, keeps, shows, ...says }: Conflict, of: Side) =>
    closed ? (
      says[of]
    ) : (
      <label className="tick">
        <input type="radio" name={choiceName(path)} value={choiceValue(of, shows)} defaultChecked={keeps === of} />{" "}
        {says[of]}
      </label>
    );
  const asks = closed ? "您填写的与当前最新的不同之处" : "请选择每一处保留哪个值，再保存";
  return (
    <fieldset className="span-all conflicts" id="conflicts" tabIndex={-1}>
      <legend>
        {by && `${by}保存了修改。`}
        {asks}
      </legend>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="t" aria-label="字段的两个值" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>字段</th>
              <th>我填写的</th>
              <th>当前最新</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map((conflict) => (
              <tr key={conflict.path}>
                <th scope="row">{conflict.label}</th>
                <td data-l="我填写的">{side(conflict, "mine")}</td>
                <td data-l="当前最新">{side(conflict, "theirs")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </fieldset>
  );
}

/** Where the summary of what is wrong stands. */
const PROBLEMS = "problems";

/** Everything that a form shows; after a refusal with what was typed and what was wrong. */
export interface FormState {
  mode: Mode;
  values: ValueValues;
  options: OptionOptions;
  /** What is known of the rows that it names, by the names of their controls. */
  refs?: Readonly<Record<string, RefState>>;
  /** Where rows that it may name are made, by the names of their declarations. */
  creates?: Readonly<Record<string, string>>;
  errors?: Record<string, string>;
  message?: string | null;
  /** What is to be known of what it was filled with. */
  told?: string;
  /** What the backend asks before it saves this. */
  question?: string;
  id?: string;
  version?: number;
  /** The version that was typed over, where the next save names a later one. */
  typedOver?: number;
  /** What stood in the row when its form was opened. */
  seen?: string;
  /** State of the row, which may leave only a part of the form open. */
  state?: string;
  /** It may be saved and submitted in one go. */
  submits?: boolean;
  /** Idempotency key of this form. */
  key: string;
  closeHref: string;
  /** Address of the current version, offered when somebody else changed the row. */
  reloadHref?: string;
  /** The row can no longer be saved from here: why, and where it stands. */
  closed?: { reason: string; href: string };
  /** What differs from the row as it is now, after somebody else saved it. */
  conflicts?: Conflict[];
  /** The row of a line table that is to be typed into next. */
  focus?: { lines: string; row: number };
  /** Who saved it meanwhile, and when. */
  changedBy?: string;
}

/** Errors by the names of their inputs, with the line that they are in. */
export const lineErrors = (errors: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(errors).map(([path, text]) => {
      const [, name, index, field] = /^(\w+)\.(\d+)\.(\w+)$/.exec(path) ?? [];
      return name ? [`${name}[${index}].${field}`, `第${Number(index) + 1}行：${text}`] : [path, text];
    }),
  );

/** Fields that travel as files make a form multipart. */
export const hasFiles = (fields: Record<string, Field> = {}): boolean => Object.values(fields).some((f) => isFile(f));

/** Why the form is here again, beside its buttons: what is wrong may be far above them. */
function FootNote({ data }: { data: FormState }) {
  const { errors = {}, conflicts = [], message, question, closed } = data;
  const [first] = Object.keys(lineErrors(errors));
  const count = Object.keys(errors).length;
  if (closed) return <FootLink to={PROBLEMS}>{closed.reason}</FootLink>;
  if (conflicts.length) return <FootLink to="conflicts">有{conflicts.length}处与当前最新的不同，请先选择</FootLink>;
  if (question) return <FootLink to={PROBLEMS}>请先确认</FootLink>;
  if (first) return <FootLink to={controlId(first)}>有{count}处需要修正</FootLink>;
  return message ? <FootLink to={PROBLEMS}>{message}</FootLink> : null;
}

const FootLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a className="said" href={`#${to}`}>
    {children}
  </a>
);

/** The form of one document: add or edit, on a page or in a dialog. Posts to its own address. */
export function DocumentForm(props: { document: DocumentType; data: FormState }) {
  const { data } = props;
  const document = openIn(props.document, data.state);
  const { mode, values, options, errors = {}, message, reloadHref } = data;
  const fields = formFields(document, mode);
  const closes = (name: string) => closingFields.has(name) && formLines(document).length > 0;
  const head = fields.filter(([name]) => !closes(name));
  const sheet = isSheet(props.document);
  return (
    <RefStates.Provider value={data}>
      <Form
        columns={document.formColumns}
        className={sheet ? "dense" : undefined}
        encType={
          hasFiles(document.fields) || formLines(document).some(([, l]) => hasFiles(l.fields))
            ? "multipart/form-data"
            : undefined
        }
        idempotencyKey={data.key}
        data-version={data.typedOver ?? data.version}
        head={
          <>
            <input type="hidden" name="_do" value={mode} />
            {data.id && <input type="hidden" name="_id" value={data.id} />}
            {data.version !== undefined && <input type="hidden" name="_version" value={data.version} />}
            {data.seen && <input type="hidden" name="_seen" value={data.seen} />}
            {document !== props.document && (
              <>
                <input type="hidden" name="_state" value={data.state} />
                <p className="hint">{document.openFields?.[data.state ?? ""]?.note}</p>
              </>
            )}
            {/* Enter in a field saves; it must not press the first line button. */}
            {document.lines && (
              <button type="submit" className="sr" tabIndex={-1} aria-hidden="true">
                保存
              </button>
            )}
            <ErrorSummary errors={lineErrors(errors)} message={message} id={PROBLEMS} />
            <ConfirmBox question={data.question} />
            {data.told && <Alert tone="warning">{data.told}</Alert>}
            {reloadHref && (
              <p>
                <a href={reloadHref} data-fresh="">
                  载入最新内容
                </a>
                （您填写的内容将被替换）
              </p>
            )}
            <Conflicts conflicts={data.conflicts ?? []} by={data.changedBy} closed={!!data.closed} />
          </>
        }
        footer={
          <>
            <FootNote data={data} />
            <LinkButton href={data.closeHref}>取消</LinkButton>
            {data.closed ? (
              <LinkButton href={data.closed.href} tone="primary">
                查看单据
              </LinkButton>
            ) : data.submits ? (
              <>
                <Button>{document.start?.submit ? "保存草稿" : "保存"}</Button>
                <Button tone="primary" name="_submit" value="1">
                  {submitOf(document)}
                </Button>
              </>
            ) : (
              <Button tone="primary">{(mode === "add" && document.start?.saveLabel) || "保存"}</Button>
            )}
          </>
        }
      >
        {sheet ? <Head fields={head} data={data} /> : <Fields fields={head} data={data} />}
        {formLines(document).map(([name, lines]) => (
          <LinesEditor
            key={name}
            name={name}
            lines={lines}
            rows={rowsIn(values, name)}
            options={options}
            errors={errors}
            focus={data.focus?.lines === name ? data.focus.row : undefined}
            unmeant={lines.rare && lines.when && !lines.when.slice(1).includes(plainText(values[lines.when[0]]))}
          />
        ))}
        <Fields fields={fields.filter(([name]) => closes(name))} data={data} />
      </Form>
    </RefStates.Provider>
  );
}
