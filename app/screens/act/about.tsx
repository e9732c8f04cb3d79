import { cx, Descriptions, MoreStyles } from "~/ui";
import type { ActAbout } from "./about-of";

/** The same for every dialog that moves something: of one row in words, of several as a short table. */
export function About({ label, rows, about }: { label: string; rows: readonly string[]; about: ActAbout }) {
  const { head, sums } = about;
  const [only = []] = about.rows;
  if (rows.length === 1)
    return (
      <>
        <MoreStyles />
        <Descriptions
          columns={1}
          items={[{ label, value: rows[0] }, ...head.map((h, n) => ({ label: h.label, value: only[n] }))]}
        />
      </>
    );
  // A phone shows who and how much.
  const side = (n: number) => cx(head[n]?.figure ? "brief-n" : n > 0 && "brief-by");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="brief" aria-label={`选中的${label}`} tabIndex={0}>
      <MoreStyles />
      <table>
        <thead>
          <tr>
            <th>{label}</th>
            {head.map((h, n) => (
              <th key={h.label} className={side(n)}>
                {h.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {about.rows.map((cells, i) => (
            <tr key={rows[i]}>
              <th scope="row">{rows[i]}</th>
              {cells.map((text, n) => (
                <td key={head[n]?.label} className={side(n)}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计 {rows.length} 条</th>
            {sums.map((texts, n) => (
              <td key={head[n]?.label} className={side(n)}>
                {texts.map((text) => (
                  <div key={text}>{text}</div>
                ))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
