import { cx } from "../cx";
import { valueText } from "./number";
import { ownFirst, type Plan } from "./plan";
import { rankRange } from "./range";
import { styleOf } from "./style";
import type { FigureData } from "./types";

const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`;

export interface RanksProps {
  data: FigureData;
  plan: Plan;
  marks?: boolean;
}

/** One line for each label: its name, its bars, its number. A comparison is the thin bar below. */
export function Ranks({ data, plan, marks = true }: RanksProps) {
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
            <b className={(value ?? 0) < 0 ? "neg" : undefined}>
              {valueText(value, main?.unit ?? "short")}
            </b>
          </li>
        );
      })}
    </ol>
  );
}
