import { Fragment } from "react";
import { cx } from "../cx";
import { axisLabels, labelLevels } from "./labels";
import { tickTexts } from "./number";
import { BAND, barPath, barPlaces, dotPath, HEIGHT, linePath, type Place } from "./paths";
import type { Plan, Styled } from "./plan";
import type { Axis } from "./scale";
import { styleOf } from "./style";
import { summaryOf } from "./summary";
import type { FigureData, Unit } from "./types";

const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`;
const TICK_CLASS = ["tick", "tick right"];
const LEVEL_CLASS = [undefined, "m", "w"];

const placeOn =
  ({ low, high }: Axis): Place =>
  (value) =>
    Math.round(HEIGHT * (1 - (value - low) / (high - low)));

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

const Grid = ({ axis, width }: { axis: Axis; width: number }) => (
  <path className="grid" d={axis.ticks.map((t) => `M0 ${placeOn(axis)(t)}h${width}`).join("")} />
);

/** Bars, the zero line over them, lines over both. */
function Marks({ data, plan }: { data: FigureData; plan: Plan }) {
  const { bars, lines, axes, bases } = plan;
  const placeOf = (s: Styled) => placeOn(axes[s.axis ?? 0] ?? { low: 0, high: 1, ticks: [] });
  const stacked = data.kind === "stacked";
  const places = barPlaces(data.labels.length, stacked ? 1 : bars.length);
  // One series shows its losses by colour too; several keep theirs, to be told apart.
  const alone = bars.filter((s) => !s.pale).length === 1;
  const zero = bars[0] && placeOf(bars[0])(0);
  return (
    <>
      {bars.map((s, k) => {
        const place = places[stacked ? 0 : k] ?? { at: 0, width: BAND };
        const path = (values: Styled["values"]) => barPath(values, placeOf(s), place, bases[k]);
        const below = alone && !s.pale;
        const loss = below ? path(s.values.map((v) => ((v ?? 0) < 0 ? v : null))) : "";
        return (
          <Fragment key={s.key}>
            <path
              className={cx("bar", styleOf(s))}
              d={path(loss ? s.values.map((v) => ((v ?? 0) < 0 ? null : v)) : s.values)}
            />
            {loss && <path className="bar neg" d={loss} />}
          </Fragment>
        );
      })}
      {zero !== undefined && (
        <path className="zero" d={`M0 ${zero}h${data.labels.length * BAND}`} />
      )}
      {lines.map((s) => (
        <g key={s.key} className={cx("line", styleOf(s))}>
          {zero !== undefined && <path className="halo" d={linePath(s.values, placeOf(s))} />}
          <path d={linePath(s.values, placeOf(s))} />
          {!s.pale && <path className="dot" d={dotPath(s.values, placeOf(s))} />}
        </g>
      ))}
    </>
  );
}
