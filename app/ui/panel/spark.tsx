const WIDTH = 120;
const HEIGHT = 28;
const EDGE = 3;

/**
 * Points of a line through the values, oldest first; a gap starts a new stretch. The lowest value
 * stands at the bottom, so that a small change is seen: the number beside it tells the size.
 */
export function sparkPath(values: readonly (number | null)[]): string {
  const known = values.filter((v): v is number => v !== null);
  const low = Math.min(...known);
  const span = Math.max(...known) - low || 1;
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1);
  let pen = "M";
  return values
    .map((value, i) => {
      if (value === null) {
        pen = "M";
        return "";
      }
      const y = HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE);
      const point = `${pen}${round(EDGE + i * step)} ${round(y)}`;
      pen = "L";
      return point;
    })
    .join("");
}

const round = (n: number) => Math.round(n * 10) / 10;

/** The same as text, for a cell of a table, with its ends in words. */
export const sparkHtml = (values: readonly number[]): string =>
  `<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${values.length}天：${values[0] ?? 0}到${values.at(-1) ?? 0}，最高${Math.max(0, ...values)}"><path d="${sparkPath(values)}"/></svg>`;

/** The run of one number over time, without axes: decoration beside the number itself. */
export const Spark = ({ values }: { values: readonly (number | null)[] }) => (
  <svg className="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
    <path d={sparkPath(values)} />
  </svg>
);
