const WIDTH = 120;
const HEIGHT = 28;
const EDGE = 3;

/**
 * A line through the values, oldest first; a gap starts a new stretch. The lowest value stands at the bottom, so that
 * a small change is seen: the number beside it tells the size. Whole steps from point to point: lists have twenty of it.
 */
export function sparkPath(values: readonly (number | null)[]): string {
  const known = values.filter((v): v is number => v !== null);
  const low = Math.min(...known);
  const span = Math.max(...known) - low || 1;
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1);
  let last: { x: number; y: number } | undefined;
  let path = "";
  // One letter stands for all that follow it.
  let pen = "l";
  for (const [i, value] of values.entries()) {
    if (value === null) {
      last = undefined;
      continue;
    }
    const x = Math.round(EDGE + i * step);
    const y = Math.round(HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE));
    // A minus parts two numbers as well as a blank does.
    const down = last ? y - last.y : 0;
    path += last ? `${pen}${x - last.x}${down < 0 ? "" : " "}${down}` : `M${x} ${y}`;
    pen = last ? " " : "l";
    last = { x, y };
  }
  return path;
}

/** The same as text, for a cell of a table, with its ends in words. */
export const sparkHtml = (values: readonly number[]): string =>
  `<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${values.length}天：${values[0] ?? 0}到${values.at(-1) ?? 0}，最高${Math.max(0, ...values)}"><path d="${sparkPath(values)}"/></svg>`;

/** The run of one number over time, without axes: decoration beside the number itself. */
export const Spark = ({ values }: { values: readonly (number | null)[] }) => (
  <svg className="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
    <path d={sparkPath(values)} />
  </svg>
);
