import { rowHref } from "~/screens/href";
import { Facts } from "~/screens/row/facts";
import { withFiles } from "~/screens/row/files";
import { LineTables } from "~/screens/row/line-tables";
import type { Row } from "~/screens/row/row";
import { formatDateTime } from "~/text/date";
import { formatMoney } from "~/text/format";
import { Alert } from "~/ui/alert/alert";
import { Button, LinkButton } from "~/ui/button/button";
import { Card } from "~/ui/card/card";
import { Descriptions } from "~/ui/description/description";
import { MoreStyles } from "~/ui/more/more";
import { Steps } from "~/ui/steps/steps";
import { Tag } from "~/ui/tag/tag";
import { partsOf } from "../parts";
import { RoundChanges } from "./changes";
import { DecideBox, TransferDialog } from "./decide";
import { declared } from "./declared";
import type { FlowAnswer, FlowState } from "./detail.server";
import { ApprovalTimeline } from "./timeline";
import { flowWaits } from "./waits";
import { durationWords, flowStates, nodeStates } from "./words";

interface Props {
  state: FlowState;
  answer?: FlowAnswer;
}

/** One approval: head, nodes, what changed, the document, the way so far, the decision. */
export function FlowPage({ state, answer }: Props) {
  const { flow } = state;
  return (
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
      {state.people && <TransferDialog state={state} answer={answer} />}
    </article>
  );
}

function Head({ state, answer }: Props) {
  const { flow } = state;
  const document = declared(flow.bizType);
  const word = flowStates[flow.status];
  const waits = flowWaits(flow);
  // The form that was refused says why itself, unless it is gone: somebody else was faster.
  const inForm = answer?.name === "transfer" ? state.people : flow.can.decide;
  const own = answer && (["withdraw", "urge"].includes(answer.name) || !inForm) && answer.message;
  const link =
    flow.opens && document && rowHref(document, "detail", flow.bizId, document.screens.list);
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
      {state.late && (
        <Alert tone="warning">这条待办已处理，或不再由您审批，以下是流程的最新情况</Alert>
      )}
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
function StarterButtons({ state }: { state: FlowState }) {
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

function Nodes({ state }: { state: FlowState }) {
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
function Sheet({ state }: { state: FlowState }) {
  const { flow, options } = state;
  const document = declared(flow.bizType);
  if (!document || !flow.document)
    return (
      <Card title={flow.label}>
        <p className="hint">单据内容暂时无法显示</p>
      </Card>
    );
  const row: Row = withFiles(document, flow.document as Row);
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
function Rounds({ state }: { state: FlowState }) {
  const { id, rounds } = state.flow;
  if (rounds.length < 2) return null;
  return (
    <ul className="results">
      {rounds.map((r, i) => {
        const word = flowStates[r.status];
        return (
          <li key={r.id}>
            {r.id === id ? (
              <strong>第{i + 1}轮（本轮）</strong>
            ) : (
              <a href={`/activiti/detail/${r.id}`}>第{i + 1}轮</a>
            )}{" "}
            {formatDateTime(r.startTime)} {word && <Tag tone={word.tone}>{word.label}</Tag>}
          </li>
        );
      })}
    </ul>
  );
}
