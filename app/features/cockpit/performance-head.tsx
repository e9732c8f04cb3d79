import { z } from "zod";
import { PartTable } from "~/screens/detail/part-table";
import { rowLink } from "~/screens/row/row-link";
import { formatMoney, formatNumber, textOrDash } from "~/text";
import { buttonClass, Card, Descriptions, type PanelItem, Panels, Tag, Timeline } from "~/ui";
import { DataUpTo } from "../base/data-up-to";
import { Chart } from "../figure/chart";

const text = z.string().nullable();
const number = z.number().nullable();
const schema = z.object({
  listings: z.number(),
  about: z
    .object({
      store: z.string(),
      msku: z.string(),
      asin: text,
      skuId: text,
      sku: text,
      name: text,
      title: text,
      state: text,
      price: text,
      currency: text,
      preview: text,
      settled: text,
      feeCurrency: text,
      band: text,
      rank: number,
      rankIn: text,
      leafRank: number,
      leafIn: text,
      rankDay: text,
    })
    .nullable(),
  figures: z
    .object({
      units: number,
      unitsChange: text,
      sales: text,
      salesChange: text,
      sessions: number,
      sessionsChange: text,
      conversion: text,
      buyBox: text,
      adSpend: text,
      acos: text,
      tacos: text,
      netProfit: text,
      netChange: text,
      netPercent: text,
      refundRate: text,
      availableQty: number,
      reservedQty: number,
      inboundQty: number,
      unsellableQty: number,
      bookQty: number,
      stockDay: text,
      coverDays: number,
      alarms: z.array(z.string()),
    })
    .nullish(),
  days: z.array(z.object({ day: z.string(), units: number, sessions: number, available: number, events: text })),
  fees: z.array(z.object({ label: z.string(), amount: z.string() })),
  returns: z.array(z.object({ label: z.string(), qty: z.number() })),
  campaigns: z.array(
    z.object({
      name: z.string(),
      state: z.string(),
      cost: z.string(),
      sales: z.string(),
      currency: z.string(),
      acos: text,
    }),
  ),
  deeds: z.array(
    z.object({ day: z.string(), kind: z.string(), said: z.string(), who: text, document: text, id: text, no: text }),
  ),
  leads: z.array(z.object({ label: z.string(), href: z.string() })),
  adds: text,
});
type Performance = z.output<typeof schema>;
type PerformanceFigures = NonNullable<Performance["figures"]>;

/** Events that are shown at once; the list below has each on its day. */
const MOST_EVENTS = 12;
const STATES: Readonly<Record<string, string>> = { ENABLED: "投放中", PAUSED: "已暂停", ARCHIVED: "已归档" };

const percent = (value: string | null) => (value === null ? "—" : `${value}%`);
const count = (value: number | null) => (value === null ? "—" : formatNumber(String(value), 0));
const yuan = (value: string | null) => (value === null ? "—" : formatMoney(value, "CNY"));
const changeOf = (value: string | null) => [{ label: "较上期", ratio: value === null ? null : Number(value) / 100 }];

/** The figures of the span, each with how it changed against the one before. */
const panelsOf = (f: PerformanceFigures): PanelItem[] => [
  { title: "销量", value: count(f.units), changes: changeOf(f.unitsChange) },
  { title: "销售额", value: yuan(f.sales), changes: changeOf(f.salesChange) },
  { title: "访问次数", value: count(f.sessions), changes: changeOf(f.sessionsChange) },
  { title: "转化率", value: percent(f.conversion), note: `购物车占比 ${percent(f.buyBox)}` },
  { title: "广告费", value: yuan(f.adSpend), note: `ACOS ${percent(f.acos)}，TACOS ${percent(f.tacos)}` },
  {
    title: "净利润",
    value: yuan(f.netProfit),
    negative: f.netProfit?.startsWith("-"),
    changes: changeOf(f.netChange),
    note: `净利率 ${percent(f.netPercent)}`,
  },
  {
    title: "可售天数",
    value: count(f.coverDays),
    note: `可售 ${count(f.availableQty)}，入库中 ${count(f.inboundQty)}`,
  },
  { title: "退款率", value: percent(f.refundRate) },
];

/** What one listing is, and what lies of it where. */
function About({ about, figures }: { about: NonNullable<Performance["about"]>; figures: PerformanceFigures }) {
  const { sku, skuId, settled, preview, feeCurrency, rank, rankIn, leafRank, leafIn, rankDay } = about;
  const ranks = [
    ...(rank === null ? [] : [`${rankIn ?? "大类"} 第${count(rank)}名`]),
    ...(leafRank === null ? [] : [`${leafIn ?? "小类"} 第${count(leafRank)}名`]),
  ];
  const fee = (value: string | null) => (value === null ? "—" : formatMoney(value, feeCurrency ?? undefined));
  return (
    <Descriptions
      items={[
        { label: "店铺", value: about.store },
        { label: "ASIN", value: about.asin },
        {
          label: "SKU",
          value:
            skuId && sku ? (
              <>
                {rowLink("sku", skuId, sku)} {about.name}
              </>
            ) : (
              sku
            ),
        },
        { label: "标题", value: about.title, wide: true },
        { label: "价格", value: about.price === null ? null : formatMoney(about.price, about.currency ?? undefined) },
        { label: "平台状态", value: about.state },
        { label: "单件配送费", value: `结算 ${fee(settled)}，预览 ${fee(preview)}` },
        ...(ranks.length ? [{ label: `排名（${rankDay?.slice(5)}）`, value: ranks.join("，"), wide: true }] : []),
        ...(about.band ? [{ label: "尺寸段", value: about.band }] : []),
        {
          label: figures.stockDay ? `FBA库存（${figures.stockDay}）` : "FBA库存",
          value: `可售 ${count(figures.availableQty)}，预留 ${count(figures.reservedQty)}，入库中 ${count(figures.inboundQty)}，不可售 ${count(figures.unsellableQty)}，账面 ${count(figures.bookQty)}`,
          wide: true,
        },
      ]}
    />
  );
}

/** Above the days of 商品走势: what it is about, its figures, its run, what happened, and where more stands. */
export function PerformanceHead({ found }: { found: Readonly<Record<string, unknown>> }) {
  const read = schema.safeParse(found);
  if (!read.success) return <DataUpTo found={found} />;
  const { listings, about, figures, days, fees, returns, campaigns, deeds, leads, adds } = read.data;
  if (!listings)
    return (
      <>
        <DataUpTo found={found} />
        <p className="hint">没有这样的商品：可能还没有在SKU的平台映射里登记，或不属于您的小组</p>
      </>
    );
  const events = days.filter((d) => d.events).reverse();
  return (
    <>
      <DataUpTo found={found} />
      <p className="btns">
        <strong>{about ? about.msku : `${listings}个商品`}</strong>
        {figures?.alarms.map((label) => (
          <Tag key={label} tone="orange">
            {label}
          </Tag>
        ))}
        {leads.map(({ label, href }) => (
          <a key={label} href={href}>
            {label}
          </a>
        ))}
        {adds && (
          <a className={buttonClass("plain")} href={adds}>
            记一条备注
          </a>
        )}
      </p>
      {figures && <Panels label="期间合计" items={panelsOf(figures)} />}
      <div className="board">
        <Card>
          <Chart
            data={{
              id: "performance",
              title: "销量、访问次数与可售库存",
              kind: "columns",
              listed: true,
              labels: days.map(({ day }) => day.slice(5)),
              series: [
                { key: "units", name: "销量", unit: "short", values: days.map((d) => d.units) },
                {
                  key: "sessions",
                  name: "访问次数",
                  unit: "short",
                  type: "line",
                  axis: 1,
                  values: days.map((d) => d.sessions),
                },
                {
                  key: "available",
                  name: "可售",
                  unit: "short",
                  type: "line",
                  axis: 1,
                  pale: true,
                  values: days.map((d) => d.available),
                },
              ],
            }}
          />
        </Card>
        {about && figures && (
          <Card title="商品">
            <About about={about} figures={figures} />
          </Card>
        )}
      </div>
      {deeds.length > 0 && (
        <div className="board">
          <PartTable
            title="操作记录"
            head={["日期", "类型", "内容", "操作人", "单据"]}
            rows={deeds}
            cells={(d) => [
              d.day,
              d.kind,
              d.said,
              textOrDash(d.who),
              d.document && d.id ? rowLink(d.document, d.id, d.no ?? "查看") : textOrDash(d.no),
            ]}
          />
        </div>
      )}
      <div className="board pair">
        {events.length > 0 && (
          <Card title="发生的事">
            <Timeline items={events.slice(0, MOST_EVENTS).map((d) => ({ time: d.day, title: d.events }))} />
          </Card>
        )}
        <PartTable
          title="费用"
          head={["项目", "金额（元）"]}
          rows={fees}
          cells={(f) => [f.label, formatMoney(f.amount)]}
        />
        <PartTable
          title="广告活动"
          head={["活动", "状态", "花费", "销售额", "ACOS"]}
          rows={campaigns}
          cells={(c) => [
            c.name,
            STATES[c.state] ?? c.state,
            formatMoney(c.cost, c.currency),
            formatMoney(c.sales, c.currency),
            percent(c.acos),
          ]}
        />
        {returns.length > 0 && (
          <PartTable
            title="退货原因"
            head={["原因", "件数"]}
            rows={returns}
            cells={(r) => [textOrDash(r.label), r.qty]}
          />
        )}
      </div>
    </>
  );
}
