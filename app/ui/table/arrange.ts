import type { Column, TableLayout } from "./column";
import type { Leaf, TableModel } from "./model";

/** A column as this request shows it. */
export interface Arranged<Row> extends Leaf<Row> {
  width: number;
  /** Takes what is left of the width. */
  auto: boolean;
  /** Class of its cells: where they stick and how they align. */
  className: string | undefined;
  /** Label in front of the value on a phone's card. */
  fact: string | undefined;
  title: boolean;
}

const WIDTHS: Record<string, number> = {
  link: 150,
  tag: 90,
  number: 100,
  money: 120,
  percent: 90,
  wan: 120,
  change: 100,
  date: 110,
  datetime: 160,
  moment: 100,
  bool: 70,
};
const RIGHT = new Set(["number", "money", "percent", "wan", "change"]);
const FACTS = 3;
/** Selection boxes and row numbers stand before the columns. */
export const SELECT_WIDTH = 40;
export const NUMBER_WIDTH = 40;

/** A Chinese sign, a Latin one, and what stands around them in a cell, in px. */
const [CHARACTER, LATIN, AROUND] = [13, 7.5, 14];

/** Width in which a text stands uncut in a cell, in px. */
export function pixels(text: string): number {
  let width = AROUND;
  for (const sign of text) width += sign > "\u2e80" ? CHARACTER : LATIN;
  return Math.ceil(width);
}

const isLeft = (fixed: Column["fixed"]) => fixed === true || fixed === "left";
const alignClass = (c: Column<never>) =>
  c.align === "center" ? "ce" : c.align === "right" || (!c.align && RIGHT.has(c.kind ?? "")) ? "n" : "";

/** The mark of an order in a header, in px. */
const MARK = 18;

/** Width in which a header stands uncut, in px. */
export const headPixels = (label: string, sortable = false): number => pixels(label) + (sortable ? MARK : 0);

/** The columns that may be chosen: everything but `hidden` and `showColumn: false`. */
export const choosable = <Row>(model: TableModel<Row>, layout: TableLayout = {}) =>
  ordered(model, layout).filter((l) => !l.column.hidden && l.column.showColumn !== false);

/** All columns in a person's order; one that the order does not know stays where it was declared. */
export function ordered<Row>(model: TableModel<Row>, layout: TableLayout): readonly Leaf<Row>[] {
  const at = new Map(model.leaves.map((l, i) => [l, layout[l.key]?.order ?? i]));
  return [...model.leaves].sort((a, b) => (at.get(a) ?? 0) - (at.get(b) ?? 0));
}

/** Whether a column is shown under a saved layout. */
export const isShown = <Row>(leaf: Leaf<Row>, layout: TableLayout) =>
  !leaf.column.hidden && (leaf.column.showColumn === false || !(layout[leaf.key]?.hide ?? leaf.column.hide ?? false));

/**
 * Order, widths and classes of the shown columns: left-fixed first, right-fixed last. Sticky offsets
 * are classes `l{n}` and `r{n}` of n×20 pixels, because the page's security policy allows no style attribute.
 */
export function arrange<Row>(
  model: TableModel<Row>,
  layout: TableLayout,
  lead: number,
  /** Width of the actions, which stick at the right edge. */
  trail = 0,
  /** What a column must be wide at least: its sums are never cut. */
  least: Readonly<Record<string, number>> = {},
  /** What the words and values of a column take: it is no wider unless somebody made it so. */
  taken: Readonly<Record<string, number>> = {},
) {
  const shown = ordered(model, layout).filter((l) => isShown(l, layout));
  const place = (l: Leaf<Row>) => {
    const fixed = layout[l.key]?.fixed ?? l.column.fixed;
    return isLeft(fixed) ? 0 : fixed === "right" ? 2 : 1;
  };
  const placed = [0, 1, 2].flatMap((p) => shown.filter((l) => place(l) === p));
  const title = placed.find((l) => l.column.phone === "title") ?? placed.find(isTitle);
  const open = placed.filter((l) => place(l) === 1 && !layout[l.key]?.width && !l.column.width);
  const auto = open.find((l) => l.column.minWidth) ?? open.find(isTitle) ?? open[0];
  const usual = ({ column: c, key }: Leaf<Row>) =>
    Math.min(c.width ?? WIDTHS[c.kind ?? ""] ?? 140, taken[key] ?? Number.POSITIVE_INFINITY);
  const widthOf = (leaf: Leaf<Row>) =>
    Math.max(layout[leaf.key]?.width ?? leaf.column.minWidth ?? usual(leaf), least[leaf.key] ?? 0);
  let left = lead;
  let right = trail + placed.reduce((sum, l) => sum + (place(l) === 2 ? stepped(widthOf(l)) : 0), 0);
  let facts = FACTS;
  return placed.map((leaf): Arranged<Row> => {
    const { column: c } = leaf;
    const where = place(leaf);
    let width = widthOf(leaf);
    let stick = "";
    if (where === 0) {
      width = stepped(width);
      stick = `l${left / 20}`;
      left += width;
    } else if (where === 2) {
      width = stepped(width);
      right -= width;
      stick = `r${right / 20}`;
    }
    const shows = c.kind === "tag" ? c.phone === "fact" : c.phone !== false;
    const isFact = leaf !== title && shows && facts > 0;
    if (isFact) facts--;
    return {
      ...leaf,
      width,
      auto: leaf === auto,
      title: leaf === title,
      fact: isFact ? c.label : undefined,
      className: [stick, alignClass(c), c.overHidden === false ? "w" : ""].filter(Boolean).join(" ") || undefined,
    };
  });
}

/** Sticky offsets are classes of 20 pixels each. */
export const stepped = (width: number) => Math.ceil(width / 20) * 20;

const isTitle = <Row>(l: Leaf<Row>) => ["text", "link"].includes(l.column.kind ?? "text");
