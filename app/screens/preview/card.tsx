import { Value } from "../row/value";
import type { PreviewState } from "./number.server";

/** Number, state and a few facts of a row: what stands in front of a link to it. */
export function PreviewCard({ document, row, facts, options }: PreviewState) {
  const { status, display } = document;
  const no = String(row[display] ?? "");
  const state = status && document.fields[status.field];
  return (
    <>
      <p>
        {document.label} <b>{no}</b>{" "}
        <button type="button" className="link" data-copy={no} aria-label={`复制 ${no}`}>
          复制
        </button>{" "}
        {status && state && <Value name={status.field} field={state} row={row} />}
      </p>
      {facts.map(([name, field]) => (
        <p key={name}>
          <span className="hint">{field.label}</span>{" "}
          <Value name={name} field={field} row={row} options={options[name]} />
        </p>
      ))}
    </>
  );
}
