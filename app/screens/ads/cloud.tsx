import type { CloudWord } from "~/erp/ads.server";
import { Empty } from "~/ui/empty/empty";
import { Choices } from "./choices";
import { partHref } from "./href";
import type { AdsState } from "./load.server";
import { METRICS } from "./metrics";

const COUNTS = ["50", "100", "200"].map((value) => ({ value, label: `${value}个` }));
const SUMS = METRICS.filter((m) => ["views", "actions", "amount"].includes(m.scale)).map((m) => ({
  value: m.key,
  label: m.label,
}));

/** Keywords as large as what they brought; each leads to its rows. */
export function CloudPart(props: { state: AdsState; url: string; answer: CloudWord[] }) {
  const { state, url, answer } = props;
  const { metric = "impressions", topN = "100" } = state.params;
  return (
    <>
      <Choices label="指标" name="metric" options={SUMS} value={metric} url={url} />
      <Choices label="数量" name="topN" options={COUNTS} value={topN} url={url} />
      {answer.length ? (
        <ul>
          {answer.map((w) => (
            <li key={w.name}>
              <a href={partHref(url, "keyword", { keyword: w.name })}>{w.name}</a>
            </li>
          ))}
        </ul>
      ) : (
        <Empty href={url} />
      )}
    </>
  );
}
