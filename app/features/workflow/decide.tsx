import { Button, Dialog, ErrorSummary, Field, Form, LinkButton, Select, Textarea, Upload, withParams } from "~/ui";
import type { FlowAnswer, WorkflowFlowState } from "./detail.server";

interface DecideProps {
  state: WorkflowFlowState;
  answer?: FlowAnswer;
}

/** The decision of a current candidate: comment, files, 通过 / 驳回 / 转办. */
export function DecideBox({ state, answer }: DecideProps) {
  const { flow, key, url } = state;
  const own = answer && ["approve", "approveNext", "reject"].includes(answer.name) ? answer : undefined;
  const path = url.split("?")[0] ?? url;
  return (
    <section className="card record" id="decide">
      <h2>审批意见</h2>
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
        <Field name="attachments" label="附件" group error={own?.errors.attachments}>
          <Upload value={own?.attachments} action="/upload" limit={3} />
        </Field>
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
