import { Fragment } from "react";
import { LEAST_REASON, maySkip, SETUP_STEPS, type SetupStep, setupStates } from "#documents/base/setup";
import { sheetsOfStep } from "#documents/base/workbook/sheets";
import {
  Button,
  Dialog,
  defineTable,
  ErrorSummary,
  Field,
  Form,
  LinkButton,
  Table,
  Tag,
  Textarea,
  Toolbar,
} from "~/ui";
import { templateHref, WORKBOOK } from "./workbook/href";

export const SETUP = "/baseSetup/setup/index";

/** What a dialog sent, and why it was refused. */
export interface SetupRefused {
  message: string | null;
  reason: string;
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
]);

/** What can be done to a step: its page, its sheets of the workbook, and doing without it. */
function actionsOf({ key, status }: SetupStep, { mayEdit, mayImport }: Rights) {
  const step = stepOf(key);
  const sheets = step && sheetsOfStep[step.key];
  const bring = [
    { label: "下载模板", href: templateHref(sheets) },
    { label: "导入", href: WORKBOOK },
  ];
  const open = step ? [{ label: `去${step.name}`, href: step.open }, ...(sheets && mayImport ? bring : [])] : [];
  if (!mayEdit || status === "done" || !maySkip(key)) return open;
  if (status === "skipped") return [...open, { label: "恢复", href: `${SETUP}?restore=${key}` }];
  return [...open, { label: "跳过", href: `${SETUP}?skip=${key}` }];
}

interface Rights {
  mayEdit: boolean;
  mayImport: boolean;
}

interface SetupPageProps extends Rights {
  steps: readonly SetupStep[];
  /** The step that a dialog is about, and what it asks. */
  asked: { key: string; what: "skip" | "restore" } | null;
  refused: SetupRefused | undefined;
}

/** 开始使用: what a company sets up, how far each step is and what it lacks. */
export function SetupPage({ steps, mayEdit, mayImport, asked, refused }: SetupPageProps) {
  const over = steps.filter(({ status }) => status === "done" || status === "skipped").length;
  return (
    <>
      <section className="card">
        <Toolbar title="开始使用" refreshHref={SETUP} />
        <p className="hint">
          已完成或跳过 {over} / {steps.length} 步。进度按系统里的数据计算，顺序只是建议。
        </p>
        <Table
          model={table}
          rows={steps}
          rowKey={(step) => step.key}
          caption="建账步骤"
          base={0}
          actions={(step) => actionsOf(step, { mayEdit, mayImport })}
          actionsWidth={230}
        />
      </section>
      {asked && mayEdit && <Ask step={asked.key} what={asked.what} refused={refused} />}
    </>
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
  return (
    <Dialog title={skip ? `跳过“${label}”` : `恢复“${label}”`} closeHref={SETUP} size="small">
      <Form
        action={SETUP}
        prefix="s-"
        head={
          <>
            <input type="hidden" name="step" value={step} />
            <ErrorSummary errors={null} message={refused?.message} />
          </>
        }
        footer={
          <>
            <LinkButton href={SETUP}>取消</LinkButton>
            <Button tone="primary" name="_do" value={what}>
              {skip ? "跳过" : "恢复"}
            </Button>
          </>
        }
      >
        {skip ? (
          <Field name="reason" label="跳过原因" required help={`至少${LEAST_REASON}个字，列表上看得到`}>
            <Textarea value={refused?.reason} maxLength={200} />
          </Field>
        ) : (
          <p>恢复后这一步重新计入进度。</p>
        )}
      </Form>
    </Dialog>
  );
}
