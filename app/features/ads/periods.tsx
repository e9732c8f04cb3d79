import { daysOf } from "~/text/date";
import { withParams } from "~/ui/url";
import type { AdsState } from "./load.server";
import { periodBefore, periodLastYear } from "./query";

/** Both periods as text, and what else the first may be compared with. */
export function Periods({ state, url }: { state: AdsState; url: string }) {
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
