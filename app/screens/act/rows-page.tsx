import type { DocumentType, Lines } from "#documents/kit";
import { Alert } from "~/ui/alert/alert";
import { Button, LinkButton } from "~/ui/button/button";
import { ErrorSummary } from "~/ui/error-summary/error-summary";
import { Form } from "~/ui/form/form";
import { RefStates } from "~/ui/ref-input/ref-input";
import { ConfirmBox } from "../confirmed";
import { Fields, hasFiles, lineErrors } from "../form/form";
import { LinesEditor } from "../form/lines";
import type { Values } from "../form/values";
import { Newer } from "./newer";
import { Progress, ScanBar } from "./scan-bar";
import type { ActState } from "./state";
import { actTitle } from "./title";

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
  const rowsOf = (name: string) => (values[name] as Values[] | undefined) ?? [];
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
          <Fields
            fields={Object.entries(action.input ?? {})}
            data={{ values, options, errors, mode: "edit" }}
          />
          {lists.map(([name, lines]) => (
            <LinesEditor
              key={name}
              name={name}
              lines={withWarning(lines)}
              rows={rowsOf(name)}
              options={options}
              errors={errors}
              focus={focus?.lines === name ? focus.row : undefined}
              marked={counts?.[0] === name ? state.counting?.marked : undefined}
              tools={lines.tally && <Progress name={name} lines={lines} rows={rowsOf(name)} />}
            />
          ))}
        </Form>
      </RefStates.Provider>
    </section>
  );
}
