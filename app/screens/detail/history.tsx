import { allFields, type DocumentType } from "#documents/kit";
import { formatDateTime } from "~/text";
import { Timeline } from "~/ui";
import { lineChanges, valueText } from "../row/told";

/** One action on a document (market.md §10 operLog). */
export interface HistoryEntry {
  id: string;
  action: string;
  operator: string;
  time: string;
  diff: Record<string, unknown> | null;
}

type HistoryTold = [name: string, change: unknown];

/** One change in words: label, old and new value. */
function sentence(document: DocumentType, action: string, [name, change]: HistoryTold): string | null {
  const acting = Object.values(document.actions ?? {}).find((a) => a.label === action);
  const lines = acting?.lines?.[name] ?? document.lines?.[name];
  const [was, now] = Array.isArray(change) ? change : [undefined, change];
  if (lines) {
    const changes = lineChanges(lines, was, now);
    return changes.length ? `${lines.label}：${changes.join("；")}` : null;
  }
  const field = acting?.input?.[name] ?? allFields(document)[name];
  const label = field?.label ?? name;
  if (field?.kind === "ref" || field?.kind === "refs") return `${label}已更换`;
  const text = (v: unknown) => valueText(field, v);
  return `${label}：${Array.isArray(change) ? `${text(was)} → ${text(now)}` : text(change)}`;
}

/** Changes worth telling: of a row that is made, everything is new. */
const told = (document: DocumentType, { action, diff }: HistoryEntry) =>
  action === "新增" ? [] : Object.entries(diff ?? {}).flatMap((change) => sentence(document, action, change) ?? []);

const Changes = ({ texts }: { texts: string[] }) =>
  texts.length ? (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  ) : null;

/** Who did what to this row and what changed, newest first. */
export function History({ document, entries }: { document: DocumentType; entries: HistoryEntry[] }) {
  if (!entries.length) return <p className="hint">暂无操作记录</p>;
  const items = entries.map((e) => ({
    time: formatDateTime(e.time),
    title: e.action,
    by: e.operator,
    text: <Changes texts={told(document, e)} />,
  }));
  return <Timeline items={items} />;
}
