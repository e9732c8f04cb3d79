import type { ReactNode } from "react";
import { cx } from "../cx";
import { MoreStyles } from "../more/more";

/** What a day is like: a sign and a word; the colour only repeats them. */
export interface DayMark {
  sign: string;
  label: string;
  tone: "ok" | "blue" | "warn" | "bad" | "info" | "plain";
}

interface DayCell {
  mark: DayMark;
  /** What is behind it. */
  href?: string;
}

export interface DayRow {
  key: string;
  /** Stands above the row's name where another subject begins. */
  subject?: string;
  name: ReactNode;
  /** What came last. */
  came: string;
  /** One for each day, or one for all of them. */
  cells: readonly DayCell[];
}

interface DaysProps {
  caption: string;
  /** Heads of the first two columns. */
  heads: readonly [name: string, came: string];
  /** yyyy-MM-dd, the newest first. */
  days: readonly string[];
  rows: readonly DayRow[];
}

const Mark = ({ mark: { sign, label, tone }, href, text }: DayCell & { text?: string }) =>
  href ? (
    <a href={href} className={`d-${tone}`} title={label}>
      {text ?? sign}
    </a>
  ) : (
    <i className={`d-${tone}`} title={label}>
      {text ?? sign}
    </i>
  );

/** Rows of marks, one for each day; the first column stays in view, on phones too. */
export const Days = ({ caption, heads, days, rows }: DaysProps) => (
  <div className="days">
    <MoreStyles />
    <table>
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {days.map((day) => (
            <th key={day} scope="col" title={day}>
              {day.slice(5)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, subject, name, came, cells }) => (
          <tr key={key} className={cx(subject !== undefined && "begins")}>
            <th scope="row">
              {subject !== undefined && <b title={subject}>{subject}</b>}
              {name}
            </th>
            <td className="came">{came}</td>
            {cells.length === days.length ? (
              cells.map((cell, i) => (
                <td key={days[i]}>
                  <Mark {...cell} />
                </td>
              ))
            ) : (
              <td colSpan={days.length}>
                {cells[0] && <Mark {...cells[0]} text={`${cells[0].mark.sign} ${cells[0].mark.label}`} />}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** What the marks mean. */
export const DayLegend = ({ marks }: { marks: readonly DayMark[] }) => (
  <ul className="days-legend" aria-label="图例">
    {marks.map(({ sign, label, tone }) => (
      <li key={label}>
        <i className={`d-${tone}`} aria-hidden="true">
          {sign}
        </i>
        {label}
      </li>
    ))}
  </ul>
);
