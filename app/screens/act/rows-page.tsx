import { type DocumentType, type Lines, portionOf } from "#documents/kit";
import { Alert, Button, cx, ErrorSummary, Form, LinkButton, RefStates, Tag } from "~/ui";
import { hasFiles, lineErrors } from "../form/form";
import { Fields } from "../form/head";
import { LinesEditor } from "../form/lines";
import type { ValueValues } from "../form/values";
import { ConfirmBox } from "../frame/confirmed";
import { rowsIn } from "../row/row";
import { Newer } from "./act";
import { type Counting, progressOf, SCAN, scanText } from "./scans";
import type { ActState } from "./state";
import { actTitle } from "./title";

interface BarProps {
  name: string;
  lines: Lines;
  counting?: Omit<Counting, "rows">;
  /** Something is wrong: the page says that first. */
  quiet: boolean;
}

/** One field that a scanner types into: Enter counts, the focus stays, the last scans can be taken back. */
function ScanBar({ name, lines, counting, quiet }: BarProps) {
  const { tally } = lines;
  const { scans = [], said } = counting ?? {};
  return (
    <div className="scan-bar" data-scan="" data-tally={name} data-of={tally?.of.join(" ")} data-left={tally?.left}>
      <label htmlFor="scan-code">扫描</label>
      <input
        className="input"
        id="scan-code"
        name={SCAN.code}
        maxLength={100}
        // biome-ignore lint/a11y/noAutofocus: a scanner types into what has the focus
        autoFocus={!quiet}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="go"
        placeholder="SKU编码或条码，多件写作 12*编码"
      />
      <Button name="_line" value={`scan:${name}`}>
        计数
      </Button>
      <p className={cx("said", said && (said.ok ? "good" : "wrong"))} role="status">
        {said?.text}
      </p>
      <ul aria-label="最近扫描">
        {scans.map((scan, i) => (
          <li key={i}>
            <input type="hidden" name={SCAN.kept} value={scanText(scan)} />
            <span>
              {scan.code} +{scan.count}
            </span>
            <button
              type="submit"
              className="link"
              name="_line"
              value={`undo:${name}:${i}`}
              aria-label={`撤销 ${scan.code} +${scan.count}`}
            >
              撤销
            </button>
          </li>
        ))}
      </ul>
      {/* What script puts in front of the list. */}
      <template>
        <li>
          <input type="hidden" name={SCAN.kept} />
          <span />
          <button type="submit" className="link" name="_line">
            撤销
          </button>
        </li>
      </template>
    </div>
  );
}

const PORTIONS = { none: ["未计", "grey"], part: ["部分", "orange"], all: ["全部", "green"] } as const;

/** How much is counted, and buttons that count everything or nothing. */
function Progress({ name, lines, rows }: { name: string; lines: Lines; rows: ValueValues[] }) {
  const { tally } = lines;
  if (!tally) return null;
  const { done, of } = progressOf(tally, rows);
  const [word, tone] = PORTIONS[portionOf([{ done, of }])];
  return (
    <>
      <span data-progress="">
        <Tag tone={tone}>{word}</Tag> 已计 <b>{done}</b> / {of} 件
      </span>
      <Button name="_line" value={`all:${name}`} small>
        全部填满
      </Button>
      <Button name="_line" value={`none:${name}`} small>
        全部清零
      </Button>
    </>
  );
}

/** Counts beyond what is left are pointed at while they are typed. */
function withWarning(lines: Lines): Lines {
  const { tally, fields } = lines;
  const f = tally && fields[tally.of[0]];
  if (!tally || f?.kind !== "int" || f.warns) return lines;
  const warns = [{ unless: `${tally.of.join("+")} <= ${tally.left}`, says: `最多{${tally.left}}` }];
  return { ...lines, fields: { ...fields, [tally.of[0]]: { ...f, warns } } };
}

/** An action that asks for rows, as a page below its document: counted by hand or by scanner. */
export function RowsPage(props: { document: DocumentType; state: ActState; closeHref: string }) {
  const { document, state, closeHref } = props;
  const action = document.actions?.[state.name];
  if (!action?.lines) return null;
  const { values, options, errors = {}, focus } = state;
  const lists = Object.entries(action.lines);
  const [counts] = lists.filter(([, l]) => l.tally?.scans);
  return (
    <section className="card rows-page">
      <h1>
        {actTitle(document, state.name)} {state.rows[0]?.label}
      </h1>
      <RefStates.Provider value={state}>
        <Form
          idempotencyKey={state.key}
          columns={2}
          encType={hasFiles(action.input) ? "multipart/form-data" : undefined}
          head={
            <>
              <input type="hidden" name="_do" value={state.name} />
              {state.rows.map((r) => (
                <input key={r.id} type="hidden" name="_id" value={`${r.id}:${r.version}`} />
              ))}
              {/* Enter in the field that is scanned into counts; where nothing is scanned, it saves. */}
              {!counts && (
                <button type="submit" className="sr" tabIndex={-1} aria-hidden="true">
                  {action.label}
                </button>
              )}
              {counts && (
                <ScanBar
                  name={counts[0]}
                  lines={counts[1]}
                  counting={state.counting}
                  quiet={Object.keys(errors).length > 0}
                />
              )}
              <ErrorSummary errors={lineErrors(errors)} message={state.message} />
              <Newer href={state.newer} />
              <ConfirmBox question={state.question} />
              {state.warned && <Alert tone="warning">{state.warned}</Alert>}
              {action.confirm && <p className="hint">{action.confirm}</p>}
            </>
          }
          footer={
            <>
              <LinkButton href={closeHref}>取消</LinkButton>
              <Button tone={action.danger ? "danger" : "primary"}>{action.label}</Button>
            </>
          }
        >
          <Fields fields={Object.entries(action.input ?? {})} data={{ values, options, errors, mode: "edit" }} />
          {lists.map(([name, lines]) => (
            <LinesEditor
              key={name}
              name={name}
              lines={withWarning(lines)}
              rows={rowsIn(values, name)}
              options={options}
              errors={errors}
              focus={focus?.lines === name ? focus.row : undefined}
              marked={counts?.[0] === name ? state.counting?.marked : undefined}
              tools={lines.tally && <Progress name={name} lines={lines} rows={rowsIn(values, name)} />}
            />
          ))}
        </Form>
      </RefStates.Provider>
    </section>
  );
}
