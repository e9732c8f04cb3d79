import type { Field, Lines } from "#documents/kit";
import { cx } from "~/ui";
import type { OptionOptions } from "../frame/options.server";
import { sideOf } from "../row/sums";
import { Value } from "../row/value";
import { isGroup } from "./control";
import { InputCell } from "./input-cell";
import { isBlankRow, knownOf, shownValue, type ValueValues, warningOf, widthOf, worksOf } from "./values";

export interface LineColumns {
  shown: [string, Field][];
  /** Posted without being typed. */
  carried: string[];
  /** Rows may be added. */
  free: boolean;
  removable: boolean;
}

interface LineRowProps {
  name: string;
  lines: Lines;
  columns: LineColumns;
  row: ValueValues;
  /** What stands in the names of its inputs, and what people call the row. */
  at: string;
  no: string;
  options: OptionOptions;
  errors: Record<string, string>;
  autoFocus?: boolean;
  /** It was counted last. */
  marked?: boolean;
}

/** One row of a line table in a form. */
export function LineRow(props: LineRowProps) {
  const { name, lines, columns, row, at, no, options, errors, autoFocus } = props;
  const posted = (field: string) => `${name}[${at}].${field}`;
  const blank = isBlankRow(lines, row);
  const known = knownOf(lines, row);
  const first = columns.shown.find(([, f]) => !f.computed && !isGroup(f))?.[0];
  const act = (verb: string, word: string, tone?: string) => (
    <button
      type="submit"
      className={cx("link", tone)}
      name="_line"
      value={`${verb}:${name}:${at}`}
      aria-label={`${word}第${no}行`}
    >
      {word}
    </button>
  );
  return (
    <tr
      className={blank ? "blank" : undefined}
      aria-current={props.marked || undefined}
      data-codes={Array.isArray(row.codes) ? row.codes.join("\n") : undefined}
    >
      <td className="ce" data-l="行">
        <span>{no}</span>
        {["id", ...columns.carried].map((n) => (
          <input
            key={n}
            type="hidden"
            name={posted(n)}
            value={String(row[n] ?? "")}
            data-c={lines.fields[n.replace("$", "")]?.computed ? "" : undefined}
          />
        ))}
      </td>
      {columns.shown.map(([field, f]) => {
        if (!f.computed)
          return (
            <InputCell
              key={field}
              name={posted(field)}
              field={f}
              value={shownValue(f, row, field)}
              of={`第${no}行`}
              options={options[`${name}.${field}`]}
              error={errors[`${name}.${at}.${field}`]}
              warning={blank ? undefined : warningOf(f, known)}
              autoFocus={autoFocus && field === first}
              className={widthOf(f)}
              from={f.from}
            />
          );
        const value = worksOf(f) ? known(field) : row[field];
        const raw = sideOf(f) && value !== null && value !== undefined ? String(value) : undefined;
        return (
          <td
            key={field}
            className={cx("flat", sideOf(f), widthOf(f))}
            data-l={f.label}
            data-v={raw}
            data-from={f.from}
          >
            <Value name={field} field={f} row={{ ...row, [field]: value }} />
          </td>
        );
      })}
      {columns.removable && (
        <td className="act r0">
          {columns.free && act("copy", "复制")}
          {act("remove", "删除", "danger")}
        </td>
      )}
    </tr>
  );
}
