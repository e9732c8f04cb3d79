import { entriesOf } from "#documents/kit";
import type { FlowTask } from "~/erp/workflow.server";
import { Value } from "~/screens/row/value";
import { formatMoney, today } from "~/text";
import {
  Alert,
  Button,
  Dialog,
  ErrorSummary,
  Field,
  Form,
  LinkButton,
  Select,
  Tag,
  Textarea,
  Upload,
  withParams,
} from "~/ui";
import { RadioGroup } from "~/ui/choice/groups";
import { declared } from "./declared";
import type { FlowAnswer, WorkflowFlowState } from "./detail.server";
import { durationWords, HANDS, isDecision, rejectReasons } from "./words";

interface DecideProps {
  state: WorkflowFlowState;
  answer?: FlowAnswer;
}

/** The amount as it is asked for, and in CNY where that is another one. */
function Amount({ flow }: { flow: WorkflowFlowState["flow"] }) {
  const { amountCny, money } = flow;
  const foreign = money && money.currency !== "CNY" ? money : null;
  if (!amountCny && !money) return null;
  return (
    <span>
      金额 <b>{foreign ? formatMoney(foreign.amount, foreign.currency) : formatMoney(amountCny, "CNY")}</b>
      {foreign && amountCny && `（${formatMoney(amountCny, "CNY")}）`}
    </span>
  );
}

/** What is left of the budget that it counts towards, in words where it is more than that. */
export function Budget({ flow: { budget } }: { flow: Pick<WorkflowFlowState["flow"], "budget"> }) {
  if (!budget) return null;
  const { of, month, currency, left, after } = budget;
  const over = (amount: string) => `超出 ${formatMoney(amount.replace(/^-/, ""), currency)}`;
  const isOver = (amount: string) => amount.startsWith("-");
  const name = `${of}${month === today().slice(0, 7) ? "本月" : ` ${month} `}预算`;
  return (
    <span>
      {isOver(left) ? <Tag tone="red">{`${name}已${over(left)}`}</Tag> : `${name}剩余 ${formatMoney(left, currency)}`}（
      {isOver(after) ? <Tag tone="red">{`本单后${over(after)}`}</Tag> : `本单后 ${formatMoney(after, currency)}`}）
    </span>
  );
}

/** Whom the money or the goods go to, as far as a declaration names somebody outside. */
const PARTNERS = new Set(["supplier", "star", "evaluation_resource", "customer"]);

function Partner({ flow }: { flow: WorkflowFlowState["flow"] }) {
  const document = declared(flow.bizType);
  const row = flow.document;
  if (!document || !row) return null;
  const [found] = Object.entries(document.fields).filter(
    ([name, f]) => f.kind === "ref" && PARTNERS.has(f.to) && row[name],
  );
  if (!found) return null;
  const [name, f] = found;
  return (
    <span>
      {f.label} <Value name={name} field={f} row={row} />
    </span>
  );
}

/** What is decided about, beside the buttons: nobody should have to look for the amount. */
function What({ state }: { state: WorkflowFlowState }) {
  const { flow, queue, waiting } = state;
  const { fields = [], lines = [] } = flow.changes ?? {};
  const changed = fields.length + lines.length;
  const at = queue.findIndex(({ taskId }) => taskId === flow.taskId);
  const [before, after] = at < 0 ? [] : [queue[at - 1], queue[at + 1]];
  return (
    <p className="what">
      <b>
        {flow.label} {flow.bizNo}
      </b>
      <Amount flow={flow} />
      <Partner flow={flow} />
      <Budget flow={flow} />
      <span>发起人 {flow.starterName}</span>
      <span>已用时 {durationWords(flow.seconds)}</span>
      {flow.changes && <span>{changed ? `与上一轮有 ${changed} 处不同` : "与上一轮相同"}</span>}
      {flow.marks.map((mark) => (
        <Tag key={mark} tone="orange">
          {mark}
        </Tag>
      ))}
      {queue.length > 1 && at >= 0 && (
        <span>
          第 {at + 1} / {waiting} 条 {before && <a href={taskHref(before)}>上一条</a>}{" "}
          {after && <a href={taskHref(after)}>下一条</a>}
        </span>
      )}
    </p>
  );
}

const taskHref = ({ instanceId, taskId }: FlowTask) => `/activiti/detail/${instanceId}?walk=${taskId}`;

/** The page of this task, without a dialog in front of it. */
const ownPath = (url: string, taskId: string) => withParams(url.split("?")[0] ?? url, { walk: taskId });

/** What else waits, beside what is looked at: `j` and `k` walk through it (app/ui/shell/keys.client.ts). */
export function Queue({ state: { queue, waiting, flow } }: { state: WorkflowFlowState }) {
  return (
    <nav className="card" aria-label="待办审批">
      <h2>待办审批 {waiting}</h2>
      {queue.map((task) => {
        const wait = durationWords(task.waitingHours * 3600);
        return (
          <a key={task.taskId} href={taskHref(task)} aria-current={task.taskId === flow.taskId ? "page" : undefined}>
            <b>{task.bizNo}</b>
            <span>{task.amountCny && formatMoney(task.amountCny, "CNY")}</span>
            <span className="hint">
              {task.bizTypeName} {task.starterName}
            </span>
            {task.late ? <Tag tone="red">{wait}</Tag> : <span className="hint">{wait}</span>}
          </a>
        );
      })}
    </nav>
  );
}

/** The decision of a current candidate, always in view: what about, comment, files, 通过 / 驳回 / 转办. */
export function DecideBox({ state, answer }: DecideProps) {
  const { flow, key, url } = state;
  const own = answer && isDecision(answer.name) ? answer : undefined;
  // Sent back without a word: that is asked in a dialog of its own.
  const wordless = isWordless(answer);
  const path = ownPath(url, flow.taskId);
  return (
    <section className="card decision" id="decide" aria-label="审批">
      <What state={state} />
      <Form
        action={path}
        encType="multipart/form-data"
        idempotencyKey={key}
        head={
          <>
            <input type="hidden" name="task" value={flow.taskId} />
            {!wordless && <ErrorSummary errors={own?.errors} message={own?.message} />}
          </>
        }
        footer={
          <>
            {state.mayTransfer &&
              entriesOf(HANDS).map(([how, word]) => (
                <LinkButton key={how} href={withParams(path, { do: how })}>
                  {word}
                </LinkButton>
              ))}
            <Button tone="danger" name="_do" value="reject">
              驳回
            </Button>
            <Button name="_do" value="approveNext" reason={flow.against}>
              通过并看下一条
            </Button>
            <Button tone="primary" name="_do" value="approve" reason={flow.against}>
              通过
            </Button>
          </>
        }
      >
        <Field name="comment" label="审批意见" error={wordless ? undefined : own?.errors.comment}>
          <Textarea value={own?.comment} maxLength={500} />
        </Field>
        <details open={!!own?.attachments?.length || !!own?.errors.attachments}>
          <summary>附件</summary>
          <Field name="attachments" label="附件" group error={own?.errors.attachments}>
            <Upload value={own?.attachments} action="/upload" limit={3} />
          </Field>
        </details>
      </Form>
    </section>
  );
}

/** Nobody was told why it is sent back: the answer to 驳回 asks for that. */
export const isWordless = (answer: FlowAnswer | undefined): boolean =>
  !!answer && isDecision(answer.name) && !answer.comment && !!answer.errors.comment;

/** Why it is sent back: one of the usual reasons, or words of one's own. */
export function RejectDialog({ state, answer }: DecideProps) {
  const { flow, key, url } = state;
  const path = ownPath(url, flow.taskId);
  const reasons = rejectReasons(flow.reasons).map((reason) => ({ value: reason, label: reason }));
  return (
    <Dialog title={`驳回 ${flow.label} ${flow.bizNo}`} closeHref={path} size="small">
      <Form
        action={path}
        encType="multipart/form-data"
        prefix="r-"
        idempotencyKey={key}
        head={
          <>
            <input type="hidden" name="task" value={flow.taskId} />
            <p className="what">
              <Amount flow={flow} />
              <Partner flow={flow} />
              <span>发起人 {flow.starterName}</span>
            </p>
            <Alert tone="danger">请填写驳回原因</Alert>
          </>
        }
        footer={
          <>
            <LinkButton href={path}>取消</LinkButton>
            <Button tone="danger" name="_do" value="rejectNext">
              驳回并看下一条
            </Button>
            <Button name="_do" value="reject">
              驳回
            </Button>
          </>
        }
      >
        <Field name="preset" label="常用原因" group>
          <RadioGroup options={reasons} first />
        </Field>
        <Field name="comment" label="驳回原因">
          <Textarea maxLength={440} />
        </Field>
        {!!answer?.attachments.length && (
          <Field name="attachments" label="附件" group>
            <Upload value={answer.attachments} action="/upload" limit={3} />
          </Field>
        )}
      </Form>
    </Dialog>
  );
}

/** Whom the task goes to, or who decides as well, and why. */
export function HandDialog({ state, hand, answer }: DecideProps & { hand: NonNullable<WorkflowFlowState["hand"]> }) {
  const close = withParams(state.url, { do: null });
  const own = answer?.name === hand.how ? answer : undefined;
  const word = HANDS[hand.how];
  return (
    <Dialog title={word} closeHref={close} size="small">
      <Form
        action={state.url}
        prefix="t-"
        idempotencyKey={state.key}
        head={
          <>
            <input type="hidden" name="task" value={state.flow.taskId} />
            {hand.how === "add" && <p className="hint">加签的人和您都通过后，才进入下一个节点。</p>}
            <ErrorSummary errors={own?.errors} message={own?.message} />
          </>
        }
        footer={
          <>
            <LinkButton href={close}>取消</LinkButton>
            <Button tone="primary" name="_do" value={hand.how}>
              {word}
            </Button>
          </>
        }
      >
        <Field name="userId" label={`${word}给`} required error={own?.errors.userId}>
          <Select options={hand.people} value={own?.userId} />
        </Field>
        <Field name="reason" label={`${word}原因`} required error={own?.errors.reason}>
          <Textarea value={own?.reason} maxLength={400} />
        </Field>
      </Form>
    </Dialog>
  );
}
