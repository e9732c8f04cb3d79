import { allFields, type DocumentType, type Field } from "#documents/kit";
import { isQuiet } from "~/screens/row/said";
import { Value } from "~/screens/row/value";
import { formatDateTime, formatMoney } from "~/text";
import { Alert, Button, Card, Descriptions, Field as FormField, Icon, MoreStyles, Textarea } from "~/ui";
import { closer, opener, Popover } from "~/ui/popover/popover";
import { declared } from "../workflow/declared";
import type { MobileAnswer } from "./change.server";
import type { MobileEntry, MobileGroup, MobileHomeData, NextApproval } from "./home.server";

const FACTS = 3;
const LONG = new Set<Field["kind"]>(["longtext", "richtext", "image", "images", "files", "json"]);

/** What a document is about: its figures first, then what its list says of it; nothing that is none. */
function factsOf(document: DocumentType, row: Record<string, unknown>): [string, Field][] {
  const fields = allFields(document);
  const said = new Set([document.display, document.status?.field]);
  const { amount, qty, date } = document.glance?.brief ?? {};
  const names = [
    ...[amount, qty, date].flatMap((name) => name ?? []),
    ...(document.glance?.figures ?? []).map((figure) => figure.field),
    ...Object.keys(fields).filter((name) => fields[name]?.column),
  ];
  return [...new Set(names)]
    .flatMap((name): [string, Field][] => (fields[name] ? [[name, fields[name]]] : []))
    .filter(([name, f]) => !said.has(name) && !LONG.has(f.kind) && !isQuiet(f, row[name]))
    .slice(0, FACTS);
}

/** The approval that waits longest: what it is about, and its decision within a thumb's reach. */
function Approval({ next, answer }: { next: NextApproval; answer?: MobileAnswer }) {
  const { state, at, of } = next;
  const { flow, key, options } = state;
  const own = answer?.flow === flow.id ? answer : undefined;
  const document = declared(flow.bizType);
  const row = flow.document ?? {};
  const facts = document ? factsOf(document, row) : [];
  const here = at > 1 ? `/mobile?n=${at}` : "/mobile";
  return (
    <Card
      id="approval"
      title="等我审批"
      extra={
        <span className="hint">
          第 {at} 条，共 {of} 条
        </span>
      }
    >
      {answer && !own && <Alert tone="danger">{answer.message}</Alert>}
      <p className="approval-head">
        <a href={`/activiti/detail/${flow.id}?walk=${flow.taskId}`}>
          {flow.label} {flow.bizNo}
        </a>
        {flow.amountCny && <b>{formatMoney(flow.amountCny, "CNY")}</b>}
      </p>
      <p className="hint">
        {flow.starterName} {formatDateTime(flow.startTime)} 发起，{flow.currentNode}
      </p>
      <Descriptions
        columns={1}
        items={facts.map(([name, field]) => ({
          label: field.label,
          value: <Value name={name} field={field} row={row} options={options[name]} />,
        }))}
      />
      <form method="post" action={here} className="decide" encType="multipart/form-data">
        <input type="hidden" name="_key" value={key} />
        <input type="hidden" name="flow" value={flow.id} />
        <input type="hidden" name="task" value={flow.taskId} />
        {own && <Alert tone="danger">{own.message}</Alert>}
        <details open={own?.name === "reject"}>
          <summary className="btn">驳回</summary>
          <FormField name="comment" label="驳回原因" error={own?.errors.comment}>
            <Textarea value={own?.comment} maxLength={500} />
          </FormField>
          <Button tone="danger" name="_do" value="reject">
            确定驳回
          </Button>
        </details>
        {of > 1 && (
          <a className="btn" href={`/mobile?n=${(at % of) + 1}`}>
            看下一条
          </a>
        )}
        <Button tone="primary" name="_do" value="approve" reason={flow.against}>
          通过
        </Button>
      </form>
    </Card>
  );
}

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
    {entries.length ? <Tiles entries={entries} /> : <p className="hint">打开过的页面会出现在这里</p>}
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

/** The home of a phone: what waits first, then what was opened last, then every entry by group. */
export function MobileHome({ home, answer }: { home: MobileHomeData; answer?: MobileAnswer }) {
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
