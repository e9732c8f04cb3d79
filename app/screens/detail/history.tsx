import { allFields, type DocumentType } from "#documents/kit";
import { formatDateTime } from "~/text/date";

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

/** Who did what to this row and what changed, newest first. */
export function History({
  document,
  entries,
}: {
  document: DocumentType;
  entries: HistoryEntry[];
}) {
  const fields = allFields(document);
  if (!entries.length) return <p className="hint">暂无操作记录</p>;
  return (
    <ol className="history">
      {entries.map((e) => (
        <li key={e.id}>
          <time>{formatDateTime(e.time)}</time> <b>{e.operator}</b> {e.action}
          {e.diff && Object.keys(e.diff).length > 0 && (
            <ul>
              {Object.entries(e.diff).map(([name, change]) => (
                <li key={name}>
                  {fields[name]?.label ?? document.lines?.[name]?.label ?? name}：
                  {Array.isArray(change) ? (
                    <>
                      {shown(change[0])} → {shown(change[1])}
                    </>
                  ) : (
                    shown(change)
                  )}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
