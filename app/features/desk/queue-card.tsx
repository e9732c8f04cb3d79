import { Card } from "~/ui";
import type { DeskQueue, QueueRow } from "./queues";

const Row = ({ row: { title, about, amount, href, date, late } }: { row: QueueRow }) => (
  <li className={late ? "late" : undefined}>
    <a href={href}>
      <b>{title}</b>
      {about && <span>{about}</span>}
      {amount && <i>{amount}</i>}
    </a>
    <time>{date}</time>
  </li>
);

/** A work queue: how much waits in which list, and what comes first. */
export function QueueCard({ queue }: { queue: DeskQueue }) {
  const { label, count, late, lists, rows } = queue;
  const [only] = lists;
  return (
    <Card
      title={
        <>
          {only && lists.length === 1 ? <a href={only.href}>{label}</a> : label} <span className="hint">{count}</span>
        </>
      }
      extra={late !== "0" && <span className="tag red">逾期 {late}</span>}
    >
      {lists.length > 1 && (
        <p className="queue-lists">
          {lists.map((list) => (
            <a key={list.href} href={list.href}>
              {list.label} {list.count}
            </a>
          ))}
        </p>
      )}
      {rows.length ? (
        <ul className="queue">
          {rows.map((row) => (
            <Row key={row.href} row={row} />
          ))}
        </ul>
      ) : (
        <p className="hint">没有等待处理的单据</p>
      )}
    </Card>
  );
}
