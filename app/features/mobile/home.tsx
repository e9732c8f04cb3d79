import { Alert } from "~/ui/alert/alert";
import { Card } from "~/ui/card/card";
import { Icon } from "~/ui/icon/icon";
import { MoreStyles } from "~/ui/more/more";
import { closer, opener, Popover } from "~/ui/popover/popover";
import { Approval } from "./approval";
import type { MobileAnswer } from "./change.server";
import type { MobileEntry, MobileGroup, MobileHomeData } from "./home.server";

const Tiles = ({ entries }: { entries: readonly MobileEntry[] }) => (
  <ul className="tile-grid">
    {entries.map(({ label, href, icon, later }) => (
      <li key={href}>
        <a href={href} className={later ? "later" : undefined}>
          <Icon name={icon} />
          <span>{label}</span>
          {later && <small>规划中</small>}
        </a>
      </li>
    ))}
  </ul>
);

/** The entries opened last, and the question before they are forgotten. */
const Viewed = ({ entries }: { entries: readonly MobileEntry[] }) => (
  <Card
    title="最近访问"
    extra={
      entries.length > 0 && (
        <>
          <button type="button" className="link" {...opener("forget")}>
            清空
          </button>
          <Popover id="forget" label="清空最近访问" className="pane">
            <form method="post" action="/mobile">
              <h2>提示</h2>
              <p>确定清空最近访问记录吗？</p>
              <div className="btns">
                <button type="button" className="btn" {...closer("forget")}>
                  取消
                </button>
                <button type="submit" className="btn btn-primary" name="_do" value="clear">
                  确定
                </button>
              </div>
            </form>
          </Popover>
        </>
      )
    }
  >
    {entries.length ? (
      <Tiles entries={entries} />
    ) : (
      <p className="hint">打开过的页面会出现在这里</p>
    )}
  </Card>
);

/** Anchors to the groups; script marks the one that is in view (groups.client.ts). */
const GroupTabs = ({ groups }: { groups: readonly MobileGroup[] }) => (
  <nav className="group-tabs" aria-label="菜单分组" data-groups="">
    {groups.map(({ label }, i) => (
      <a key={label} href={`#group-${i + 1}`}>
        {label}
      </a>
    ))}
  </nav>
);

interface Props {
  home: MobileHomeData;
  answer?: MobileAnswer;
}

/** The home of a phone: what waits first, then what was opened last, then every entry by group. */
export function MobileHome({ home, answer }: Props) {
  const { approval, queues, viewed, groups } = home;
  return (
    <div className="mobile-home">
      <MoreStyles />
      <h1>首页</h1>
      {approval?.problem && (
        <Alert tone="warning" title="审批暂时没有取到：">
          {approval.problem}
        </Alert>
      )}
      {approval?.data && <Approval next={approval.data} answer={answer} />}
      {approval && !approval.data && !approval.problem && (
        <Card title="等我审批">
          {answer && <Alert tone="danger">{answer.message}</Alert>}
          <p className="hint">没有等待您审批的单据</p>
        </Card>
      )}
      {queues.length > 0 && (
        <Card title="待办" extra={<a href="/todo">全部</a>}>
          <ul className="queue-tiles">
            {queues.map(({ label, count, late, lists }) => (
              <li key={label}>
                <a href={lists.length === 1 ? lists[0]?.href : "/todo"}>
                  <b>{count}</b>
                  <span>{label}</span>
                  {late !== "0" && <small className="tag red">逾期 {late}</small>}
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Viewed entries={viewed} />
      <GroupTabs groups={groups} />
      {groups.map(({ label, branches }, i) => (
        <Card key={label} id={`group-${i + 1}`} title={label}>
          {branches.map((branch) => (
            <div key={branch.label}>
              {branch.label && <h3>{branch.label}</h3>}
              <Tiles entries={branch.entries} />
            </div>
          ))}
        </Card>
      ))}
    </div>
  );
}
