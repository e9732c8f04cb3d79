import type { CloudWord } from "~/erp/ads.server";
import { WordCloud } from "~/ui/word-cloud/word-cloud";
import { Choices } from "./choices";
import { inCurrency, unitOf } from "./figures";
import { partHref } from "./href";
import type { AdsState } from "./load.server";
import { METRICS, metricOf } from "./metrics";

const COUNTS = ["50", "100", "200"].map((value) => ({ value, label: `${value}个` }));
const SUMS = METRICS.filter((m) => ["views", "actions", "amount"].includes(m.scale)).map((m) => ({
  value: m.key,
  label: m.label,
}));

/** Keywords as large as what they brought; each leads to its rows. */
export function CloudPart(props: { state: AdsState; url: string; answer: CloudWord[] }) {
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
          ...{ name, value: value ?? 0 },
          href: partHref(url, "keyword", { keyword: name }),
        }))}
      />
    </>
  );
}
