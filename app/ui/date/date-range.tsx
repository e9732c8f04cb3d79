import { generalRanges, type QuickRange, reportRanges, today, ZONE } from "~/text/date";
import { type ControlProps, useGroup } from "../field/context";

export interface DateRangeProps extends Omit<ControlProps, "name"> {
  /** Names of the two dates that are posted. */
  startName?: string;
  endName?: string;
  start?: string | null;
  end?: string | null;
  /** Which quick options: 今天 昨天 最近7天 全部, or the report's 昨天 最近7/30/60天. */
  quick?: "general" | "report" | "none";
  /** Latest day; a report ends yesterday unless said otherwise. */
  max?: string;
  /** The day that quick options count from; today in Asia/Shanghai unless said. */
  day?: string;
  /** Whose day it is, said on hover; 北京时间 unless said. */
  zone?: string;
  /** URL of a quick range: then the options are links and work without script. */
  quickHref?: (start: string, end: string) => string;
}

/** From one day to another: two native date inputs with 至 between. Use inside `<Field group>`. */
export function DateRange(props: DateRangeProps) {
  const { startName = "startDate", endName = "endDate", start, end, quick = "general" } = props;
  const { day = today(), zone = ZONE, quickHref } = props;
  const group = useGroup({ ...props, name: startName });
  const ranges = quick === "none" ? [] : quick === "report" ? reportRanges(day) : generalRanges(day);
  const max = props.max ?? (quick === "report" ? ranges[0]?.end : undefined);
  const input = (name: string, value: string | null | undefined, label: string, id?: string) => (
    <input
      type="date"
      className="input"
      id={id}
      name={name}
      defaultValue={value ?? ""}
      max={max}
      disabled={group.disabled}
      aria-label={label}
      placeholder={label}
      title={`${label}（${zone}）`}
      aria-invalid={group["aria-invalid"]}
      aria-describedby={group["aria-describedby"]}
    />
  );
  return (
    <div className="range" role="group" aria-labelledby={group.labelledBy} aria-label={props.label}>
      {input(startName, start, "开始日期", group.id)}
      <span>至</span>
      {input(endName, end, "结束日期")}
      {ranges.length > 0 && (
        <span className={quickHref ? "quick-days" : "quick-days js-only"}>
          {ranges.map((range) => option(range, { start, end }, quickHref))}
        </span>
      )}
    </div>
  );
}

function option(
  range: QuickRange,
  now: { start?: string | null; end?: string | null },
  href: DateRangeProps["quickHref"],
) {
  const chosen = range.start === (now.start ?? "") && range.end === (now.end ?? "");
  if (href)
    return (
      <a key={range.label} href={href(range.start, range.end)} aria-current={chosen || undefined}>
        {range.label}
      </a>
    );
  return (
    <button key={range.label} type="button" className="link" data-range={`${range.start},${range.end}`}>
      {range.label}
    </button>
  );
}
