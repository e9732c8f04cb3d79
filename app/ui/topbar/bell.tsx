import { Icon } from "../icon/icon";
import type { Latest } from "../page/shell-data";
import { opener, Popover } from "../popover/popover";

/** The newest announcement; its detail marks it read, and so does opening this (shell.client.ts). */
export function Bell({ latest }: { latest: Latest | null }) {
  return (
    <>
      <button
        type="button"
        className="tool"
        title="消息"
        aria-label={latest?.isNew ? "消息，有新公告" : "消息"}
        {...opener("bell")}
      >
        <Icon name="bell" />
        {latest?.isNew && <b className="badge">new</b>}
      </button>
      <Popover id="bell" label="最新公告">
        <h2>最新公告</h2>
        {latest ? (
          <a
            className="latest"
            href={`/admin/message-center?notice=${latest.id}`}
            data-notice={latest.isNew ? latest.id : undefined}
            data-once=""
          >
            {latest.title}
            <time>{latest.pushTime}</time>
          </a>
        ) : (
          <p className="hint">没有最新通知</p>
        )}
        <a href="/admin/message-center">查看全部公告</a>
      </Popover>
    </>
  );
}
