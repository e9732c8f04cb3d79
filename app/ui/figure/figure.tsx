import { Fragment, type ReactNode } from "react";
import { cx } from "../cx";
import { MoreStyles } from "../more/more";
import { axisLabels, labelLevels } from "./labels";
import { tickTexts, valueText } from "./number";
import { BAND, barPath, barPlaces, dotPath, HEIGHT, linePath, placeOn } from "./paths";
import { isEmpty, isRanked, ownFirst, type Plan, planOf, type Styled, styled } from "./plan";
import { rankRange } from "./range";
import type { Axis } from "./scale";
import { styleOf } from "./style";
import { Twin } from "./twin";
import type { FigureData, FigureSeries, Unit } from "./types";

/** Bars, and lines over them. */
function Marks({ data, plan }: { data: FigureData; plan: Plan }) {
  const { bars, lines, axes, bases } = plan;
  const placeOf = (s: Styled) => placeOn(axes[s.axis ?? 0] ?? { low: 0, high: 1 });
  const stacked = data.kind === "stacked";
  const places = barPlaces(data.labels.length, stacked ? 1 : bars.length);
  // One series shows its losses by colour too; several keep theirs, to be told apart.
  const alone = bars.filter((s) => !s.pale).length === 1;
  return (
    <>
      {bars.map((s, k) => {
        const place = places[stacked ? 0 : k] ?? { at: 0, width: BAND };
        const path = (values: Styled["values"]) => barPath(values, placeOf(s), place, bases[k]);
        const below = alone && !s.pale;
        const loss = below ? path(s.values.map((v) => ((v ?? 0) < 0 ? v : null))) : "";
        return (
          <Fragment key={s.key}>
            <path className={styleOf(s)} d={path(loss ? s.values.map((v) => ((v ?? 0) < 0 ? null : v)) : s.values)} />
            {loss && <path className="fill neg" d={loss} />}
          </Fragment>
        );
      })}
      {lines.map((s) => (
        <g key={s.key} className={styleOf(s)}>
          {bars.length > 0 && <path className="halo" d={linePath(s.values, placeOf(s))} />}
          <path d={linePath(s.values, placeOf(s))} />
          {!s.pale && <path className="dot" d={dotPath(s.values, placeOf(s))} />}
        </g>
      ))}
    </>
  );
}

/** One sentence that says what a figure shows, for those who do not see it. */
function summaryOf(data: FigureData): string {
  const main = data.series.filter((s) => !s.pale).slice(0, 3);
  return `${data.title}，${data.labels.length}项。${main.map((s) => sentence(data, s)).join("；")}`;
}

function sentence({ kind, labels }: FigureData, { name, unit, values }: FigureSeries): string {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const [first] = known;
  if (!first) return `${name}无数据`;
  const say = ({ value, at }: typeof first) => `${labels[at]} ${valueText(value, unit)}`;
  const high = known.reduce((a, b) => (b.value > a.value ? b : a));
  const low = known.reduce((a, b) => (b.value < a.value ? b : a));
  const last = isRanked(kind) ? "" : `最近 ${say(known.at(-1) ?? first)}，`;
  return `${name}：${last}最高 ${say(high)}，最低 ${say(low)}`;
}

const plotPercent = (share: number) => `${Number((share * 100).toFixed(1))}%`;
const TICK_CLASS = ["ticks", "ticks right"];
const LEVEL_CLASS = [undefined, "mid", "lots"];

/**
 * Columns and lines over the labels. Text and its places are in percent of the plot, so that it keeps
 * its size at any width; only the marks stretch. `marks: false` leaves the marks to a canvas.
 */
function Plot({ data, plan, marks = true }: { data: FigureData; plan: Plan; marks?: boolean }) {
  const { labels, hrefs } = data;
  const count = labels.length;
  const main = plan.axes[0] ?? plan.axes[1];
  const levels = labelLevels(axisLabels(labels));
  return (
    <svg role={hrefs ? "group" : "img"} aria-label={summaryOf(data)}>
      {plan.axes.map((axis, side) => axis && <Ticks key={side} axis={axis} side={side} plan={plan} />)}
      <svg viewBox={`0 0 ${count * BAND} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {main && <Grid axis={main} width={count * BAND} />}
        {marks && <Marks data={data} plan={plan} />}
      </svg>
      {axisLabels(labels).map((label, i) => {
        const level = levels[i] ?? null;
        const text = level !== null && (
          <text className={LEVEL_CLASS[level]} x={plotPercent((i + 0.5) / count)} y="100%" dy="18">
            {label}
          </text>
        );
        const href = hrefs?.[i];
        if (!href) return text && <g key={i}>{text}</g>;
        return (
          <a key={i} href={href} aria-label={labels[i]}>
            <rect x={plotPercent(i / count)} width={plotPercent(1 / count)} height="100%" />
            {text}
          </a>
        );
      })}
    </svg>
  );
}

function Ticks({ axis, side, plan }: { axis: Axis; side: number; plan: Plan }) {
  const unit: Unit = [...plan.bars, ...plan.lines].find((s) => (s.axis ?? 0) === side)?.unit ?? "short";
  const texts = tickTexts(axis.ticks, unit);
  return (
    <g className={TICK_CLASS[side]} aria-hidden>
      {axis.ticks.map((tick, i) => (
        <text
          key={tick}
          x={side ? "100%" : undefined}
          y={plotPercent(placeOn(axis)(tick) / HEIGHT)}
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

const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`;

/** One line for each label: its name, its bars, its number. A comparison is the thin bar below. */
function Ranks({ data, plan, marks = true }: { data: FigureData; plan: Plan; marks?: boolean }) {
  const [low, high] = rankRange(data, plan);
  const at = (value: number) => (value - low) / (high - low);
  const [main] = ownFirst(plan.bars);
  const two = plan.bars.length > 1;
  return (
    <ol>
      {data.labels.map((label, i) => {
        const value = main?.values[i] ?? null;
        const href = data.hrefs?.[i];
        return (
          <li key={i}>
            <span title={label}>{href ? <a href={href}>{label}</a> : label}</span>
            <svg aria-hidden>
              {marks &&
                plan.bars.map((s) => {
                  const v = s.values[i];
                  return (
                    v != null && (
                      <rect
                        key={s.key}
                        className={cx(styleOf(s), v < 0 && !s.pale && "neg", two && "thin")}
                        x={percent(at(Math.min(v, 0)))}
                        width={percent(Math.abs(v) / (high - low))}
                      />
                    )
                  );
                })}
              {low < 0 && <rect className="zero" x={percent(at(0))} />}
            </svg>
            <b className={(value ?? 0) < 0 ? "neg" : undefined}>{valueText(value, main?.unit ?? "short")}</b>
          </li>
        );
      })}
    </ol>
  );
}

interface LegendProps {
  data: FigureData;
  hidden?: readonly string[];
  /** With it the names are buttons that show and hide their series. */
  onToggle?: (key: string) => void;
}

/** What each mark means. One series alone is named by the title. */
function Legend({ data, hidden = [], onToggle }: LegendProps) {
  if (data.series.length < 2) return null;
  const both = new Set(data.series.map((s) => s.axis ?? 0)).size > 1;
  return (
    <ul>
      {styled(data.series).map((s) => {
        const name = s.name + (both && s.axis === 1 ? "（右轴）" : "");
        return (
          <li key={s.key} className={styleOf(s)}>
            {onToggle ? (
              <button type="button" aria-pressed={!hidden.includes(s.key)} onClick={() => onToggle(s.key)}>
                {name}
              </button>
            ) : (
              name
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What script adds to a figure: a canvas in the place of the marks, and what is switched off. */
export interface LiveFigure {
  canvas: ReactNode;
  tools: ReactNode;
  hidden: readonly string[];
  onToggle: (key: string) => void;
}

/**
 * A figure that is complete without script: title, legend, marks, and the same numbers as a table.
 * Its height is fixed by CSS, its text keeps its size at any width.
 */
export function Figure({ data, live }: { data: FigureData; live?: LiveFigure }) {
  const plan = planOf(data, live?.hidden);
  const ranked = isRanked(data.kind);
  const marks = !live;
  const kind = ranked ? "ranks" : cx("plot", plan.axes[1] && "two", data.kind === "stacked" && "stack");
  return (
    <figure className={cx("figure", data.size)} id={data.id}>
      <MoreStyles />
      <figcaption>
        <b>{data.title}</b>
        {data.note && <small>{data.note}</small>}
      </figcaption>
      {isEmpty(data) ? (
        <p className="none">{data.empty ?? "暂无数据"}</p>
      ) : (
        <>
          <Legend data={data} hidden={live?.hidden} onToggle={live?.onToggle} />
          <div className={kind}>
            {ranked ? <Ranks data={data} plan={plan} marks={marks} /> : <Plot data={data} plan={plan} marks={marks} />}
            {live?.canvas}
          </div>
          {live?.tools}
          {!data.listed && <Twin data={data} />}
        </>
      )}
    </figure>
  );
}
