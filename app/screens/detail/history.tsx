import { allFields, type DocumentType } from "#documents/kit";
import { formatDateTime } from "~/text/date";
import { Timeline } from "~/ui/timeline/timeline";

/** One action on a document (market.md §10 operLog). */
export interface HistoryEntry {
  id: string;
  action: string;
  operator: string;
  time: string;
  diff: Record<string, unknown> | null;
}

const shown = (v: unknown) =>
  v === null || v === undefined || v === ""
    ? "空"
    : typeof v === "object"
      ? Array.isArray(v)
        ? `${v.length}项`
        : JSON.stringify(v)
      : String(v);

/** One change in words: label, old and new value. */
function Change(props: { document: DocumentType; action: string; name: string; change: unknown }) {
  const { document, action, name, change } = props;
  const asked = Object.values(document.actions ?? {}).find((a) => a.label === action)?.input;
  const field = asked?.[name] ?? allFields(document)[name];
  const label = field?.label ?? document.lines?.[name]?.label ?? name;
  return (
    <li>
      {label}：{Array.isArray(change) ? `${shown(change[0])} → ${shown(change[1])}` : shown(change)}
    </li>
  );
}

/** Changes worth telling: of a row that is made, everything is new. */
const told = ({ action, diff }: HistoryEntry) =>
  action === "新增" ? [] : Object.entries(diff ?? {});

/** Who did what to this row and what changed, newest first. */
export function History({
  document,
  entries,
}: {
  document: DocumentType;
  entries: HistoryEntry[];
}) {
  if (!entries.length) return <p className="hint">暂无操作记录</p>;
  const items = entries.map((e) => ({
    time: formatDateTime(e.time),
    title: e.action,
    by: e.operator,
    text: told(e).length > 0 && (
      <ul>
        {told(e).map(([name, change]) => (
          <Change key={name} action={e.action} {...{ document, name, change }} />
        ))}
      </ul>
    ),
  }));
  return <Timeline items={items} />;
}
