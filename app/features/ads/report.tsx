import type { AdReport } from "~/erp/ads.server";
import { Chart } from "~/features/figure/chart";
import { addDays } from "~/text/date";
import { pointsOf } from "~/ui/delta/delta";
import { MetricTiles } from "~/ui/metric-tiles/metric-tiles";
import { withParams } from "~/ui/url";
import { Choices } from "./choices";
import { reportFigures } from "./figures";
import type { AdsState } from "./load.server";
import { metricOf, metricText, shortText } from "./metrics";
import { canonical, chosenMetrics, toggled } from "./query";
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
export function ReportPart(props: { state: AdsState; url: string; answer: AdReport }) {
  const { state, url, answer } = props;
  const chosen = chosenMetrics(state.params.metrics);
  const tiles = answer.reports.map(({ key, name, total, lastTotal, change }) => {
    const metric = metricOf(key);
    const next = toggled(chosen, key);
    const points = metric.kind === "percent";
    const ratio = points ? pointsOf(total, lastTotal) : change;
    return {
      ...{ key, name, pressed: chosen.includes(key) },
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
