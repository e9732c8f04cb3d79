import { Icon } from "../icon/icon";
import type { Latest } from "../page/shell-data";
import { opener, Popover } from "../popover/popover";
import { countText } from "./count-text";

interface BellProps {
  latest: Latest | null;
  /** Announcements that this person has not read. */
  unread: number;
}

/** The list that is as long as the badge says: announcements that are not read and have not expired. */
export const UNREAD = "/admin/message-center?isRead=0&pushType=1%2C2%2C3&bell=1";

/** The newest announcement; its detail marks it read, and so does opening this (shell.client.ts). */
export function Bell({ latest, unread }: BellProps) {
  return (
    <>
      <button
        type="button"
        className="tool"
        title="消息"
        aria-label={unread > 0 ? `消息，${unread}条未读公告` : "消息"}
        {...opener("bell")}
      >
        <Icon name="bell" />
        {unread > 0 && <b className="badge">{countText(unread)}</b>}
      </button>
      <Popover id="bell" label="最新公告">
        <h2>最新公告</h2>
        {latest ? (
          <a
            className="latest"
            href={`/admin/message-center?notice=${latest.id}`}
            data-notice={latest.isRead ? undefined : latest.id}
            data-once=""
          >
            {latest.title}
            <time>{latest.pushTime}</time>
          </a>
        ) : (
          <p className="hint">没有最新通知</p>
        )}
        {unread > 0 && <a href={UNREAD}>查看{unread}条未读公告</a>}
        <a href="/admin/message-center">查看全部公告</a>
      </Popover>
    </>
  );
}
