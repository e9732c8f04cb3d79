import type { Lines } from "#documents/kit";
import { Button } from "~/ui/button/button";
import { cx } from "~/ui/cx";
import type { Options } from "../options.server";
import { sideOf } from "../row/sums";
import { Value } from "../row/value";
import { InputCell } from "./input-cell";
import type { Values } from "./values";

interface LinesProps {
  name: string;
  lines: Lines;
  rows: Values[];
  options: Options;
  errors: Record<string, string>;
}

function Cell(props: LinesProps & { field: string; index: number; row: Values }) {
  const { name, lines, field, index, row, options, errors } = props;
  const f = lines.fields[field];
  if (!f) return null;
  if (f.computed)
    return (
      <td className={cx("hint", sideOf(f))} data-l={f.label}>
        <Value name={field} field={f} row={row} />
      </td>
    );
  return (
    <InputCell
      name={`${name}[${index}].${field}`}
      field={f}
      value={row[field] ?? (f.startsAs ? row[f.startsAs] : f.default)}
      of={`第${index + 1}行`}
      options={options[`${name}.${field}`]}
      error={errors[`${name}.${index}.${field}`]}
    />
  );
}

/** Rows of a document in its form; named buttons add and remove them, so it works without script. */
export function LinesEditor(props: LinesProps) {
  const { name, lines, rows } = props;
  const whole = lines.sourced === "whole";
  if (whole && !rows.length) return null;
  // What others work out is only worth a column once there is something to read.
  const known = (n: string) => rows.some((row) => (row[n] ?? row[`$${n}`] ?? "") !== "");
  const fields = Object.entries(lines.fields).filter(
    ([n, f]) =>
      !f.hidden && !f.hiddenIn?.includes("edit") && f.kind !== "json" && (!f.computed || known(n)),
  );
  const hidden = Object.keys(lines.fields).filter((n) => lines.fields[n]?.hidden);
  // What was worked out is not saved from here, but must still stand there after a refusal.
  const shown = fields.flatMap(([n, f]) => (f.computed ? [f.kind === "ref" ? `$${n}` : n] : []));
  return (
    <div className="span-all lines">
      <h2>{lines.label}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="t" aria-label={lines.label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th className="ce">#</th>
              {fields.map(([field, f]) => (
                <th key={field} className={sideOf(f)}>
                  {f.label}
                  {f.required && !f.computed && <span className="star">*</span>}
                </th>
              ))}
              {!whole && <th>操作</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                <td className="ce" data-l="行">
                  {index + 1}
                  {["id", ...hidden, ...shown].map((n) => (
                    <input
                      key={n}
                      type="hidden"
                      name={`${name}[${index}].${n}`}
                      value={String(row[n] ?? "")}
                    />
                  ))}
                </td>
                {fields.map(([field]) => (
                  <Cell key={field} {...props} {...{ field, index, row }} />
                ))}
                {!whole && (
                  <td>
                    <button
                      type="submit"
                      className="link danger"
                      name="_line"
                      value={`remove:${name}:${index}`}
                    >
                      删除<span className="sr">第{index + 1}行</span>
                    </button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {!lines.sourced && (
        <Button name="_line" value={`add:${name}`} small>
          添加一行
        </Button>
      )}
      {lines.fill && " "}
      {lines.fill && (
        <Button name="_line" value={`fill:${name}`} small>
          {lines.fill.label}
        </Button>
      )}
    </div>
  );
}
