import type { ReactNode } from "react";
import type { Arranged } from "./arrange";
import type { TableModel } from "./model";
import { decimalsOf, isSummed } from "./summary";

/** Which column the rows are sorted by, and the link that sorts by another. */
export interface Sort {
  by?: string;
  descending?: boolean;
  /** URL of the list sorted by that column (next direction: ascending, descending, none). */
  href: (key: string) => string;
}

/** Choices of a column's filter by column key. */
export type HeaderFilters = Record<string, readonly { label: string; href: string; chosen: boolean }[]>;

interface HeadProps<Row> {
  model: TableModel<Row>;
  columns: readonly Arranged<Row>[];
  sort?: Sort;
  filters?: HeaderFilters;
  /** Columns of inputs. */
  typed?: readonly string[];
  select: boolean;
  numbered: boolean;
  actions: boolean;
}

/** Header rows; neighbours under the same group share one cell above them. */
export function Head<Row>(props: HeadProps<Row>) {
  const { model, columns, sort, filters, typed, select, numbered, actions } = props;
  const lead = Number(select) + Number(numbered);
  const depth = model.depth > 1 && columns.some((c) => c.groups.length) ? model.depth : 1;
  const span = depth > 1 ? depth : undefined;
  return (
    <thead className={span ? "grouped" : undefined}>
      {Array.from({ length: depth }, (_, level) => (
        <tr key={level}>
          {level === 0 && select && (
            <th className="l0" rowSpan={span}>
              <input type="checkbox" className="js-only" aria-label="全选" data-all="" />
            </th>
          )}
          {level === 0 && numbered && (
            <th className={select ? "l2 ce" : "l0 ce"} rowSpan={span}>
              #
            </th>
          )}
          {columns.map((c, i) => cell(columns, c, i, level, depth, { sort, filters, typed, lead, summed: select }))}
          {level === 0 && actions && (
            <th className="r0" rowSpan={span}>
              操作
            </th>
          )}
        </tr>
      ))}
    </thead>
  );
}

interface HeadOwn {
  /** Cells before the first column. */
  lead: number;
  /** Rows can be ticked, and say what they come to. */
  summed: boolean;
}

function cell<Row>(
  columns: readonly Arranged<Row>[],
  c: Arranged<Row>,
  index: number,
  level: number,
  depth: number,
  { sort, filters, typed, lead, summed }: Pick<HeadProps<Row>, "sort" | "filters" | "typed"> & HeadOwn,
) {
  if (level > c.groups.length) return null;
  if (level < c.groups.length) {
    const same = (o: Arranged<Row> | undefined) => o?.groups[level] === c.groups[level];
    if (same(columns[index - 1])) return null;
    let span = 1;
    while (same(columns[index + span])) span++;
    return (
      <th key={c.key} colSpan={span} className="ce" scope="colgroup">
        {c.groups[level]}
      </th>
    );
  }
  const shown = c.column.header ?? c.column.label;
  const sorted = sort?.by === c.key;
  const align = { left: "le", center: "ce", right: "n" }[c.column.headerAlign ?? "left"];
  return (
    <th
      key={c.key}
      className={c.column.headerAlign ? `${c.className ?? ""} ${align}`.trim() : c.className}
      rowSpan={depth > level + 1 ? depth - level : undefined}
      {...(typed?.includes(c.key) && { "data-f": c.key, "data-at": lead + index })}
      {...(summed && isSummed(c.column) && { "data-s": c.key, "data-d": decimalsOf(c.column) })}
      aria-sort={sorted ? (sort.descending ? "descending" : "ascending") : undefined}
    >
      {sort && c.column.sortable ? <a href={sort.href(c.key)}>{shown}</a> : shown}
      {c.column.tooltip && (
        <Menu id={`tip-${c.key}`} mark="ⓘ" label={`${c.column.label}的说明`}>
          <span>{c.column.tooltip}</span>
        </Menu>
      )}
      {filters?.[c.key] && (
        <Menu id={`in-${c.key}`} mark="▾" label={`筛选${c.column.label}`}>
          {filters[c.key]?.map((f) => (
            <a key={f.label} href={f.href} aria-current={f.chosen ? "true" : undefined}>
              {f.chosen && "✓ "}
              {f.label}
            </a>
          ))}
        </Menu>
      )}
    </th>
  );
}

// React 18's types do not know these attributes; the browser opens and closes without script.
const popover = { popover: "" };

/** A mark in a header that unfolds what belongs to the column. */
const Menu = (props: { id: string; mark: string; label: string; children: ReactNode }) => (
  <>
    {" "}
    <button type="button" className="link" aria-label={props.label} popovertarget={props.id}>
      {props.mark}
    </button>
    <div className="pop-menu" id={props.id} {...popover}>
      {props.children}
    </div>
  </>
);
