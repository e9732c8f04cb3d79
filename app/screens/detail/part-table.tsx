import type { ReactNode } from "react";
import { Card } from "~/ui/card/card";

interface PartTableProps<R> {
  title: string;
  head: string[];
  rows: R[];
  /** One content for each heading. */
  cells: (row: R) => ReactNode[];
}

/** A table below the facts of a detail page, with the number of its rows. */
export function PartTable<R>({ title, head, rows, cells }: PartTableProps<R>) {
  return (
    <Card title={`${title}（${rows.length}）`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="t lines" aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {head.map((h) => (
                <th key={h}>{h}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((r, i) => (
              <tr key={i}>
                {cells(r).map((c, n) => (
                  <td key={n} data-l={head[n]}>
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
