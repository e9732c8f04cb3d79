import type { Field } from "#documents/kit";
import { sideOf, sumOf } from "./sums";
import { Value } from "./value";

interface LineSumsProps {
  fields: [string, Field][];
  rows: Record<string, unknown>[];
  /** The document: what adds up is in its currency, as the columns say. */
  head: Record<string, unknown>;
}

/** What the lines of a document come to, below them; nothing where no column adds up. */
export function LineSums({ fields, rows, head }: LineSumsProps) {
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
