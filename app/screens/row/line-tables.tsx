import { documentNamed, isDeclared } from "#documents";
import { currencyOf, type DocumentType, type Field, formLines, type Lines } from "#documents/kit";
import type { OptionOptions } from "../frame/options.server";
import { rowsIn } from "./row";
import { labelOf } from "./said";
import { sideOf, sumOf } from "./sums";
import { Value } from "./value";

interface LineSumsProps {
  fields: [string, Field][];
  rows: Record<string, unknown>[];
  /** The document: what adds up is in its currency, as the columns say. */
  head: Record<string, unknown>;
}

/** What the lines of a document come to, below them; nothing where no column adds up. */
function LineSums({ fields, rows, head }: LineSumsProps) {
  const sums = Object.fromEntries(fields.map(([name, f]) => [name, sumOf(name, f, rows)]));
  if (!Object.values(sums).some(Boolean)) return null;
  return (
    <tfoot>
      <tr>
        <th className="ce" scope="row">
          合计
        </th>
        {fields.map(([name, f]) => (
          <td key={name} className={sideOf(f)} data-l={sums[name] && f.label}>
            {sums[name] && <Value name={name} field={f} row={sums} head={head} bare />}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

type LineTableRow = Record<string, unknown>;

const COUNTED: ReadonlySet<string> = new Set(["int", "decimal", "money", "percent", "bool"]);

/** Nothing to read: no words, no amount. */
const isBlank = (f: Field, value: unknown) =>
  value === null || value === undefined || String(value) === "" || (COUNTED.has(f.kind) && !Number(value));

/** Columns of a line table: carried ids and masked values have none. */
const shownOf = (lines: Lines, rows: LineTableRow[]) =>
  Object.entries(lines.fields).filter(
    ([name, f]) =>
      !f.hidden &&
      !f.hiddenIn?.includes("view") &&
      f.kind !== "json" &&
      (!f.mask || !rows[0] || name in rows[0]) &&
      (!f.whenFilled || rows.some((row) => !isBlank(f, row[name]))),
  );

interface LineTablesProps {
  document: DocumentType;
  row: LineTableRow;
  /** Of dictionaries, as `items.reason`. */
  options?: OptionOptions;
  /** Only this table, below a heading of the page. */
  only?: string;
  /** Documents that the person may see. */
  opens?: ReadonlySet<string>;
}

/** A number of a document or SKU, or a date: never broken over two lines. */
const codeOf = (f: Field) => {
  const code =
    f.kind === "date" ||
    (f.kind === "text" && (f.codeOf || f.numbersOf)) ||
    (f.kind === "ref" && isDeclared(f.to) && /^(no|code|\w+Code)$/.test(documentNamed(f.to).display));
  return code ? "code" : undefined;
};

/** An amount with a unit of its own, or in a currency of its row, bears it in its cell. */
const inCurrency = (field: Field, head: LineTableRow) =>
  !field.unit && currencyOf(field, {}, head) ? { head, bare: true } : {};

/** What a column is called, with the currency of the document if its amounts are in that. */
function Head({ field, head }: { field: Field; head: LineTableRow }) {
  const currency = field.unit ? undefined : currencyOf(field, {}, head);
  return (
    <>
      {labelOf(field)}
      {currency && <span className="hint"> {currency}</span>}
    </>
  );
}

/** Line items of one row, read only. */
export function LineTables({ document, row, options = {}, only, opens }: LineTablesProps) {
  const tables = formLines(document).filter(([name]) => !only || name === only);
  return (
    <>
      {tables.map(([name, lines]) => {
        const rows = rowsIn(row, name);
        // What nobody can add rows to is not there when it has none.
        if (lines.sourced === "whole" && !rows.length) return null;
        const shown = shownOf(lines, rows);
        return (
          <div key={name} className="lines">
            {!only && (
              <h2>
                {lines.label}（{rows.length}）
              </h2>
            )}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
            <section className="t" aria-label={lines.label} tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th className="ce">#</th>
                    {shown.map(([field, f]) => (
                      <th key={field} className={sideOf(f)}>
                        <Head field={f} head={row} />
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
                      {shown.map(([field, f]) => (
                        <td key={field} data-l={labelOf(f)} className={sideOf(f) ?? codeOf(f)}>
                          <Value
                            name={field}
                            field={f}
                            row={line}
                            opens={opens}
                            {...inCurrency(f, row)}
                            options={options[`${name}.${field}`]}
                          />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
                {rows.length > 1 && <LineSums fields={shown} rows={rows} head={row} />}
              </table>
            </section>
          </div>
        );
      })}
    </>
  );
}
