import type { ReactNode } from "react";
import { cx } from "../cx";
import { MoreStyles } from "../more/more";
import { Legend } from "./legend";
import { isEmpty, isRanked, planOf } from "./plan";
import { Plot } from "./plot";
import { Ranks } from "./ranks";
import { Twin } from "./twin";
import type { FigureData } from "./types";

/** What script adds to a figure: a canvas in the place of the marks, and what is switched off. */
export interface LiveFigure {
  canvas: ReactNode;
  tools: ReactNode;
  hidden: readonly string[];
  onToggle: (key: string) => void;
}

export interface FigureProps {
  data: FigureData;
  live?: LiveFigure;
}

/**
 * A figure that is complete without script: title, legend, marks, and the same numbers as a table.
 * Its height is fixed by CSS, its text keeps its size at any width.
 */
export function Figure({ data, live }: FigureProps) {
  const plan = planOf(data, live?.hidden);
  const ranked = isRanked(data.kind);
  const marks = !live;
  const kind = ranked
    ? "ranks"
    : cx("plot", plan.axes[1] && "two", data.kind === "stacked" && "stack");
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
            {ranked ? <Ranks {...{ data, plan, marks }} /> : <Plot {...{ data, plan, marks }} />}
            {live?.canvas}
          </div>
          {live?.tools}
          <Twin data={data} />
        </>
      )}
    </figure>
  );
}
