import type { ReactNode } from "react";
import type { Field, Lines } from "#documents/kit";
import { Button, cx } from "~/ui";
import type { OptionOptions } from "../frame/options.server";
import { sideOf, sumOf } from "../row/sums";
import { Value } from "../row/value";
import { type LineColumns, LineRow } from "./line-row";
import { MOST_ROWS, rowsName } from "./target";
import { isBlankRow, knownOf, scaleOf, type ValueValues, warnsOf, widthOf, worksOf } from "./values";

interface LineFootProps {
  fields: [string, Field][];
  lines: Lines;
  rows: ValueValues[];
  /** There is a column of buttons. */
  wide: boolean;
}

const adds = (f: Field) => "sum" in f && !!f.sum;

/** What the rows of a form come to, in the same columns; nothing is said of what nobody knows yet. */
function LineFoot({ fields, lines, rows, wide }: LineFootProps) {
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
          <td key={name} className={cx(sideOf(f), widthOf(f))} data-l={adds(f) ? f.label : undefined}>
            {adds(f) && <Value name={name} field={f} row={{ [name]: sum(name, f) }} />}
          </td>
        ))}
        {wide && <td className="act r0" />}
      </tr>
    </tfoot>
  );
}

interface LinesProps {
  name: string;
  lines: Lines;
  rows: ValueValues[];
  options: OptionOptions;
  errors: Record<string, string>;
  /** The row that is to be typed into next. */
  focus?: number;
  /** The row that was counted last. */
  marked?: number;
  /** Buttons before the others. */
  tools?: ReactNode;
  /** Rarely meant, and the header says otherwise: until there are any, a button stands for them. */
  unmeant?: boolean;
}

/** Fields that have a column, and those that a row only carries. */
function columnsOf({ fields, sourced }: Lines, rows: ValueValues[]): LineColumns {
  // What others work out is only worth a column once there is something to read, or may be while typing.
  const known = (n: string) => rows.some((row) => (row[n] ?? row[`$${n}`] ?? "") !== "");
  const all = Object.entries(fields).filter(([, f]) => !f.hidden && !f.hiddenIn?.includes("edit") && f.kind !== "json");
  const shown = all.filter(([n, f]) => !f.computed || worksOf(f) || f.from || known(n));
  return {
    shown,
    carried: [
      ...Object.keys(fields).filter((n) => fields[n]?.hidden),
      // What was worked out is not saved from here, but must still stand there after a refusal.
      ...shown.flatMap(([n, f]) => (f.computed && !worksOf(f) && !f.from ? [f.kind === "ref" ? `$${n}` : n] : [])),
    ],
    free: !sourced,
    removable: sourced !== "whole",
  };
}

/** What script has to know of a column. */
const told = (name: string, f: Field) => ({
  "data-f": name,
  "data-kind": f.kind,
  "data-default": f.default === undefined ? undefined : String(f.default),
  "data-works": worksOf(f),
  "data-scale": worksOf(f) || ("sum" in f && f.sum) ? scaleOf(f) : undefined,
  "data-sum": "sum" in f && f.sum ? "" : undefined,
  "data-warns": warnsOf(f).length ? JSON.stringify(warnsOf(f)) : undefined,
});

/** The rows and one empty row behind them, if there is room. */
function withOpenRow(lines: Lines, rows: ValueValues[]): ValueValues[] {
  const last = rows.at(-1);
  const open = last && isBlankRow(lines, last);
  return lines.sourced || open || rows.length >= (lines.max ?? 500) ? rows : [...rows, {}];
}

function Tools({ name, lines, tools }: Pick<LinesProps, "name" | "lines" | "tools">) {
  return (
    <div className="adds">
      {tools}
      {!lines.sourced && (
        <>
          <Button name="_line" value={`add:${name}`} small>
            添加一行
          </Button>
          <span className="many">
            <input
              type="number"
              className="input"
              name={rowsName(name)}
              min={1}
              max={MOST_ROWS}
              defaultValue={5}
              aria-label={`${lines.label}添加的行数`}
            />
            <Button name="_line" value={`more:${name}`} small>
              添加多行
            </Button>
          </span>
        </>
      )}
      {lines.fill && (
        <Button name="_line" value={`fill:${name}`} small>
          {lines.fill.label}
        </Button>
      )}
      <button type="button" className="btn btn-s js-only" data-down="" title="Ctrl+D">
        向下填充
      </button>
      <span className="hint js-only">
        回车到下一格，↑↓换行，Ctrl+回车到下一行开头{!lines.sourced && "；可从表格整块粘贴"}
      </span>
      <span className="said" role="status" />
    </div>
  );
}

/** Rows of a document in its form; named buttons add and remove them, so it works without script. */
export function LinesEditor(props: LinesProps) {
  const { name, lines, options, errors, focus, marked, tools, unmeant } = props;
  if (lines.sourced === "whole" && !props.rows.length) return null;
  const when = lines.when && `${lines.when[0]}=${lines.when.slice(1).join(",")}`;
  if (unmeant && focus === undefined && props.rows.every((row) => isBlankRow(lines, row)))
    return (
      <div className="span-all" data-when={when}>
        <Button name="_line" value={`add:${name}`} small>
          填写{lines.label}
        </Button>
      </div>
    );
  const rows = withOpenRow(lines, props.rows);
  const columns = columnsOf(lines, rows);
  const row = (value: ValueValues, index: number, at = String(index), no = String(index + 1)) => (
    <LineRow
      key={index}
      name={name}
      lines={lines}
      columns={columns}
      options={options}
      errors={errors}
      at={at}
      no={no}
      row={value}
      autoFocus={focus === index}
      marked={marked === index}
    />
  );
  return (
    <div className="span-all lines" data-when={when}>
      <h2>{lines.label}</h2>
      <section
        className="t cells"
        aria-label={lines.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        data-lines={name}
        data-max={lines.max ?? 500}
        data-rows={rows.length}
      >
        <table>
          <thead>
            <tr>
              <th className="ce">#</th>
              {columns.shown.map(([field, f]) => (
                <th key={field} className={cx(sideOf(f), widthOf(f))} {...told(field, f)}>
                  {f.label}
                  {f.required && !f.computed && <span className="star">*</span>}
                </th>
              ))}
              {columns.removable && <th className="act r0">操作</th>}
            </tr>
          </thead>
          <tbody>{rows.map((value, index) => row(value, index))}</tbody>
          <LineFoot fields={columns.shown} lines={lines} rows={rows} wide={columns.removable} />
        </table>
        {columns.free && <template>{row({}, -1, "~i", "~n")}</template>}
      </section>
      <Tools name={name} lines={lines} tools={tools} />
    </div>
  );
}
