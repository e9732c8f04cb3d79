import { formatMoney } from "~/text";
import { Button, Dialog, ErrorSummary, Field, Form, LinkButton, Select, Textarea, Upload, withParams } from "~/ui";
import type { FlowAnswer, WorkflowFlowState } from "./detail.server";
import { durationWords } from "./words";

interface DecideProps {
  state: WorkflowFlowState;
  answer?: FlowAnswer;
}

/** What is decided about, beside the buttons: nobody should have to look for the amount. */
function What({ flow }: { flow: WorkflowFlowState["flow"] }) {
  const { fields = [], lines = [] } = flow.changes ?? {};
  const changed = fields.length + lines.length;
  return (
    <p className="what">
      <b>
        {flow.label} {flow.bizNo}
      </b>
      {flow.amountCny && (
        <span>
          金额 <b>{formatMoney(flow.amountCny, "CNY")}</b>
        </span>
      )}
      <span>发起人 {flow.starterName}</span>
      <span>已用时 {durationWords(flow.seconds)}</span>
      {flow.changes && <span>{changed ? `与上一轮有 ${changed} 处不同` : "与上一轮相同"}</span>}
    </p>
  );
}

/** The decision of a current candidate, always in view: what about, comment, files, 通过 / 驳回 / 转办. */
export function DecideBox({ state, answer }: DecideProps) {
  const { flow, key, url } = state;
  const own = answer && ["approve", "approveNext", "reject"].includes(answer.name) ? answer : undefined;
  const path = url.split("?")[0] ?? url;
  return (
    <section className="card decision" id="decide" aria-label="审批">
      <What flow={flow} />
      <Form
        action={path}
        encType="multipart/form-data"
        idempotencyKey={key}
        head={
          <>
            <input type="hidden" name="task" value={flow.taskId} />
            <ErrorSummary errors={own?.errors} message={own?.message} />
          </>
        }
        footer={
          <>
            {state.mayTransfer && <LinkButton href={withParams(path, { do: "transfer" })}>转办</LinkButton>}
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
        <Field name="comment" label="审批意见" help="驳回时必填" error={own?.errors.comment}>
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

/** Whom the task goes to, and why. */
export function TransferDialog({ state, answer }: DecideProps) {
  const close = withParams(state.url, { do: null });
  const own = answer?.name === "transfer" ? answer : undefined;
  return (
    <Dialog title="转办" closeHref={close} size="small">
      <Form
        action={state.url}
        prefix="t-"
        idempotencyKey={state.key}
        head={
          <>
            <input type="hidden" name="task" value={state.flow.taskId} />
            <ErrorSummary errors={own?.errors} message={own?.message} />
          </>
        }
        footer={
          <>
            <LinkButton href={close}>取消</LinkButton>
            <Button tone="primary" name="_do" value="transfer">
              转办
            </Button>
          </>
        }
      >
        <Field name="userId" label="转办给" required error={own?.errors.userId}>
          <Select options={state.people ?? []} value={own?.userId} />
        </Field>
        <Field name="reason" label="转办原因" required error={own?.errors.reason}>
          <Textarea value={own?.reason} maxLength={400} />
        </Field>
      </Form>
    </Dialog>
  );
}
