import { Alert } from "~/ui/alert/alert";
import { Card } from "~/ui/card/card";
import { Icon } from "~/ui/icon/icon";
import { MoreStyles } from "~/ui/more/more";
import { Tag } from "~/ui/tag/tag";
import { HintCard } from "../desk/hint-card";
import { QueueCard } from "../desk/queue-card";
import { Business } from "./business";
import type { HomeData } from "./home.server";

/** The welcome page: greeting, the business, what waits, entries, latest notices. */
export function HomeView(home: HomeData) {
  const facts = [
    home.department && `部门：${home.department}`,
    home.lastLogin && `上次登录：${home.lastLogin}`,
  ].filter(Boolean);
  return (
    <>
      <MoreStyles />
      <header className="hello">
        <h1>
          {home.greeting}，{home.name}
        </h1>
        <p className="hint">{facts.join("　")}</p>
      </header>
      <div className="board">
        {home.hint && <HintCard hint={home.hint} />}
        <Waiting home={home} />
        {home.report?.data && <Business report={home.report.data} open={home.mayDrill} />}
        {home.report?.problem && (
          <Alert tone="warning" title="经营数据暂时没有取到：">
            {home.report.problem}
          </Alert>
        )}
        <div className="home">
          <Card
            title="常用入口"
            extra={
              <span className="hint">{home.own ? "按使用次数排列" : "打开过的页面会排到这里"}</span>
            }
          >
            <ul className="entries tiles-of">
              {home.entries.map((entry) => (
                <li key={entry.href}>
                  <a href={entry.href}>
                    <Icon name={entry.icon} />
                    <span>{entry.label}</span>
                  </a>
                </li>
              ))}
            </ul>
          </Card>
          {home.notices && (
            <Card title="最新公告" extra={<a href="/admin/message-center">查看全部</a>}>
              <Notices notices={home.notices} />
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

/** What waits for this person, queue by queue. */
function Waiting({ home: { queues, unread } }: { home: HomeData }) {
  return (
    <section aria-labelledby="waiting">
      <header className="waiting">
        <h2 id="waiting">待办</h2>
        {unread !== null && unread > 0 && (
          <a href="/admin/message-center?isRead=0">未读通知 {unread}</a>
        )}
        <a href="/todo">全部队列</a>
      </header>
      {queues?.length ? (
        <div className="queues">
          {queues.map((queue) => (
            <QueueCard key={queue.label} queue={queue} />
          ))}
        </div>
      ) : (
        <p className="hint">
          {queues ? "现在没有等待您处理的单据" : "待办暂时没有取到，请稍后刷新"}
        </p>
      )}
    </section>
  );
}

function Notices({ notices }: { notices: NonNullable<HomeData["notices"]> }) {
  if (notices === "failed") return <p className="hint">公告暂时读取失败，请稍后刷新</p>;
  if (!notices.length) return <p className="hint">没有最新通知</p>;
  return (
    <ul className="announced">
      {notices.map((n) => (
        <li key={n.id} className={n.isRead ? undefined : "unread"}>
          <a href={`/admin/message-center?notice=${n.id}`} data-once="">
            {n.title}
          </a>
          {n.isNew && <Tag tone="red">新</Tag>}
          <time>{n.pushTime.slice(0, 16)}</time>
        </li>
      ))}
    </ul>
  );
}
