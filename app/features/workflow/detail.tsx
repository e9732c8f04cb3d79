import { documents } from "#documents";
import { allFields, type Field } from "#documents/kit";
import { flowStates } from "#documents/workflow";
import type { FieldChange, FlowDetail, WorkflowStep } from "~/erp/workflow.server";
import { rowHref } from "~/screens/frame/href";
import type { OptionOptions } from "~/screens/frame/options.server";
import { Facts } from "~/screens/row/facts";
import { withFiles } from "~/screens/row/files";
import { LineTables } from "~/screens/row/line-tables";
import type { RowRow } from "~/screens/row/row";
import { Value } from "~/screens/row/value";
import { formatDateTime, formatMoney } from "~/text";
import { Alert, Button, Card, Descriptions, LinkButton, MoreStyles, Steps, Tag, Timeline } from "~/ui";
import { partsOf } from "../parts";
import { DecideBox, HandDialog, isWordless, Queue, RejectDialog } from "./decide";
import { declared } from "./declared";
import type { FlowAnswer, WorkflowFlowState } from "./detail.server";
import { flowWaits } from "./waits";
import { durationWords, nodeStates, stepWords } from "./words";

const kinds = {
  added: { label: "新增", tone: "green" },
  removed: { label: "删除", tone: "red" },
  changed: { label: "修改", tone: "orange" },
} as const;

interface ChangeProps {
  change: FieldChange;
  fields: Record<string, Field>;
  options: OptionOptions;
}

/** 单价：12.00 → 13.00 */
function OneChange({ change, fields, options }: ChangeProps) {
  const f = fields[change.name];
  if (!f) return null;
  const value = (row: Record<string, unknown>) => (
    <Value name={change.name} field={f} row={row} options={options[change.name]} />
  );
  return (
    <>
      {f.label}：<del>{value(change.before)}</del> → <ins>{value(change.after)}</ins>
    </>
  );
}

/** What tells a line from the others: its first two values. */
function lineName(fields: Record<string, Field>, line: Record<string, unknown>) {
  return Object.entries(fields)
    .filter(([, f]) => !f.hidden)
    .slice(0, 2)
    .map(([name, f]) => <Value key={name} name={name} field={f} row={line} />)
    .flatMap((v, i) => (i ? [" ", v] : [v]));
}

/** What differs from the round before, so that an approver need not read everything again. */
function RoundChanges({ flow, options }: { flow: FlowDetail; options: OptionOptions }) {
  const document = documents.find((d) => d.name === flow.bizType);
  if (!document || !flow.changes) return null;
  const { fields, lines } = flow.changes;
  const header = allFields(document);
  return (
    <Card title="与上一轮相比">
      {!fields.length && !lines.length && <p className="hint">没有变化</p>}
      <ul className="chain">
        {fields.map((change) => (
          <li key={change.name}>
            <OneChange change={change} fields={header} options={options} />
          </li>
        ))}
        {lines.map((l, i) => {
          const own = document.lines?.[l.lines];
          if (!own) return null;
          return (
            <li key={i}>
              <Tag tone={kinds[l.kind].tone}>{kinds[l.kind].label}</Tag> {own.label} {lineName(own.fields, l.line)}
              {l.changes.map((change) => (
                <span key={change.name}>
                  {"　"}
                  <OneChange change={change} fields={own.fields} options={{}} />
                </span>
              ))}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Who did what on the way of a flow, with comment, files and how long it took. */
function ApprovalTimeline({ steps }: { steps: readonly WorkflowStep[] }) {
  const items = steps.map((s) => {
    const word = stepWords[s.action];
    const took = s.seconds === null || s.seconds === undefined ? "" : durationWords(s.seconds);
    return {
      time: formatDateTime(s.time) + (took && `　用时${took}`),
      title: `${s.nodeName}　${word?.label ?? s.action}`,
      by: s.person,
      tone: word?.tone,
      text: (s.comment || s.attachments.length > 0) && (
        <>
          {s.comment && <p className="pre">{s.comment}</p>}
          {s.attachments.map((file) => (
            <a key={file.url} href={file.url} target="_blank" rel="noopener">
              {file.name}{" "}
            </a>
          ))}
        </>
      ),
    };
  });
  return <Timeline items={items} />;
}

interface WorkflowProps {
  state: WorkflowFlowState;
  answer?: FlowAnswer;
}

/** One approval: head, nodes, what changed, the document, the way so far, the decision; beside it what else waits. */
export function FlowPage({ state, answer }: WorkflowProps) {
  const { flow, queue, hand } = state;
  const page = (
    <article className="list">
      <MoreStyles />
      <Head state={state} answer={answer} />
      <Card title="审批节点">
        <Nodes state={state} />
      </Card>
      {flow.changes && <RoundChanges flow={flow} options={state.options} />}
      <Sheet state={state} />
      <Card title="审批记录">
        <ApprovalTimeline steps={flow.timeline} />
        <Rounds state={state} />
      </Card>
      {flow.can.decide && <DecideBox state={state} answer={answer} />}
      {hand && <HandDialog state={state} hand={hand} answer={answer} />}
      {flow.can.decide && isWordless(answer) && <RejectDialog state={state} answer={answer} />}
    </article>
  );
  if (!queue.length) return page;
  return (
    <div className="walk">
      <Queue state={state} />
      {page}
    </div>
  );
}

function Head({ state, answer }: WorkflowProps) {
  const { flow } = state;
  const document = declared(flow.bizType);
  const word = flowStates[flow.status];
  const waits = flowWaits(flow);
  // The form that was refused says why itself, unless it is gone: somebody else was faster.
  const inForm = answer && answer.name === state.hand?.how ? state.hand : flow.can.decide;
  const own = answer && (["withdraw", "urge"].includes(answer.name) || !inForm) && answer.message;
  const link = flow.opens && document && rowHref(document, "detail", flow.bizId, document.screens.list);
  return (
    <section className="card record">
      <header className="toolbar">
        <h1>{flow.title}</h1>
        {word && <Tag tone={word.tone}>{word.label}</Tag>}
        {waits && <span className="waits">{waits}</span>}
        <span className="space" />
        <LinkButton href="/activiti/todo/index">返回待办</LinkButton>
        <StarterButtons state={state} />
      </header>
      {own && <Alert tone="danger">{own}</Alert>}
      {state.late && <Alert tone="warning">这条待办已处理，或不再由您审批，以下是流程的最新情况</Alert>}
      <Descriptions
        items={[
          { label: "单据类型", value: flow.label },
          { label: "单号", value: link ? <a href={link}>{flow.bizNo}</a> : flow.bizNo },
          { label: "金额（CNY）", value: flow.amountCny && formatMoney(flow.amountCny) },
          { label: "发起人", value: flow.starterName },
          { label: "部门", value: flow.deptName },
          { label: "发起时间", value: formatDateTime(flow.startTime) },
          { label: flow.endTime ? "历时" : "已用时", value: durationWords(flow.seconds) },
          { label: "当前节点", value: flow.currentNode },
          { label: "抄送", value: flow.copies.map((c) => c.name).join("、") },
        ]}
      />
    </section>
  );
}

/** 撤回 and 催办 of the starter. */
function StarterButtons({ state }: { state: WorkflowFlowState }) {
  const { can } = state.flow;
  if (!can.withdraw && !can.urge) return null;
  return (
    <form method="post" action={state.url.split("?")[0]} className="btns">
      <input type="hidden" name="_key" value={state.key} />
      {can.urge && (
        <Button name="_do" value="urge" reason={can.urgeNow ? null : "请勿频繁催办"}>
          催办
        </Button>
      )}
      {can.withdraw && (
        <Button name="_do" value="withdraw" confirm="撤回后单据回到草稿，确定撤回吗？">
          撤回
        </Button>
      )}
    </form>
  );
}

function Nodes({ state }: { state: WorkflowFlowState }) {
  const items = state.flow.nodes.map((n) => ({
    title: n.name,
    state: nodeStates[n.state] ?? { label: n.state, tone: "grey" as const },
    current: n.state === "todo",
    off: !n.takesPart,
    children: (
      <>
        {n.people.join("、")}
        {n.signType === "and" && "（会签）"}
        {n.condition && <div>条件：{n.condition}</div>}
      </>
    ),
  }));
  return <Steps label="审批节点" items={items} />;
}

/** The document as this person may read it; a special part of its type included. */
function Sheet({ state }: { state: WorkflowFlowState }) {
  const { flow, options } = state;
  const document = declared(flow.bizType);
  if (!document || !flow.document)
    return (
      <Card title={flow.label}>
        <p className="hint">单据内容暂时无法显示</p>
      </Card>
    );
  const row: RowRow = withFiles(document, flow.document as RowRow);
  const { detail: Part, ownLines } = partsOf(document.name);
  return (
    <>
      <section className="card record">
        <h2>
          {flow.label} {flow.bizNo}
        </h2>
        <Facts document={document} row={row} options={options} />
        {!ownLines && <LineTables document={document} row={row} options={options} />}
      </section>
      {Part && <Part document={document} row={row} url={state.url} keyOfForm={state.key} />}
    </>
  );
}

/** Other rounds of the same document. */
function Rounds({ state }: { state: WorkflowFlowState }) {
  const { id, rounds } = state.flow;
  if (rounds.length < 2) return null;
  return (
    <ul className="results">
      {rounds.map((r, i) => {
        const word = flowStates[r.status];
        return (
          <li key={r.id}>
            {r.id === id ? <strong>第{i + 1}轮（本轮）</strong> : <a href={`/activiti/detail/${r.id}`}>第{i + 1}轮</a>}{" "}
            {formatDateTime(r.startTime)} {word && <Tag tone={word.tone}>{word.label}</Tag>}
          </li>
        );
      })}
    </ul>
  );
}
