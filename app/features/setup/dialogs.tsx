import type { ReactNode } from "react";
import { LEAST_REASON, type PresetFound, SETUP_STEPS, type SetupPhase, type SetupStep } from "#documents/base/setup";
import { Button, Dialog, ErrorSummary, Field, Form, LinkButton, Select, Textarea, TextInput } from "~/ui";

export const SETUP = "/baseSetup/setup/index";

/** What is asked of a step, of the day, or of all of them. */
export type SetupAct = "skip" | "restore" | "assign" | "plan" | "golive" | "presets" | "categories";

/** What a form sent, and why it was refused. */
export interface SetupRefused {
  message: string | null;
  typed: Readonly<Record<string, string>>;
}

/** What a step is called and leads to. */
export const stepOf = (key: string) => SETUP_STEPS.find((step) => step.key === key);

/** Who may see to a step. */
export interface SetupPerson {
  id: string;
  name: string;
}

/** A dialog of this page: its form, and what is wrong with it. */
function Sent(props: {
  title: string;
  what: SetupAct;
  word: string;
  step?: string;
  refused: SetupRefused | undefined;
  children: ReactNode;
}) {
  const { title, what, word, step, refused, children } = props;
  return (
    <Dialog title={title} closeHref={SETUP} size="small">
      <Form
        action={SETUP}
        prefix="s-"
        head={
          <>
            {step && <input type="hidden" name="step" value={step} />}
            <ErrorSummary errors={null} message={refused?.message} />
          </>
        }
        footer={
          <>
            <LinkButton href={SETUP}>取消</LinkButton>
            <Button tone="primary" name="_do" value={what}>
              {word}
            </Button>
          </>
        }
      >
        {children}
      </Form>
    </Dialog>
  );
}

/** From here on the company works: nothing of what it brought along changes any more. */
export const GoLive = ({ phase, refused }: { phase: SetupPhase; refused: SetupRefused | undefined }) => (
  <Sent title="上线" what="golive" word="上线" refused={refused}>
    {phase.refused && !refused && <p>现在还不能上线：{phase.refused}</p>}
    <p>
      启用日 {phase.goLiveDate ?? "未填写"}
      。上线后期初锁定，单据从启用日起办理，不能再回到建账。
    </p>
    <Field name="name" label="公司名称" required help={`请输入“${phase.name}”以确认`}>
      <TextInput value={refused?.typed.name} maxLength={64} />
    </Field>
  </Sent>
);

interface AssignProps {
  step: string;
  steps: readonly SetupStep[];
  people: readonly SetupPerson[];
  refused: SetupRefused | undefined;
}

/** Who sees to a step is told, with the page where it is done. */
export function Assign({ step, steps, people, refused }: AssignProps) {
  const now = steps.find(({ key }) => key === step);
  return (
    <Sent title={`指派“${stepOf(step)?.label}”`} what="assign" word="保存" step={step} refused={refused}>
      <Field name="ownerId" label="负责人" help="保存后收到消息">
        <Select
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
          value={refused?.typed.ownerId ?? now?.ownerId}
        />
      </Field>
      <Field name="note" label="备注">
        <Textarea value={refused?.typed.note ?? now?.note} maxLength={200} />
      </Field>
    </Sent>
  );
}

interface AskProps {
  step: string;
  what: "skip" | "restore";
  refused: SetupRefused | undefined;
}

/** Doing without a step needs a reason, which everybody reads beside it. */
export function Ask({ step, what, refused }: AskProps) {
  const label = stepOf(step)?.label;
  const skip = what === "skip";
  const word = skip ? "跳过" : "恢复";
  return (
    <Sent title={`${word}“${label}”`} what={what} word={word} step={step} refused={refused}>
      {skip ? (
        <Field name="reason" label="跳过原因" required help={`至少${LEAST_REASON}个字，列表上看得到`}>
          <Textarea value={refused?.typed.reason} maxLength={200} />
        </Field>
      ) : (
        <p>恢复后这一步重新计入进度。</p>
      )}
    </Sent>
  );
}

/** What an earlier start filled in goes where nothing names it; the rest stays, and it is said how much. */
export const Presets = ({
  presets,
  refused,
}: {
  presets: readonly PresetFound[];
  refused: SetupRefused | undefined;
}) => (
  <Sent title="清理预置主数据" what="presets" word="清理" refused={refused}>
    <p>早先的版本在空系统里预置了这些数据。没有被任何单据或资料使用的会删除，使用中的保留：</p>
    <ul>
      {presets.map(({ label, free, kept }) => (
        <li key={label}>
          {label}：删除{free}行{kept > 0 && `，保留${kept}行（已被使用）`}
        </li>
      ))}
    </ul>
  </Sent>
);

/** Categories of ours go, all of them, before a company writes its own. */
export const Categories = ({ refused }: { refused: SetupRefused | undefined }) => (
  <Sent title="清空示例品类" what="categories" word="清空" refused={refused}>
    <p>删除全部示例品类，再到字典里录入自己的。有产品、SPU或其他资料使用了其中一个时不会清空。</p>
  </Sent>
);
