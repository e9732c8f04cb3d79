import type { Field, Lines } from "#documents/kit";
import { cx } from "~/ui/cx";
import { sideOf, sumOf } from "../row/sums";
import { Value } from "../row/value";
import { knownOf, widthOf } from "./line-figures";
import { isBlankRow, type Values } from "./values";

interface LineFootProps {
  fields: [string, Field][];
  lines: Lines;
  rows: Values[];
  /** There is a column of buttons. */
  wide: boolean;
}

const adds = (f: Field) => "sum" in f && !!f.sum;

/** What the rows of a form come to, in the same columns; nothing is said of what nobody knows yet. */
export function LineFoot({ fields, lines, rows, wide }: LineFootProps) {
  if (!fields.some(([, f]) => adds(f))) return null;
  const figures = rows.filter((row) => !isBlankRow(lines, row)).map((row) => knownOf(lines, row));
  const sum = (name: string, f: Field) => {
    const values = figures.map((known) => known(name));
    return values.some((v) => v !== null && v !== undefined)
      ? sumOf(
          name,
          f,
          values.map((v) => ({ [name]: v })),
        )
      : null;
  };
  return (
    <tfoot>
      <tr>
        <th className="ce" scope="row">
          合计
        </th>
        {fields.map(([name, f]) => (
          <td
            key={name}
            className={cx(sideOf(f), widthOf(f))}
            data-l={adds(f) ? f.label : undefined}
          >
            {adds(f) && <Value name={name} field={f} row={{ [name]: sum(name, f) }} />}
          </td>
        ))}
        {wide && <td className="act r0" />}
      </tr>
    </tfoot>
  );
}
