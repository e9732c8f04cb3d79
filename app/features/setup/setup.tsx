import { Fragment } from "react";
import {
  MOST_DAYS_BACK,
  maySkip,
  type PresetFound,
  type SetupPhase,
  type SetupStep,
  setupStates,
} from "#documents/base/setup";
import { sheetsOfStep } from "#documents/base/workbook/sheets";
import {
  Alert,
  Button,
  DateInput,
  defineTable,
  ErrorSummary,
  Field,
  Form,
  LinkButton,
  Table,
  Tag,
  Toolbar,
} from "~/ui";
import {
  Ask,
  Assign,
  Categories,
  GoLive,
  Presets,
  SETUP,
  type SetupAct,
  type SetupPerson,
  type SetupRefused,
  stepOf,
} from "./dialogs";
import { templateHref, WORKBOOK } from "./workbook/href";

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
function actionsOf({ key, status, lacks }: SetupStep, { mayEdit, mayImport, mayHistory }: Rights) {
  const step = stepOf(key);
  const sheets = step && sheetsOfStep[step.key];
  const bring = [
    { label: "下载模板", href: templateHref(sheets) },
    { label: "导入", href: WORKBOOK },
  ];
  const page = step && key !== "golive" ? [{ label: `去${step.name}`, href: step.open }] : [];
  const sold = mayHistory && key === "openings" ? [{ label: "历史销量", href: "/baseSetup/setup/history" }] : [];
  const open = [...page, ...(sheets && mayImport ? bring : []), ...sold];
  if (!mayEdit || status === "done") return open;
  const sample = key === "categories" && lacks.some(({ text }) => text.includes("示例"));
  const clear = sample ? [{ label: "清空示例品类", href: `${SETUP}?categories=1` }] : [];
  const edits = [...open, ...clear, { label: "指派", href: `${SETUP}?assign=${key}` }];
  if (!maySkip(key)) return edits;
  return status === "skipped"
    ? [...edits, { label: "恢复", href: `${SETUP}?restore=${key}` }]
    : [...edits, { label: "跳过", href: `${SETUP}?skip=${key}` }];
}

interface Rights {
  mayEdit: boolean;
  mayImport: boolean;
  mayHistory: boolean;
}

export interface SetupPageProps extends Rights {
  steps: readonly SetupStep[];
  phase: SetupPhase;
  mayGoLive: boolean;
  people: readonly SetupPerson[];
  /** What an earlier start filled in. */
  presets: readonly PresetFound[];
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
  const { steps, phase, mayEdit, mayGoLive, presets, asked, refused } = props;
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
        {presets.length > 0 && (
          <Alert tone="warning">
            系统里有早先版本预置的数据：
            {presets.map(({ label, free, kept }) => `${label}${free + kept}行`).join("、")}。
            <a className="underline" href={`${SETUP}?presets=1`}>
              清理预置主数据
            </a>
          </Alert>
        )}
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
      {asked?.what === "presets" && mayEdit && presets.length > 0 && <Presets presets={presets} refused={refused} />}
      {asked?.what === "categories" && mayEdit && <Categories refused={refused} />}
      {(asked?.what === "skip" || asked?.what === "restore") && mayEdit && (
        <Ask step={asked.key} what={asked.what} refused={refused} />
      )}
    </>
  );
}
