import { Fragment } from "react";
import { BAND, barPath, barPlaces, dotPath, linePath, placeOn } from "./paths";
import type { Plan, Styled } from "./plan";
import { styleOf } from "./style";
import type { FigureData } from "./types";

/** Bars, and lines over them. */
export function Marks({ data, plan }: { data: FigureData; plan: Plan }) {
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
            <path
              className={styleOf(s)}
              d={path(loss ? s.values.map((v) => ((v ?? 0) < 0 ? null : v)) : s.values)}
            />
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
