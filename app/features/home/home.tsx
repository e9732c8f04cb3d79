import type { HomeReport } from "~/erp/cockpit.server";
import { Chart } from "~/features/figure/chart";
import { formatPercent, formatWan } from "~/text";
import { Alert, Card, defineTable, Icon, MoreStyles, type PanelItem, Panels, pointsOf, Table, Tag } from "~/ui";
import type { FigureData } from "~/ui/figure/types";
import { Spark } from "~/ui/panel/spark";
import { MissingNote, without } from "../cockpit/missing";
import { monthText } from "../cockpit/query";
import type { ShownHint } from "../desk/hints";
import { QueueCard } from "../desk/queue-card";
import type { HomeData } from "./home.server";

/** What to do first, until its reader puts it away. */
const HintCard = ({ hint }: { hint: ShownHint }) => (
  <Card
    title={hint.title}
    extra={
      <form method="post" action="/hints">
        <button type="submit" className="btn btn-s" name="hint" value={hint.name}>
          知道了，不再显示
        </button>
      </form>
    }
  >
    <ol className="first-steps">
      {hint.steps.map(({ text, href }) => (
        <li key={href}>
          <a href={href}>{text}</a>
        </li>
      ))}
    </ol>
  </Card>
);

type HomeMonth = HomeReport["cocBusinessBaseDateGroupByMonth"][number];

/** (now − then) / |then|; null when there is nothing to compare with, or it is 0 (market.md 7.1). */
export const change = (now: number | null, then: number | null | undefined): number | null =>
  now === null || !then ? null : (now - then) / Math.abs(then);

/** One number of the last month with 同比 (13 rows back is the same month a year before), 环比 and its run. */
export function lastOf(months: readonly HomeMonth[], read: (month: HomeMonth) => number | null, than = change) {
  const values = months.map(read);
  const now = values.at(-1) ?? null;
  return { now, yoy: than(now, values.at(-13)), chain: than(now, values.at(-2)), values };
}

/** Income, pre-tax net profit and gross margin by month. */
const homeFigure = (months: readonly HomeMonth[], href?: (m: string) => string): FigureData => ({
  id: "fig-home",
  title: "近13个月主营业务收入、未税净利润与毛利率",
  kind: "columns",
  labels: months.map((m) => monthText(m.month)),
  hrefs: href && months.map((m) => href(m.month)),
  series: [
    { key: "income", name: "主营业务收入", unit: "wan", values: months.map((m) => m.mainBusinessIncome) },
    { key: "profit", name: "未税净利润", unit: "wan", values: months.map((m) => m.notTaxProfit) },
    {
      key: "margin",
      name: "毛利率",
      unit: "percent",
      type: "line",
      axis: 1,
      values: months.map((m) => m.grossProfitPercent),
    },
  ],
  empty: "还没有经营数据",
});

/** A department in the ranking of the home page. */
type DeptPlace = HomeReport["cocBusinessBaseDateGroupByDept"][number] & {
  /** Of the largest income: -1 to 1. */
  part: number;
  href?: string;
};

const deptTable = defineTable<DeptPlace>([
  { key: "deptName", label: "部门", kind: "link", minWidth: 88, href: (row) => row.href, phone: "title" },
  { key: "mainBusinessIncome", label: "主营业务收入", kind: "wan", width: 102, phone: "fact", part: (row) => row.part },
  { key: "notTaxProfit", label: "未税净利润", kind: "wan", width: 92, phone: "fact" },
  { key: "grossProfitPercent", label: "毛利率", kind: "percent", width: 68, phone: false },
  { key: "yoyIncome", label: "同比", kind: "change", width: 80, phone: "fact" },
  { key: "chainIncome", label: "环比", kind: "change", width: 80, phone: false },
]);

const DEPTS = 6;

/** The business in the last closed month (market.md 7.3): three tiles, departments, 13 months. */
function Business({ report, open }: { report: HomeReport; open: boolean }) {
  const { cocBusinessBaseDateGroupByMonth: months, cocBusinessBaseDateGroupByDept: depts } = report;
  const month = months.at(-1)?.month ?? "";
  const overview = `/cockpit/overview/index?reportMonth=${month}`;
  const href = open ? overview : undefined;
  const most = Math.max(...depts.map((d) => Math.abs(d.mainBusinessIncome))) || 1;
  const places = depts
    .slice(0, DEPTS)
    .map(
      (d): DeptPlace => ({
        ...d,
        part: d.mainBusinessIncome / most,
        href: open ? `${overview}&deptId=${d.deptId}` : undefined,
      }),
    );
  // What nobody has sold yet is unknown, not nothing.
  if (!places.length && !months.some((m) => m.mainBusinessIncome || m.notTaxProfit || m.grossProfitPercent))
    return (
      <Card title="经营数据">
        <p className="hint">
          {monthText(month)}
          及以前还没有经营数据，这里按月汇总。店铺连接以后，当月每天的收入、费用、广告和利润在“利润报表”。
        </p>
      </Card>
    );
  return (
    <>
      <MissingNote missing={months.at(-1)?.missing ?? []} />
      <Panels label="经营指标" items={tilesOf(months, href)} />
      <div className="board pair">
        <Card
          title={`${monthText(month)} 部门排名`}
          extra={open && <a href={`/cockpit/tradeReport/index?by=dept&reportMonth=${month}`}>查看全部</a>}
        >
          <Table
            model={deptTable}
            rows={places}
            rowKey={(row) => row.deptId}
            caption="部门排名"
            empty={<p className="hint">这个月还没有经营数据</p>}
          />
        </Card>
        <Card>
          <Chart data={homeFigure(months, open ? (m) => `/cockpit/overview/index?reportMonth=${m}` : undefined)} />
        </Card>
      </div>
    </>
  );
}

type Months = HomeReport["cocBusinessBaseDateGroupByMonth"];

function tilesOf(months: Months, href?: string): PanelItem[] {
  const tile = (
    title: string,
    { now, yoy, chain, values }: ReturnType<typeof lastOf>,
    format: (value: number | null) => string,
    points = false,
    profit = true,
  ): PanelItem => ({
    title,
    href,
    value: format(now),
    negative: (now ?? 0) < 0,
    changes: [
      { label: "同比", ratio: yoy, points },
      { label: "环比", ratio: chain, points },
    ],
    note: profit ? without(months.at(-1)?.missing ?? []) : undefined,
    figure: <Spark values={values} />,
  });
  const of = (read: Parameters<typeof lastOf>[1]) => lastOf(months, read);
  return [
    tile(
      "主营业务收入",
      of((m) => m.mainBusinessIncome),
      formatWan,
      false,
      false,
    ),
    tile(
      "未税净利润",
      of((m) => m.notTaxProfit),
      formatWan,
    ),
    tile(
      "毛利率",
      lastOf(months, (m) => m.grossProfitPercent, pointsOf),
      formatPercent,
      true,
    ),
  ];
}

/** The welcome page: greeting, the business, what waits, entries, latest notices. */
export function HomeView(home: HomeData) {
  const facts = [home.department && `部门：${home.department}`, home.lastLogin && `上次登录：${home.lastLogin}`].filter(
    Boolean,
  );
  return (
    <>
      <MoreStyles />
      <header className="hello">
        <h1>
          {home.greeting}，{home.name}
        </h1>
        <p className="hint">{facts.join("　")}</p>
      </header>
      <div className="board">
        {home.hint && <HintCard hint={home.hint} />}
        <Waiting home={home} />
        {home.report?.data && <Business report={home.report.data} open={home.mayDrill} />}
        {home.report?.problem && (
          <Alert tone="warning" title="经营数据暂时没有取到：">
            {home.report.problem}
          </Alert>
        )}
        <div className="home">
          <Card
            title="常用入口"
            extra={<span className="hint">{home.own ? "按使用次数排列" : "打开过的页面会排到这里"}</span>}
          >
            <ul className="entries tiles-of">
              {home.entries.map((entry) => (
                <li key={entry.href}>
                  <a href={entry.href}>
                    <Icon name={entry.icon} />
                    <span>{entry.label}</span>
                  </a>
                </li>
              ))}
            </ul>
          </Card>
          {home.notices && (
            <Card title="最新公告" extra={<a href="/admin/message-center">查看全部</a>}>
              <Notices notices={home.notices} />
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

/** What waits for this person, queue by queue. */
function Waiting({ home: { queues, unread } }: { home: HomeData }) {
  return (
    <section aria-labelledby="waiting">
      <header className="waiting">
        <h2 id="waiting">待办</h2>
        {unread !== null && unread > 0 && <a href="/admin/message-center?isRead=0">未读通知 {unread}</a>}
        <a href="/todo">全部队列</a>
      </header>
      {queues?.length ? (
        <div className="queues">
          {queues.map((queue) => (
            <QueueCard key={queue.label} queue={queue} />
          ))}
        </div>
      ) : (
        <p className="hint">{queues ? "现在没有等待您处理的单据" : "待办暂时没有取到，请稍后刷新"}</p>
      )}
    </section>
  );
}

function Notices({ notices }: { notices: NonNullable<HomeData["notices"]> }) {
  if (notices === "failed") return <p className="hint">公告暂时读取失败，请稍后刷新</p>;
  if (!notices.length) return <p className="hint">没有最新通知</p>;
  return (
    <ul className="announced">
      {notices.map((n) => (
        <li key={n.id} className={n.isRead ? undefined : "unread"}>
          <a href={`/admin/message-center?notice=${n.id}`} data-once="">
            {n.title}
          </a>
          {n.isNew && <Tag tone="red">新</Tag>}
          <time>{n.pushTime.slice(0, 16)}</time>
        </li>
      ))}
    </ul>
  );
}
