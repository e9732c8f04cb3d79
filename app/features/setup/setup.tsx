import { Fragment, type ReactNode } from "react";
import {
  LEAST_REASON,
  MOST_DAYS_BACK,
  maySkip,
  SETUP_STEPS,
  type SetupPhase,
  type SetupStep,
  setupStates,
} from "#documents/base/setup";
import { sheetsOfStep } from "#documents/base/workbook/sheets";
import {
  Button,
  DateInput,
  Dialog,
  defineTable,
  ErrorSummary,
  Field,
  Form,
  LinkButton,
  Select,
  Table,
  Tag,
  Textarea,
  TextInput,
  Toolbar,
} from "~/ui";
import { templateHref, WORKBOOK } from "./workbook/href";

export const SETUP = "/baseSetup/setup/index";

/** What is asked of a step, of the day, or of all of them. */
export type SetupAct = "skip" | "restore" | "assign" | "plan" | "golive";

/** What a form sent, and why it was refused. */
export interface SetupRefused {
  message: string | null;
  typed: Readonly<Record<string, string>>;
}

const stepOf = (key: string) => SETUP_STEPS.find((step) => step.key === key);

const table = defineTable<SetupStep>([
  {
    key: "step",
    label: "步骤",
    kind: "custom",
    width: 210,
    phone: "title",
    cell: ({ key }) => (
      <>
        <strong>{stepOf(key)?.label}</strong>
        <div className="hint">{stepOf(key)?.why}</div>
      </>
    ),
  },
  {
    key: "status",
    label: "状态",
    kind: "custom",
    width: 90,
    phone: "fact",
    cell: ({ status }) => <Tag tone={setupStates[status].tone}>{setupStates[status].label}</Tag>,
  },
  {
    key: "done",
    label: "进度",
    width: 70,
    align: "right",
    phone: "fact",
    value: ({ done, need }) => `${done} / ${need}`,
  },
  {
    key: "lacks",
    label: "还缺什么",
    kind: "custom",
    minWidth: 320,
    overHidden: false,
    phone: "fact",
    cell: (step) =>
      step.status === "skipped" ? (
        `${step.skippedBy}：${step.skipReason}`
      ) : step.lacks.length ? (
        <span>
          {step.lacks.map(({ text, href }, i) => (
            <Fragment key={text}>
              {i > 0 && "；"}
              <a href={href}>{text}</a>
            </Fragment>
          ))}
        </span>
      ) : (
        "—"
      ),
  },
  {
    key: "owner",
    label: "负责人",
    kind: "custom",
    width: 130,
    phone: "fact",
    cell: ({ ownerName, note }) => (
      <>
        {ownerName ?? "—"}
        {note && <div className="hint">{note}</div>}
      </>
    ),
  },
]);

/** What can be done to a step: its page, its sheets of the workbook, giving it to somebody, doing without it. */
function actionsOf({ key, status }: SetupStep, { mayEdit, mayImport }: Rights) {
  const step = stepOf(key);
  const sheets = step && sheetsOfStep[step.key];
  const bring = [
    { label: "下载模板", href: templateHref(sheets) },
    { label: "导入", href: WORKBOOK },
  ];
  const page = step && key !== "golive" ? [{ label: `去${step.name}`, href: step.open }] : [];
  const open = [...page, ...(sheets && mayImport ? bring : [])];
  if (!mayEdit || status === "done") return open;
  const edits = [...open, { label: "指派", href: `${SETUP}?assign=${key}` }];
  if (!maySkip(key)) return edits;
  return status === "skipped"
    ? [...edits, { label: "恢复", href: `${SETUP}?restore=${key}` }]
    : [...edits, { label: "跳过", href: `${SETUP}?skip=${key}` }];
}

interface Rights {
  mayEdit: boolean;
  mayImport: boolean;
}

export interface SetupPageProps extends Rights {
  steps: readonly SetupStep[];
  phase: SetupPhase;
  mayGoLive: boolean;
  people: readonly { id: string; name: string }[];
  /** What a dialog is about, and what it asks. */
  asked: { key: string; what: SetupAct } | null;
  refused: SetupRefused | undefined;
}

/** The first day of work, planned until it came. */
function Day({ phase, mayEdit, refused }: Pick<SetupPageProps, "phase" | "mayEdit" | "refused">) {
  if (phase.phase === "live")
    return <p className="hint">{phase.goLiveDate ? `已上线，启用日 ${phase.goLiveDate}` : "已上线"}</p>;
  if (!mayEdit) return <p className="hint">计划启用日：{phase.goLiveDate ?? "未填写"}</p>;
  return (
    <Form
      action={SETUP}
      prefix="d-"
      head={<ErrorSummary errors={null} message={refused?.message} />}
      footer={
        <Button name="_do" value="plan">
          保存启用日
        </Button>
      }
    >
      <Field
        name="goLiveDate"
        label="计划启用日"
        required
        help={`期初按前一天录入；上线时启用日不能晚于今天，也不能早于今天超过${MOST_DAYS_BACK}天`}
      >
        <DateInput value={refused?.typed.goLiveDate ?? phase.goLiveDate} />
      </Field>
    </Form>
  );
}

/** 开始使用: what a company sets up, how far each step is and what it lacks, until it works. */
export function SetupPage(props: SetupPageProps) {
  const { steps, phase, mayEdit, mayGoLive, asked, refused } = props;
  const over = steps.filter(({ status }) => status === "done" || status === "skipped").length;
  return (
    <>
      <section className="card">
        <Toolbar
          title="开始使用"
          refreshHref={SETUP}
          lead={
            mayGoLive &&
            phase.phase === "setup" && (
              <LinkButton href={`${SETUP}?golive=1`} tone={phase.refused ? undefined : "primary"}>
                上线
              </LinkButton>
            )
          }
        />
        <p className="hint">
          已完成或跳过 {over} / {steps.length} 步。进度按系统里的数据计算，顺序只是建议。
          {phase.phase === "setup" && "上线前只能录入基础资料、期初和草稿。"}
        </p>
        <Day phase={phase} mayEdit={mayEdit} refused={asked?.what === "plan" ? refused : undefined} />
        <Table
          model={table}
          rows={steps}
          rowKey={(step) => step.key}
          caption="建账步骤"
          base={0}
          actions={(step) => actionsOf(step, props)}
          actionsWidth={260}
        />
      </section>
      {asked?.what === "golive" && mayGoLive && <GoLive phase={phase} refused={refused} />}
      {asked?.what === "assign" && mayEdit && <Assign {...props} step={asked.key} />}
      {(asked?.what === "skip" || asked?.what === "restore") && mayEdit && (
        <Ask step={asked.key} what={asked.what} refused={refused} />
      )}
    </>
  );
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
const GoLive = ({ phase, refused }: { phase: SetupPhase; refused: SetupRefused | undefined }) => (
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

/** Who sees to a step is told, with the page where it is done. */
function Assign({ step, steps, people, refused }: SetupPageProps & { step: string }) {
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
function Ask({ step, what, refused }: AskProps) {
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
