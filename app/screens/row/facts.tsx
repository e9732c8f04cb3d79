import { Fragment } from "react";
import {
  closingFields,
  commonFields,
  type DocumentType,
  type Field,
  formFields,
  formLines,
  type Lines,
} from "#documents/kit";
import { Descriptions } from "~/ui/description/description";
import type { Options } from "../options.server";
import { LineSums } from "./line-sums";
import { sideOf } from "./sums";
import { Value } from "./value";

type Row = Record<string, unknown>;

/** Fields in parts: a field with `section` begins a new one. */
function parts(fields: [string, Field][]) {
  const found: { title?: string; fields: [string, Field][] }[] = [];
  for (const entry of fields) {
    const last = found.at(-1);
    if (!last || entry[1].section) found.push({ title: entry[1].section, fields: [entry] });
    else last.fields.push(entry);
  }
  return found;
}

interface FactsProps {
  document: DocumentType;
  row: Row;
  options: Options;
  /** body: without what the page's header says; closing: what stands behind the lines. Default: all. */
  part?: "body" | "closing";
}

/** Fields of one row in reading order, sections as headings, then who made and changed it. */
export function Facts({ document, row, options, part: wanted }: FactsProps) {
  const said = new Set([document.display, document.status?.field]);
  const belongs = ([name]: [string, Field]) =>
    !wanted || (wanted === "closing") === closingFields.has(name);
  const unsaid = ([name]: [string, Field]) => wanted !== "body" || !said.has(name);
  const trace = Object.entries(commonFields).filter(
    ([name]) => name in row && !(name in document.fields),
  );
  const meant = ([, f]: [string, Field]) => !f.when || row[f.when[0]] === f.when[1];
  const all: [string, Field][] = [
    ...formFields(document, "view")
      .filter(([name, f]) => f.kind !== "password" && f.kind !== "json" && (!f.mask || name in row))
      .filter(meant),
    ...trace,
  ];
  const fields = all.filter(belongs).filter(unsaid);
  return (
    <>
      {parts(fields).map((part, i) => (
        <Fragment key={i}>
          {part.title && <h2>{part.title}</h2>}
          <Descriptions
            columns={document.formColumns ?? 1}
            items={part.fields.map(([name, field]) => ({
              label: field.label,
              wide: field.wide,
              value: <Value {...{ name, field, row }} options={options[name]} />,
            }))}
          />
        </Fragment>
      ))}
    </>
  );
}

/** Columns of a line table: carried ids and masked values have none. */
const shownOf = (lines: Lines, rows: Row[]) =>
  Object.entries(lines.fields).filter(
    ([name, f]) =>
      !f.hidden &&
      !f.hiddenIn?.includes("view") &&
      f.kind !== "json" &&
      (!f.mask || !rows[0] || name in rows[0]),
  );

interface LineTablesProps {
  document: DocumentType;
  row: Row;
  /** Of dictionaries, as `items.reason`. */
  options?: Options;
}

/** Line items of one row, read only. */
export function LineTables({ document, row, options = {} }: LineTablesProps) {
  return (
    <>
      {formLines(document).map(([name, lines]) => {
        const rows = (row[name] as Row[] | undefined) ?? [];
        // What nobody can add rows to is not there when it has none.
        if (lines.sourced === "whole" && !rows.length) return null;
        return (
          <div key={name} className="lines">
            <h2>
              {lines.label}（{rows.length}）
            </h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
            <section className="t" aria-label={lines.label} tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th className="ce">#</th>
                    {shownOf(lines, rows).map(([field, f]) => (
                      <th key={field} className={sideOf(f)}>
                        {f.label}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((line, i) => (
                    <tr key={String(line.id)}>
                      <td className="ce" data-l="行">
                        {i + 1}
                      </td>
                      {shownOf(lines, rows).map(([field, f]) => (
                        <td key={field} data-l={f.label} className={sideOf(f)}>
                          <Value
                            {...{ name: field, field: f, row: line }}
                            options={options[`${name}.${field}`]}
                          />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
                {rows.length > 1 && <LineSums fields={shownOf(lines, rows)} rows={rows} />}
              </table>
            </section>
          </div>
        );
      })}
    </>
  );
}
