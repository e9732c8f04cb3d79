import { MoreStyles } from "~/ui";
import { QueueCard } from "./queue-card";
import type { DeskQueue } from "./queues";

/** Every work queue of this person; those in which nothing waits come last. */
export function Todo({ queues }: { queues: readonly DeskQueue[] }) {
  const [full, empty] = [queues.filter((q) => q.rows.length), queues.filter((q) => !q.rows.length)];
  return (
    <>
      <MoreStyles />
      <header className="hello">
        <h1>待办</h1>
        {!queues.length && <p className="hint">没有需要您处理的队列</p>}
      </header>
      <div className="queues">
        {full.map((queue) => (
          <QueueCard key={queue.label} queue={queue} />
        ))}
      </div>
      {empty.length > 0 && (
        <p className="hint queue-lists">
          没有等待处理的：
          {empty.map(({ label, lists: [list] }) => (
            <a key={label} href={list?.href}>
              {label}
            </a>
          ))}
        </p>
      )}
    </>
  );
}
