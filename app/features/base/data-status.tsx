import {
  type Coverage,
  type DataCell,
  type DataState,
  type DataStatus,
  type DataStore,
  type DataWaiting,
  dataKinds,
  dataStates,
} from "#documents/base/data-status";
import { DASH } from "~/text/plain";
import {
  Button,
  Drawer,
  defineTable,
  ErrorSummary,
  Field,
  FilterForm,
  Form,
  LinkButton,
  Pagination,
  Select,
  TabLinks,
  Table,
  Tag,
  Toolbar,
  withParams,
} from "~/ui";
import { DayLegend, type DayMark, type DayRow, Days } from "~/ui/days/days";

export const DATA_STATUS = "/baseSetup/dataStatus/index";

const SIGNS: Readonly<Record<DataState, Pick<DayMark, "sign" | "tone">>> = {
  done: { sign: "✓", tone: "ok" },
  estimated: { sign: "≈", tone: "blue" },
  early: { sign: "·", tone: "info" },
  missing: { sign: "!", tone: "warn" },
  failed: { sign: "✕", tone: "bad" },
  empty: { sign: "○", tone: "plain" },
  off: { sign: "–", tone: "plain" },
};
const STATES = ["done", "estimated", "early", "missing", "failed", "empty", "off"] as const;
const markOf = (state: DataState): DayMark => ({ ...SIGNS[state], label: dataStates[state].label });
const TONES = { ok: "green", blue: "blue", info: "grey", warn: "orange", bad: "red", plain: "grey" } as const;
const StateTag = ({ state }: { state: DataState }) => (
  <Tag tone={TONES[SIGNS[state].tone]}>
    {SIGNS[state].sign} {dataStates[state].label}
  </Tag>
);

/** Stores of a page: nine rows of 31 days each. */
export const PER_PAGE = 8;
const PAGES = [PER_PAGE, 20, 50, 100];

const isBad = (state: DataState) => state === "missing" || state === "failed";
export const hasFault = ({ lines }: DataStore): boolean => lines.some(({ cells }) => cells.some(isBad));

const tabs = (url: string, tab: string, waiting: DataWaiting) => (
  <TabLinks
    kind="lists"
    label="数据完整性"
    items={(
      [
        ["matrix", "矩阵"],
        ["coverage", "结算覆盖"],
        ["waiting", "待处理"],
      ] as const
    ).map(([key, label]) => ({
      label,
      href: withParams(url, { tab: key === "matrix" ? null : key, cell: null, only: null, current: null }),
      current: tab === key,
      ...(key === "waiting" && { count: waiting.rows.filter(({ count }) => count > 0).length }),
    }))}
  />
);

interface DataStatusProps {
  url: string;
  tab: "matrix" | "coverage" | "waiting";
  status: DataStatus;
  waiting: DataWaiting;
  coverage: Coverage | null;
  /** Stores to choose from. */
  stores: readonly { value: string; label: string }[];
  storeId: string;
  only: boolean;
  /** The stores of `status` are one page of so many. */
  page: { current: number; size: number; total: number };
  faults: number;
  cell: DataCell | null;
  mayFetch: boolean;
  mayExport: boolean;
  refused?: string | null;
}

function Filters({ url, stores, storeId, only, tab }: DataStatusProps) {
  return (
    <FilterForm
      url={withParams(url, { cell: null, current: null })}
      names={["storeId", "only"]}
      active={[storeId, only].filter(Boolean).length}
    >
      <Field name="storeId" label="店铺">
        <Select auto options={stores} value={storeId} placeholder="全部" />
      </Field>
      {tab === "matrix" && (
        <Field name="only" label="范围">
          <Select
            auto
            options={[{ value: "bad", label: "只看缺失与失败" }]}
            value={only ? "bad" : ""}
            placeholder="全部"
          />
        </Field>
      )}
    </FilterForm>
  );
}

/** Stores by what their figures are made of, day by day, the newest day first. */
function Matrix({ url, status, only, page, faults }: DataStatusProps) {
  const { days, rates, stores } = status;
  const query = new URL(url, "http://x").searchParams;
  query.delete("cell");
  const at = [...query].map(([name, value]) => `${name}=${encodeURIComponent(value)}&`).join("");
  const rows = stores.flatMap(({ id, name, site, lines }) =>
    lines.map(({ kind, connected, came, cells }, i): DayRow => {
      const marks = cells.map((state, n) => ({
        mark: markOf(state),
        href: `?${at}cell=${id}.${kind}.${cells.length > 1 ? days[n] : days.at(-1)}`,
      }));
      return {
        key: `${id} ${kind}`,
        ...(i === 0 && { subject: `${name} ${site}` }),
        name: `${dataKinds[kind].label}${connected ? "" : "（人工）"}`,
        came: came ?? DASH,
        cells: marks.reverse(),
      };
    }),
  );
  return (
    <>
      <DayLegend marks={STATES.map(markOf)} />
      {!only && page.total > 1 && (
        <p className="hint">
          {page.total}个店铺，{faults ? `${faults}个有缺失或失败` : "都没有缺失或失败"}
        </p>
      )}
      {rows.length ? (
        <Days caption="各店铺每天的数据" heads={["店铺与数据", "最近"]} days={[...days].reverse()} rows={rows} />
      ) : (
        <p className="hint">{only ? "没有缺失或失败的数据。" : "没有可查看的店铺。"}</p>
      )}
      {page.total > PER_PAGE && <Pagination url={withParams(url, { cell: null })} {...page} sizes={PAGES} />}
      {rates.length > 0 && (
        <p className="hint">
          汇率最近生效：{rates.map(({ currency, day }) => `${currency} ${day ?? DASH}`).join("，")}
          。订单、广告、FBA库存、FBA库存台账和店铺商品在次日结束后24小时、流量在80小时、结算在16天后、上月的长期仓储费在25日后仍没有的为缺失。
        </p>
      )}
    </>
  );
}

const coverageTable = defineTable<Coverage["rows"][number]>([
  { key: "store", label: "店铺", width: 180, phone: "title", value: ({ store }) => store },
  { key: "currency", label: "币种", width: 70, phone: "fact", value: ({ currency }) => currency },
  {
    key: "state",
    label: "状态",
    kind: "custom",
    width: 100,
    phone: "fact",
    cell: ({ state }) => <StateTag state={state} />,
  },
  { key: "firstDay", label: "开始", width: 110, phone: "fact", value: ({ firstDay }) => firstDay },
  { key: "lastDay", label: "结束", width: 110, phone: "fact", value: ({ lastDay }) => lastDay },
  { key: "days", label: "天数", width: 70, align: "right", phone: "fact", value: ({ days }) => String(days) },
  {
    key: "no",
    label: "结算单",
    kind: "custom",
    minWidth: 160,
    phone: "fact",
    cell: ({ no, href }) => (no && href ? <a href={href}>{no}</a> : "没有结算单"),
  },
]);

const waitingTable = defineTable<DataWaiting["rows"][number]>([
  { key: "label", label: "事项", width: 180, phone: "title", value: ({ label }) => label },
  {
    key: "count",
    label: "数量",
    kind: "custom",
    width: 90,
    align: "right",
    phone: "fact",
    cell: ({ count, href }) => (count && href ? <a href={href}>{count}</a> : String(count)),
  },
  { key: "advice", label: "怎么办", minWidth: 260, overHidden: false, phone: "fact", value: ({ advice }) => advice },
]);

/** What is behind a cell, and how it is asked for anew. */
function Cell({ url, cell, mayFetch, refused }: DataStatusProps & { cell: DataCell }) {
  const { store, kind, day, state, says, links, fetches, storeId } = cell;
  return (
    <Drawer title={`${store} ${dataKinds[kind].label} ${day}`} closeHref={withParams(url, { cell: null })}>
      <p>
        <StateTag state={state} />
      </p>
      {says.map((said) => (
        <p key={said}>{said}</p>
      ))}
      <p className="btns">
        {links.map(({ label, href }) => (
          <LinkButton key={href} href={href}>
            {label}
          </LinkButton>
        ))}
      </p>
      {fetches && mayFetch && (
        <Form
          action={url}
          prefix="d-"
          head={<ErrorSummary errors={null} message={refused ?? null} />}
          footer={
            <Button tone="primary" name="_do" value="fetch">
              重新取数
            </Button>
          }
        >
          <input type="hidden" name="storeId" value={storeId} />
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="day" value={day} />
          <p className="hint">在几分钟内再取一次；已有的数据不会重复。</p>
        </Form>
      )}
    </Drawer>
  );
}

/** 数据完整性: what has come of each store, day by day, and what has not. */
export function DataStatusPage(props: DataStatusProps) {
  const { url, tab, waiting, coverage, cell, mayExport, storeId } = props;
  const page = withParams(url, { cell: null });
  return (
    <div className="list">
      {tab !== "waiting" && (
        <section className="card">
          <Filters {...props} />
        </section>
      )}
      <section className="card">
        <Toolbar
          title="数据完整性"
          tabs={tabs(page, tab, waiting)}
          refreshHref={page}
          {...(mayExport && { exportHref: `/export/datastatus${storeId && `?storeId=${storeId}`}` })}
        />
        {tab === "matrix" && <Matrix {...props} />}
        {tab === "coverage" && coverage && (
          <Table model={coverageTable} rows={coverage.rows} rowKey={({ key }) => key} caption="结算覆盖" base={0} />
        )}
        {tab === "waiting" && (
          <Table model={waitingTable} rows={waiting.rows} rowKey={({ label }) => label} caption="待处理" base={0} />
        )}
      </section>
      {cell && <Cell {...props} cell={cell} />}
    </div>
  );
}
