import { axisLabels, labelLevels } from "./labels";
import { Marks } from "./marks";
import { tickTexts } from "./number";
import { BAND, HEIGHT, placeOn } from "./paths";
import type { Plan } from "./plan";
import type { Axis } from "./scale";
import { summaryOf } from "./summary";
import type { FigureData, Unit } from "./types";

const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`;
const TICK_CLASS = ["ticks", "ticks right"];
const LEVEL_CLASS = [undefined, "mid", "lots"];

/**
 * Columns and lines over the labels. Text and its places are in percent of the plot, so that it keeps
 * its size at any width; only the marks stretch. `marks: false` leaves the marks to a canvas.
 */
export function Plot({ data, plan, marks = true }: PlotProps) {
  const { labels, hrefs } = data;
  const count = labels.length;
  const main = plan.axes[0] ?? plan.axes[1];
  const levels = labelLevels(axisLabels(labels));
  return (
    <svg role={hrefs ? "group" : "img"} aria-label={summaryOf(data)}>
      {plan.axes.map((axis, side) => axis && <Ticks key={side} {...{ axis, side, plan }} />)}
      <svg viewBox={`0 0 ${count * BAND} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {main && <Grid axis={main} width={count * BAND} />}
        {marks && <Marks {...{ data, plan }} />}
      </svg>
      {axisLabels(labels).map((label, i) => {
        const level = levels[i] ?? null;
        const text = level !== null && (
          <text className={LEVEL_CLASS[level]} x={percent((i + 0.5) / count)} y="100%" dy="18">
            {label}
          </text>
        );
        const href = hrefs?.[i];
        if (!href) return text && <g key={i}>{text}</g>;
        return (
          <a key={i} href={href} aria-label={labels[i]}>
            <rect x={percent(i / count)} width={percent(1 / count)} height="100%" />
            {text}
          </a>
        );
      })}
    </svg>
  );
}

export interface PlotProps {
  data: FigureData;
  plan: Plan;
  marks?: boolean;
}

function Ticks({ axis, side, plan }: { axis: Axis; side: number; plan: Plan }) {
  const unit: Unit =
    [...plan.bars, ...plan.lines].find((s) => (s.axis ?? 0) === side)?.unit ?? "short";
  const texts = tickTexts(axis.ticks, unit);
  return (
    <g className={TICK_CLASS[side]} aria-hidden>
      {axis.ticks.map((tick, i) => (
        <text
          key={tick}
          x={side ? "100%" : undefined}
          y={percent(placeOn(axis)(tick) / HEIGHT)}
          dx={side ? 8 : -8}
          dy="4"
        >
          {texts[i]}
        </text>
      ))}
    </g>
  );
}

function Grid({ axis, width }: { axis: Axis; width: number }) {
  const line = (tick: number) => `M0 ${placeOn(axis)(tick)}h${width}`;
  return (
    <>
      <path className="grid" d={axis.ticks.map(line).join("")} />
      {axis.ticks.includes(0) && <path className="zero" d={line(0)} />}
    </>
  );
}
