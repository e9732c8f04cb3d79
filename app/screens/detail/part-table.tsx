import type { ReactNode } from "react";
import { Card, cx } from "~/ui";
import type { Tabbed } from "../parts";

interface PartTableProps<R> {
  title: string;
  head: string[];
  /** Null: the person may not see them. */
  rows: R[] | null;
  /** How many it says it has; rows of balances are not counted. Default: all. */
  count?: number;
  /** Columns of figures, known or not: tables below each other with columns of one width. */
  numbers?: readonly number[];
  /** One content for each heading. */
  cells: (row: R) => ReactNode[];
}

/** As many rows as are shown at once; more are scrolled in their place. */
const WHOLE = 30;

const FIGURE = /^-?([A-Z]{0,3}[¥$€£])?[\d,]+(\.\d+)?%?$/;

/** Columns that hold figures, or nothing, only stand right. */
function figures(rows: ReactNode[][], columns: number): (string | undefined)[] {
  return Array.from({ length: columns }, (_, n) => {
    const texts = rows.map((cells) => String(cells[n] ?? "")).filter((t) => t && t !== "—");
    return texts.length && texts.every((t) => FIGURE.test(t)) ? "n" : undefined;
  });
}

/** A table below the facts of a detail page, with the number of its rows. */
export function PartTable<R>({ title, head, rows, count = rows?.length, numbers, cells }: PartTableProps<R>) {
  if (!rows)
    return (
      <Card title={title}>
        <p className="hint">无权查看</p>
      </Card>
    );
  if (!rows.length)
    return (
      <Card title={`${title}（0）`}>
        <p className="hint">暂无{title}</p>
      </Card>
    );
  const drawn = rows.map(cells);
  const sides = numbers ? head.map((_, n) => (numbers.includes(n) ? "n" : undefined)) : figures(drawn, head.length);
  const tableClass = cx("t lines", numbers && "even", rows.length <= WHOLE && "whole");
  return (
    <Card title={`${title}（${count}）`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={tableClass} aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {head.map((h, n) => (
                <th key={h} className={sides[n]}>
                  {h}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map((row, i) => (
              <tr key={i}>
                {row.map((c, n) => (
                  <td key={n} className={sides[n]} data-l={head[n]}>
                    {c}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

/** A tab of a detail page that is one such table, with the number of its rows. */
export const tableTab = <R,>(key: string, label: string, table: PartTableProps<R>): Tabbed => ({
  key,
  label,
  count: table.rows?.length,
  content: <PartTable {...table} />,
});
