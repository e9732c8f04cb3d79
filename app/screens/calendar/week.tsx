import { type DocumentType, labelName } from "#documents/kit";
import { addDays } from "~/text";
import { MoreStyles, Tag, withParams } from "~/ui";
import { rowHref } from "../frame/href";
import type { RowRow } from "../row/row";
import { Value } from "../row/value";

/** Lines of a list that fall into one week. */
export interface CalendarWeek {
  /** Monday, yyyy-MM-dd. */
  from: string;
  today: string;
  entries: (RowRow & { lineId: string; day: string; line: RowRow | Record<string, unknown> })[];
}

const NAMES = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"];

/** One line on its day: which document, in which state, and what the declaration shows of it. */
function Entry({ document, entry }: { document: DocumentType; entry: CalendarWeek["entries"][number] }) {
  const { list: { calendar } = {}, status, display } = document;
  const state = status?.values[String(entry[status.field])];
  const fields = document.lines?.[calendar?.lines ?? ""]?.fields ?? {};
  return (
    <li>
      <a href={rowHref(document, "detail", entry.id, document.screens.list)}>{String(entry[display] ?? "")}</a>{" "}
      {state && <Tag tone={state.tone}>{state.label}</Tag>}
      {calendar?.head.map((name) => (
        <div key={name}>{String(entry[labelName(name)] ?? entry[name] ?? "")}</div>
      ))}
      <div>
        {calendar?.show.map((name) => {
          const field = fields[name];
          return (
            field && (
              <span key={name}>
                <span className="hint">{field.label}</span> <Value name={name} field={field} row={entry.line} />{" "}
              </span>
            )
          );
        })}
      </div>
    </li>
  );
}

/** Seven days side by side, on a phone below each other; weeks are turned by links. */
export function WeekView({ document, week, url }: { document: DocumentType; week: CalendarWeek; url: string }) {
  const turn = (days: number) => withParams(url, { week: addDays(week.from, days) });
  return (
    <>
      <MoreStyles />
      <p className="week-nav">
        <a href={turn(-7)}>上一周</a>
        <b>
          {week.from} 至 {addDays(week.from, 6)}
        </b>
        <a href={turn(7)}>下一周</a>
        <a href={withParams(url, { week: week.today })}>本周</a>
      </p>
      <ol className="week">
        {NAMES.map((name, i) => {
          const day = addDays(week.from, i);
          const entries = week.entries.filter((e) => e.day === day);
          return (
            <li key={day} className={day === week.today ? "now" : undefined}>
              <h3>
                {name} <span className="hint">{day.slice(5)}</span>
                {day === week.today && <span className="sr">今天</span>}
              </h3>
              {entries.length ? (
                <ul>
                  {entries.map((entry) => (
                    <Entry key={entry.lineId} document={document} entry={entry} />
                  ))}
                </ul>
              ) : (
                <p className="hint">无</p>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}
