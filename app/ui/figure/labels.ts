const MONTH = /^(\d{4})[-年/]?(0[1-9]|1[0-2])月?$/;
const DAY = /^\d{4}-(\d\d-\d\d)$/;

/** What stands under the axis: months without their year but for the first and January, days without it. */
export function axisLabels(labels: readonly string[]): string[] {
  return labels.map((label, i) => {
    const [, year = "", month = ""] = MONTH.exec(label) ?? [];
    if (!year) return DAY.exec(label)?.[1] ?? label;
    return `${i === 0 || month === "01" ? `${year.slice(2)}年` : ""}${Number(month)}月`;
  });
}

/** Widths of a plot (px) for which labels are chosen: phone, half a desk, a desk; the CSS agrees. */
const WIDTHS = [270, 500, 800] as const;
const GAP = 10;

/** Pixels that a text of the axis takes. */
export const textWidth = (text: string) => [...text].reduce((sum, c) => sum + (c.charCodeAt(0) > 0x2e80 ? 11 : 6.3), 0);

/**
 * On which widths each label is written so that none touches the next: 0 always, 1 from middle widths,
 * 2 on wide ones, null never. The last one, the newest, always is.
 */
export function labelLevels(labels: readonly string[]): (0 | 1 | 2 | null)[] {
  const need = Math.max(0, ...labels.map(textWidth)) + GAP;
  let step = 1;
  const steps = [...WIDTHS].reverse().map((width) => {
    const least = Math.ceil((labels.length * need) / width);
    // Every label of a narrow plot is one of the wider ones too.
    step *= Math.max(1, Math.ceil(least / step));
    return step;
  });
  const [wide = 1, middle = 1, narrow = 1] = steps;
  return labels.map((_, i) => {
    const back = labels.length - 1 - i;
    return back % narrow === 0 ? 0 : back % middle === 0 ? 1 : back % wide === 0 ? 2 : null;
  });
}
