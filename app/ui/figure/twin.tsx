import { exactText } from "./number";
import type { FigureData } from "./types";

/** The same numbers as a table: for readers, for copying, on paper. */
export const Twin = ({ data: { labels, series, hrefs, title } }: { data: FigureData }) => (
  <details className="twin">
    <summary>数据表</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, the keyboard has to reach it */}
    <div role="group" aria-label={title} tabIndex={0}>
      <table>
        <caption className="sr">{title}</caption>
        <thead>
          <tr>
            <td />
            {series.map((s) => (
              <th key={s.key} scope="col">
                {s.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, i) => (
            <tr key={i}>
              <th scope="row">{hrefs?.[i] ? <a href={hrefs[i]}>{label}</a> : label}</th>
              {series.map((s) => (
                <td key={s.key} className={(s.values[i] ?? 0) < 0 ? "neg" : undefined}>
                  {exactText(s.values[i], s.unit)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);
