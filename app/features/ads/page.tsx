import { entriesOf } from "#documents/kit";
import type { AdComparison, AdProduct, AdReport, CloudWord } from "~/erp/ads.server";
import { Chart } from "~/features/figure/chart";
import { closeHref } from "~/screens/frame/href";
import { ColumnsDialog } from "~/screens/views/columns-dialog";
import { addDays, daysOf } from "~/text";
import { deltaParts, pointsOf } from "~/ui/delta/delta";
import { Empty } from "~/ui/empty/empty";
import { ActiveFilters } from "~/ui/filter/filter-form";
import { MetricTiles } from "~/ui/metric-tiles/metric-tiles";
import { MoreStyles } from "~/ui/more/more";
import { TabLinks } from "~/ui/tab-links/tab-links";
import { defineTable } from "~/ui/table/model";
import { Table } from "~/ui/table/table";
import { Toolbar } from "~/ui/toolbar/toolbar";
import { withParams } from "~/ui/url";
import { WordCloud } from "~/ui/word-cloud/word-cloud";
import { activeFilters } from "./active";
import { ChangePart, KeywordPart, Rows } from "./changes";
import { Choices } from "./choices";
import { type ProductRow, productTable, tableOf } from "./columns";
import { comparedFigure, inCurrency, reportFigures, unitOf } from "./figures";
import { AdFilters } from "./filters";
import type { AdData, AdsState } from "./load.server";
import { METRICS, metricOf, metricText, shortText } from "./metrics";
import {
  AD_PARTS,
  canonical,
  chosenMetrics,
  FORM_NAMES,
  fileHref,
  LINK_NAMES,
  partHref,
  periodBefore,
  periodLastYear,
  toggled,
} from "./query";
import { GRANULARITIES } from "./words";

/** A week or month of the series leads to its own days. */
function drillOf(state: AdsState, url: string, { series, granularity }: AdReport) {
  const { endDate = "" } = state.params;
  return (index: number) => {
    const first = series[index] ?? "";
    if (granularity === "day") return undefined;
    const next = series[index + 1];
    const dates = { startDate: first, endDate: next ? addDays(next, -1) : endDate };
    const patch = { ...dates, lastStartDate: null, lastEndDate: null, granularity: null };
    return canonical(withParams(url, patch), state.zone.yesterday);
  };
}

/** The 11 metrics as tiles that turn their series on and off, and the chosen ones over time. */
function ReportPart(props: { state: AdsState; url: string; answer: AdReport }) {
  const { state, url, answer } = props;
  const chosen = chosenMetrics(state.params.metrics);
  const tiles = answer.reports.map(({ key, name, total, lastTotal, change }) => {
    const metric = metricOf(key);
    const next = toggled(chosen, key);
    const points = metric.kind === "percent";
    const ratio = points ? pointsOf(total, lastTotal) : change;
    return {
      key,
      name,
      pressed: chosen.includes(key),
      formula: `${metric.hint}：${metricText(metric, total, answer.currency)}`,
      value: shortText(metric, total, answer.currency),
      changes: [{ ratio, good: metric.good, points }],
      note: `上期 ${shortText(metric, lastTotal, answer.currency)}`,
      href: next ? withParams(url, { metrics: next.join(",") }) : url,
    };
  });
  return (
    <>
      <MetricTiles label="指标" tiles={tiles} />
      <Choices
        label="粒度"
        name="granularity"
        options={GRANULARITIES}
        value={state.params.granularity}
        all="自动"
        url={url}
      />
      {reportFigures(answer, chosen, drillOf(state, url, answer)).map((data) => (
        <Chart key={data.id} data={data} />
      ))}
    </>
  );
}

type AdRow = AdComparison[number] & { currency: string };

const text = (row: AdRow, which: "last" | "current") => metricText(metricOf(row.key), row[which], row.currency);

/** The change and whether it is good news, in words. */
function Verdict({ row }: { row: AdRow }) {
  const good = row.better === null ? "none" : row.better === (row.change ?? 0) > 0 ? "up" : "down";
  const points = metricOf(row.key).kind === "percent";
  const change = points ? pointsOf(row.current, row.last) : row.change;
  const { text: said, tone, word } = deltaParts(change, good, points);
  return (
    <span className={tone}>
      {word && <span className="sr">{word}</span>}
      {said}
      {tone && ` ${row.better ? "变好" : "变差"}`}
    </span>
  );
}

const model = defineTable<AdRow>([
  { key: "type", label: "指标", minWidth: 140, phone: "title" },
  { key: "last", label: "上期", width: 160, align: "right", value: (row) => text(row, "last") },
  { key: "current", label: "本期", width: 160, align: "right", value: (row) => text(row, "current") },
  { key: "change", label: "变化", kind: "custom", width: 180, align: "right", cell: (row) => <Verdict row={row} /> },
]);

/** All metrics in both periods (market.md 6.3): falling ACOS, CPC and CPA are good news. */
function ComparedPart(props: { state: AdsState; url: string; answer: AdComparison }) {
  const currency = props.state.params.currency || "USD";
  const rows = props.answer.map((row): AdRow => ({ ...row, currency }));
  return (
    <>
      <MoreStyles />
      <Table
        model={model}
        rows={rows}
        caption="数据对比"
        rowKey={(row) => row.key}
        empty={<Empty href={props.url} />}
      />
      <Chart data={comparedFigure(rows)} />
    </>
  );
}

const COUNTS = ["50", "100", "200"].map((value) => ({ value, label: `${value}个` }));
const SUMS = METRICS.filter((m) => ["views", "actions", "amount"].includes(m.scale)).map((m) => ({
  value: m.key,
  label: m.label,
}));

/** Keywords as large as what they brought; each leads to its rows. */
function CloudPart(props: { state: AdsState; url: string; answer: CloudWord[] }) {
  const { state, url, answer } = props;
  const { metric = "impressions", topN = "100" } = state.params;
  const { label } = metricOf(metric);
  const currency = state.params.currency || "USD";
  return (
    <>
      <div className="choices">
        <Choices label="指标" name="metric" options={SUMS} value={metric} url={url} />
        <Choices label="数量" name="topN" options={COUNTS} value={topN} url={url} />
      </div>
      <WordCloud
        id="words"
        title={`关键词词云：${label}${inCurrency(currency, metricOf(metric))}`}
        metric={label}
        unit={unitOf(metricOf(metric), currency)}
        words={answer.map(({ name, value }) => ({
          name,
          value: value ?? 0,
          href: partHref(url, "keyword", { keyword: name }),
        }))}
      />
    </>
  );
}

type AdListing = Extract<AdData, { part: "listing" }>["answer"];

/** Products that were advertised, with the sums over all of them. */
function ListingPart(props: { state: AdsState; url: string; answer: AdListing }) {
  const { state, url, answer } = props;
  const currency = state.params.currency || "USD";
  const of = (part: "report" | "change" | "keyword", { productCode }: AdProduct) =>
    partHref(url, part, { productCode });
  const rows = answer.records.map((row): ProductRow => ({ ...row, currency, href: of("report", row) }));
  const names = { productCode: "全部产品", productName: "", imageUrl: "", skuCount: null };
  const foot: ProductRow = { ...answer.summary, ...names, currency };
  return (
    <Rows
      state={state}
      url={url}
      rows={rows}
      foot={foot}
      model={productTable}
      caption="产品列表"
      page={answer}
      rowKey={(row) => row.productCode}
      actionsWidth={110}
      actions={(row) => [
        { label: "关键词", href: of("keyword", row) },
        { label: "活动", href: of("change", row) },
      ]}
    />
  );
}

/** Both periods as text, and what else the first may be compared with. */
function Periods({ state, url }: { state: AdsState; url: string }) {
  const { startDate: start, endDate: end, lastStartDate, lastEndDate } = state.params;
  if (!start || !end || !lastStartDate || !lastEndDate) return null;
  const period = { start, end };
  const others = [
    { label: "上一周期", ...periodBefore(period) },
    { label: "去年同期", ...periodLastYear(period) },
  ];
  return (
    <span className="hint">
      统计周期 {start} 至 {end}（{daysOf(start, end)}天），对比 {lastStartDate} 至 {lastEndDate}{" "}
      <span className="quick-days">
        {others.map((o) => (
          <a
            key={o.label}
            href={withParams(url, { lastStartDate: o.start, lastEndDate: o.end, current: null })}
            aria-current={o.start === lastStartDate && o.end === lastEndDate ? "true" : undefined}
          >
            {o.label}
          </a>
        ))}
      </span>
    </span>
  );
}

const NO_FILTERS = Object.fromEntries(
  [...FORM_NAMES, ...LINK_NAMES, "flag", "quick"]
    .filter((name) => name !== "startDate" && name !== "endDate")
    .map((name) => [name, null]),
);

/** The advertising report: one filter form, six parts (market.md 6.3). */
export function AdsPage({ state }: { state: AdsState }) {
  const { part, data } = state;
  const url = closeHref(state.url);
  const model = tableOf(part);
  return (
    <div className="list">
      <TabLinks
        label="广告报表"
        items={entriesOf(AD_PARTS).map(([key, { label }]) => ({
          label,
          href: partHref(url, key),
          current: key === part,
        }))}
      />
      <AdFilters state={state} url={url} />
      <section className="card">
        <Toolbar
          title={AD_PARTS[part].label}
          refreshHref={url}
          exportHref={state.mayExport && data ? fileHref(url, part) : undefined}
          columnsHref={model && withParams(url, { columns: 1 })}
          lead={data && <Periods state={state} url={url} />}
        />
        <ActiveFilters
          items={activeFilters(state, url)}
          clearHref={withParams(url, { ...NO_FILTERS, current: null })}
        />
        {data && (
          <div className="list">
            <Part state={state} url={url} data={data} />
          </div>
        )}
      </section>
      {state.columns && model && (
        <ColumnsDialog model={model} url={url} layout={state.layout} reset={state.columns === "reset"} />
      )}
    </div>
  );
}

function Part({ data, ...rest }: { state: AdsState; url: string; data: AdData }) {
  switch (data.part) {
    case "report":
      return <ReportPart {...rest} answer={data.answer} />;
    case "compared":
      return <ComparedPart {...rest} answer={data.answer} />;
    case "listing":
      return <ListingPart {...rest} answer={data.answer} />;
    case "change":
      return <ChangePart {...rest} answer={data.answer} />;
    case "keyword":
      return <KeywordPart {...rest} answer={data.answer} />;
    case "wordcloud":
      return <CloudPart {...rest} answer={data.answer} />;
  }
}
