import { Alert, Button, Card, Drawer, Empty, MoreStyles, Pagination, Prose, TabLinks, Tag, withParams } from "~/ui";
import type { CentreData } from "./centre.server";

const TYPES: Record<string, string> = { "1": "系统公告", "2": "版本更新", "3": "制度通知", "4": "业务提醒" };
const LEVELS: Record<string, string> = { important: "重要", forced: "强制阅读" };

/** The message centre: all, unread, read and business reminders; one notice in a drawer. */
export function MessageCentre({ data, problem }: { data: CentreData; problem?: string }) {
  const { query, url, unread } = data;
  const every = { isRead: null, pushType: null, bell: null, current: null, notice: null };
  const base = withParams(url, every);
  const list = withParams(url, { notice: null });
  const tab = (label: string, isRead?: string, pushType?: string, count?: number) => ({
    label,
    href: withParams(base, { isRead, pushType }),
    current: query.isRead === isRead && query.pushType === pushType,
    count,
  });
  const tabs = [
    tab("全部"),
    tab("未读", "0", undefined, unread),
    tab("已读", "1"),
    tab("业务提醒", undefined, "4"),
    ...(data.todo === null ? [] : [{ label: "待办审批", href: "/activiti/todo/index", count: data.todo }]),
  ];
  return (
    <>
      <MoreStyles />
      <h1>消息中心</h1>
      <Card>
        {(problem ?? data.open?.problem) && <Alert tone="danger">{problem ?? data.open?.problem}</Alert>}
        <TabLinks label="消息范围" items={tabs} />
        {data.records.length ? <Messages data={data} list={list} /> : <Empty href={list} />}
        <Pagination url={list} total={data.total} current={query.current} size={query.size} />
      </Card>
      {data.open?.notice && <Message notice={data.open.notice} closeHref={list} />}
    </>
  );
}

function Messages({ data, list }: { data: CentreData; list: string }) {
  return (
    <form method="post" action={list}>
      <div className="btns">
        <Button small name="intent" value="read">
          标记已读
        </Button>
        <Button small name="intent" value="all" confirm="确定将全部消息标记为已读？">
          全部已读
        </Button>
      </div>
      <ul className="announced ticked">
        {data.records.map((n) => (
          <li key={n.id} className={n.isRead ? undefined : "unread"}>
            <input type="checkbox" name="ids" value={n.id} aria-label={`选择 ${n.title}`} />
            <a href={n.bizPath || withParams(list, { notice: n.id })} data-once="">
              {n.title}
              <small>{n.pushDescribe}</small>
            </a>
            {LEVELS[n.level] && <Tag tone="red">{LEVELS[n.level]}</Tag>}
            <Tag>{TYPES[n.pushType] ?? "通知"}</Tag>
            <Tag tone={n.isRead ? "grey" : "blue"}>{n.isRead ? "已读" : "未读"}</Tag>
            <time>{n.pushTime.slice(0, 16)}</time>
          </li>
        ))}
      </ul>
    </form>
  );
}

function Message(props: { notice: NonNullable<CentreData["open"]>["notice"]; closeHref: string }) {
  const { notice, closeHref } = props;
  if (!notice) return null;
  return (
    <Drawer title={notice.title} closeHref={closeHref}>
      <p className="hint">推送时间：{notice.pushTime}</p>
      <Prose html={notice.content} />
    </Drawer>
  );
}
