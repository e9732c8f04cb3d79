import { type CheckRow, checkStates, type OpeningCheck, signRoles } from "#documents/finance/opening-check";
import { field, type Lines } from "#documents/kit";
import { LinesEditor } from "~/screens/form/lines";
import { formatNumber } from "~/text";
import {
  Alert,
  Button,
  defineTable,
  Empty,
  ErrorSummary,
  Field,
  Form,
  LinkButton,
  Table,
  Tag,
  Textarea,
  Toolbar,
} from "~/ui";

export const OPENING_CHECK = "/finance/opening/check";

const figure = (row: CheckRow, value: string | null) =>
  value === null ? "—" : formatNumber(value, row.currency ? 2 : 0);

const table = defineTable<CheckRow>([
  { key: "measure", label: "项目", width: 170, phone: "title", value: ({ measure }) => measure },
  { key: "by", label: "仓库/店铺/币种", width: 150, phone: "fact", value: ({ by }) => by },
  { key: "ours", label: "系统", width: 130, align: "right", phone: "fact", value: (row) => figure(row, row.ours) },
  { key: "old", label: "旧系统", width: 130, align: "right", phone: "fact", value: (row) => figure(row, row.old) },
  { key: "diff", label: "差异", width: 120, align: "right", phone: "fact", value: (row) => figure(row, row.diff) },
  {
    key: "state",
    label: "核对",
    kind: "custom",
    width: 90,
    phone: "fact",
    cell: ({ state }) => <Tag tone={checkStates[state].tone}>{checkStates[state].label}</Tag>,
  },
  { key: "note", label: "说明", minWidth: 200, phone: "fact", value: ({ note }) => note ?? "" },
]);

/** The same as a sheet: old figures and words are typed, or pasted as columns. */
const sheet: Lines = {
  label: "核对明细",
  table: "opening_figure",
  sourced: "whole",
  max: 2000,
  fields: {
    key: field.text("键", { hidden: true }),
    measure: field.text("项目", { computed: true }),
    by: field.text("仓库/店铺/币种", { computed: true }),
    ours: field.text("系统", { computed: true }),
    old: field.decimal("旧系统", { scale: 2 }),
    diff: field.text("差异", { computed: true }),
    state: field.enum("核对", { computed: true, options: checkStates }),
    note: field.text("说明", { max: 200, wide: true }),
  },
};

/** What a form sent, and why it was refused. */
export interface CheckRefused {
  message: string;
  fields: Record<string, string>;
  typed: Record<string, { old: string; note: string }>;
  /** A column that was pasted and does not fit the rows. */
  column: string;
}

interface OpeningCheckProps {
  check: OpeningCheck;
  mayEdit: boolean;
  maySign: boolean;
  refused: CheckRefused | undefined;
  mayUndo: boolean;
}

const shownRow = (refused: CheckRefused | undefined) => (row: CheckRow) => ({
  ...row,
  ours: figure(row, row.ours),
  diff: figure(row, row.diff),
  ...refused?.typed[row.key],
});

/** Who has signed, and what became of it. */
const Signs = ({ check: { signs } }: { check: OpeningCheck }) => (
  <div>
    {Object.entries(signRoles).map(([role, { label }]) => {
      const sign = signs.find((s) => s.role === role);
      return (
        <p key={role}>
          {label}：{sign ? `${sign.by} ${sign.time}` : "未签署"}
          {sign?.voided && "（期初已变动，请重新签署）"}
        </p>
      );
    })}
  </div>
);

/** What is said of a company that works: figures of then, or that there was no such day. */
function Before({ check: { locked, rows } }: { check: OpeningCheck }) {
  const brought = locked ? `，期初单${locked}张已锁定` : "";
  if (rows.length)
    return <Alert tone="info">已上线{brought}。下面是上线前最后一次签署时的数字，之后只能用更正单更正。</Alert>;
  return <Alert tone="info">本公司没有经过期初核对就已使用系统{brought}：没有启用日、旧系统数和签署可以显示。</Alert>;
}

const day = ({ asOfDate, phase }: OpeningCheck) =>
  asOfDate ? `期初日 ${asOfDate}。` : phase === "setup" ? "还没有填写计划启用日。" : "";

/** A whole column of the old system, with or without script. */
const Pasted = ({ rows, column }: { rows: readonly CheckRow[]; column: string | undefined }) => (
  <Field
    name="column"
    label="粘贴旧系统的一列"
    span="all"
    help={`可不填。每行一个数，按上表的顺序共${rows.length}行，空行不改；数字后用制表符隔开可带说明`}
  >
    <Textarea value={column} rows={4} maxLength={100_000} />
  </Field>
);

/** 期初核对: what the ledgers say beside the old system, until two have signed it. */
export function OpeningCheckPage({ check, mayEdit, maySign, mayUndo, refused }: OpeningCheckProps) {
  const { rows, tolerance, phase, noneBy, booked, drafts } = check;
  const typing = mayEdit && phase === "setup" && rows.length > 0;
  const may = maySign && phase === "setup";
  return (
    <section className="card">
      <Toolbar
        title="期初核对"
        refreshHref={OPENING_CHECK}
        print
        lead={
          <>
            <LinkButton href="/finance/opening/index">期初单</LinkButton>
            {mayUndo && phase === "setup" && booked > 0 && (
              <LinkButton href={`${OPENING_CHECK}?undo=1`} tone="danger">
                撤销全部期初
              </LinkButton>
            )}
          </>
        }
      />
      <p className="hint">
        {day(check)}
        系统数取自库存、采购单、应付流水、平台订单和红人测评；差异是系统减旧系统，{tolerance}元以内不用说明。明细见
        <a href="/wms/stock/index">库存</a>、<a href="/purchaseOrder/index?status=executing">采购单</a>、
        <a href="/finance/ap/supplier">供应商往来</a>。
      </p>
      {phase === "live" && !noneBy && <Before check={check} />}
      {noneBy && <Alert tone="info">{noneBy}已确认：全新公司，无期初</Alert>}
      <ErrorSummary errors={null} message={refused?.message} />
      {typing ? (
        <Form
          action={OPENING_CHECK}
          prefix="c-"
          columns={3}
          footer={
            <Button tone="primary" name="_do" value="type">
              保存旧系统数
            </Button>
          }
        >
          <LinesEditor
            name="figures"
            lines={sheet}
            rows={rows.map(shownRow(refused))}
            options={{}}
            errors={refused?.fields ?? {}}
          />
          <Pasted rows={rows} column={refused?.column} />
        </Form>
      ) : rows.length ? (
        <Table model={table} rows={rows} rowKey={(row) => row.key} caption="期初核对" base={0} />
      ) : (
        phase === "setup" && <Empty href={OPENING_CHECK} />
      )}
      {(phase === "setup" || rows.length > 0) && <Signs check={check} />}
      {may && (
        <Form
          action={OPENING_CHECK}
          prefix="s-"
          footer={
            <>
              {booked + drafts === 0 && !noneBy && (
                <Button name="_do" value="none">
                  全新公司，无期初
                </Button>
              )}
              <Button tone="primary" name="_do" value="sign" disabled={!!check.refused}>
                签署
              </Button>
            </>
          }
        >
          {check.refused && <p className="hint">{check.refused}</p>}
        </Form>
      )}
    </section>
  );
}
