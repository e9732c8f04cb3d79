import { Fragment } from "react";
import { commonFields, type DocumentType, type Field, formFields } from "#documents/kit";
import type { Options } from "../options.server";
import { Value } from "./value";

type Row = Record<string, unknown>;

/** Fields of one row in reading order, sections as headings, then who made and changed it. */
export function Facts(props: { document: DocumentType; row: Row; options: Options }) {
  const { document, row, options } = props;
  const trace = Object.entries(commonFields).filter(([name]) => name in row);
  const fields: [string, Field][] = [
    ...formFields(document, "view").filter(([, f]) => f.kind !== "password"),
    ...trace.filter(([name]) => !(name in document.fields)),
  ];
  return (
    <dl className={`facts cols-${document.formColumns ?? 1}`}>
      {fields.map(([name, field]) => (
        <Fragment key={name}>
          {field.section && <h2 className="span-all">{field.section}</h2>}
          <div className={field.wide ? "span-all" : undefined}>
            <dt>{field.label}</dt>
            <dd>
              <Value {...{ name, field, row }} options={options[name]} />
            </dd>
          </div>
        </Fragment>
      ))}
    </dl>
  );
}

/** Line items of one row, read only. */
export function LineTables({ document, row }: { document: DocumentType; row: Row }) {
  return (
    <>
      {Object.entries(document.lines ?? {}).map(([name, lines]) => {
        const rows = (row[name] as Row[] | undefined) ?? [];
        return (
          <section key={name} className="lines" aria-label={lines.label}>
            <h2>
              {lines.label}（{rows.length}）
            </h2>
            <div className="t">
              <table>
                <thead>
                  <tr>
                    <th className="ce">#</th>
                    {Object.entries(lines.fields).map(([field, f]) => (
                      <th key={field}>{f.label}</th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((line, i) => (
                    <tr key={String(line.id)}>
                      <td className="ce">{i + 1}</td>
                      {Object.entries(lines.fields).map(([field, f]) => (
                        <td key={field}>
                          <Value name={field} field={f} row={line} />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </section>
        );
      })}
    </>
  );
}
