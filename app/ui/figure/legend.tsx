import { styled } from "./plan";
import { styleOf } from "./style";
import type { FigureData } from "./types";

export interface LegendProps {
  data: FigureData;
  hidden?: readonly string[];
  /** With it the names are buttons that show and hide their series. */
  onToggle?: (key: string) => void;
}

/** What each mark means. One series alone is named by the title. */
export function Legend({ data, hidden = [], onToggle }: LegendProps) {
  if (data.series.length < 2) return null;
  const both = new Set(data.series.map((s) => s.axis ?? 0)).size > 1;
  return (
    <ul>
      {styled(data.series).map((s) => {
        const name = s.name + (both && s.axis === 1 ? "（右轴）" : "");
        return (
          <li key={s.key} className={styleOf(s)}>
            {onToggle ? (
              <button
                type="button"
                aria-pressed={!hidden.includes(s.key)}
                onClick={() => onToggle(s.key)}
              >
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
