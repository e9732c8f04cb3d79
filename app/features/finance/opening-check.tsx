import { type CheckRow, checkStates, type OpeningCheck, signRoles } from "#documents/finance/opening-check";
import { field, type Lines } from "#documents/kit";
import { LinesEditor } from "~/screens/form/lines";
import { formatNumber } from "~/text";
import { Alert, Button, defineTable, Empty, ErrorSummary, Form, LinkButton, Table, Tag, Toolbar } from "~/ui";

export const OPENING_CHECK = "/finance/opening/check";

const figure = (row: CheckRow, value: string | null) =>
  value === null ? "—" : formatNumber(value, row.currency ? 2 : 0);

const table = defineTable<CheckRow>([
  { key: "measure", label: "项目", width: 170, phone: "title", value: ({ measure }) => measure },
  { key: "by", label: "仓库/币种", width: 150, phone: "fact", value: ({ by }) => by },
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
    by: field.text("仓库/币种", { computed: true }),
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
}

interface OpeningCheckProps {
  check: OpeningCheck;
  mayEdit: boolean;
  maySign: boolean;
  refused: CheckRefused | undefined;
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

/** 期初核对: what the ledgers say beside the old system, until two have signed it. */
export function OpeningCheckPage({ check, mayEdit, maySign, refused }: OpeningCheckProps) {
  const { rows, tolerance, asOfDate, phase, noneBy, booked, drafts } = check;
  const typing = mayEdit && phase === "setup" && rows.length > 0;
  const may = maySign && phase === "setup";
  return (
    <section className="card">
      <Toolbar
        title="期初核对"
        refreshHref={OPENING_CHECK}
        print
        lead={<LinkButton href="/finance/opening/index">期初单</LinkButton>}
      />
      <p className="hint">
        {asOfDate ? `期初日 ${asOfDate}。` : "还没有填写计划启用日。"}
        系统数取自库存、采购单和应付流水；差异是系统减旧系统，{tolerance}元以内不用说明。明细见
        <a href="/wms/stock/index">库存</a>、<a href="/purchaseOrder/index?status=executing">采购单</a>、
        <a href="/finance/ap/supplier">供应商往来</a>。
      </p>
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
        </Form>
      ) : rows.length ? (
        <Table model={table} rows={rows} rowKey={(row) => row.key} caption="期初核对" base={0} />
      ) : (
        <Empty href={OPENING_CHECK} />
      )}
      <Signs check={check} />
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
