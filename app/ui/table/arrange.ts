import type { Column, TableLayout } from "./column";
import type { Leaf, TableModel } from "./model";
import { isFolded, type Taken } from "./widths";

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
/** Columns that stand before the actions at once. */
const AT_ONCE = 9;
/** What is cut whatever its width is no wider than this, where the others need the room. */
const CUT = 104;
/** What is left for a table of 1366 px beside the side menu. */
export const ROOM = 1070;
/** Selection boxes and row numbers stand before the columns. */
export const SELECT_WIDTH = 40;
export const NUMBER_WIDTH = 40;

const isLeft = (fixed: Column["fixed"]) => fixed === true || fixed === "left";
const alignClass = (c: Column<never>) =>
  c.align === "center" ? "ce" : c.align === "right" || (!c.align && RIGHT.has(c.kind ?? "")) ? "n" : "";

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

/** What the columns of a table take and may take, in px. */
export interface Widths {
  /** Boxes and numbers before them, actions behind them. */
  lead: number;
  trail?: number;
  /** What a column must be wide at least: its sums are never cut. */
  least?: Readonly<Record<string, number>>;
  /** What the words and values of a column take: it is no wider unless somebody made it so. */
  taken?: Readonly<Record<string, Taken>>;
  /** Where so much is left of a screen, the first columns stand in it as far as two lines of words allow. */
  room?: number;
  /** Key of the column by which the rows are sorted. */
  sorted?: string;
}

/** Narrows columns from the right, none below what it needs, until the first ones stand in their room. */
function narrowed(widths: readonly number[], least: readonly number[], room: number): number[] {
  let over = widths.slice(0, AT_ONCE).reduce((sum, width) => sum + width, -room);
  const narrow = [...widths].reverse().map((width, back) => {
    const at = widths.length - 1 - back;
    const less = at < AT_ONCE ? Math.max(0, Math.min(over, width - (least[at] ?? width))) : 0;
    over -= less;
    return width - less;
  });
  return narrow.reverse();
}

/**
 * Order, widths and classes of the shown columns: left-fixed first, right-fixed last. Sticky offsets
 * are classes `l{n}` and `r{n}` of n×20 pixels, because the page's security policy allows no style attribute.
 */
export function arrange<Row>(model: TableModel<Row>, layout: TableLayout, given: Widths) {
  const { lead, trail = 0, least = {}, taken = {}, room = Number.POSITIVE_INFINITY, sorted } = given;
  const shown = ordered(model, layout).filter((l) => isShown(l, layout));
  const place = (l: Leaf<Row> | undefined) => {
    if (!l) return 1;
    const fixed = layout[l.key]?.fixed ?? l.column.fixed;
    return isLeft(fixed) ? 0 : fixed === "right" ? 2 : 1;
  };
  const placed = [0, 1, 2].flatMap((p) => shown.filter((l) => place(l) === p));
  const title = placed.find((l) => l.column.phone === "title") ?? placed.find(isTitle);
  const open = placed.filter((l) => place(l) === 1 && !layout[l.key]?.width && !l.column.width);
  const auto = open.find((l) => l.column.minWidth) ?? open.find(isTitle) ?? open[0];
  const usual = ({ column: c, key }: Leaf<Row>) => {
    const width = c.minWidth ?? c.width ?? WIDTHS[c.kind ?? ""] ?? 140;
    const own = taken[key];
    return own ? Math.max(Math.min(width, own.whole), isFolded(c) ? 0 : own.least) : width;
  };
  // What stands still moves those beside it by whole steps.
  const steps = (at: number) => {
    const where = place(placed[at]);
    return (where === 0 && place(placed[at + 1]) === 0) || (where === 2 && place(placed[at - 1]) === 2);
  };
  const natural = placed.map((leaf, at) => {
    const width = Math.max(layout[leaf.key]?.width ?? usual(leaf), least[leaf.key] ?? 0);
    return steps(at) ? stepped(width) : width;
  });
  const give = (wide: readonly number[], floor: (taken: Taken, width: number) => number) => {
    const floors = placed.map(({ key }, at) => {
      const [own, width = 0] = [taken[key], wide[at]];
      return !own || layout[key]?.width || steps(at) ? width : Math.max(floor(own, width), least[key] ?? 0);
    });
    return narrowed(wide, floors, room - lead - trail);
  };
  const inTwo = give(natural, (own) => own.least);
  const widths = give(inTwo, (own, width) => (own.least > width ? CUT : width));
  let left = lead;
  let right = trail + placed.reduce((sum, l, i) => sum + (place(l) === 2 ? (widths[i] ?? 0) : 0), 0);
  const facts = factsOf(
    placed.filter((leaf) => leaf !== title),
    sorted,
  );
  return placed.map((leaf, at): Arranged<Row> => {
    const { column: c } = leaf;
    const where = place(leaf);
    const width = widths[at] ?? 0;
    let stick = "";
    if (where === 0) {
      stick = `l${left / 20}`;
      left += width;
    } else if (where === 2) {
      right -= width;
      stick = `r${right / 20}`;
    }
    return {
      ...leaf,
      width,
      auto: leaf === auto,
      title: leaf === title,
      fact: facts.has(leaf) ? c.label : undefined,
      className: [stick, alignClass(c), c.overHidden === false ? "w" : ""].filter(Boolean).join(" ") || undefined,
    };
  });
}

/** What a phone's card says of a row: the first that may be there, money among them, and what gives them their order. */
function factsOf<Row>(leaves: readonly Leaf<Row>[], sorted?: string): ReadonlySet<Leaf<Row>> {
  const may = leaves.filter(({ column: c }) => (c.kind === "tag" ? c.phone === "fact" : c.phone !== false));
  const first = may.slice(0, FACTS);
  const isMoney = ({ column }: Leaf<Row>) => column.kind === "money";
  const money = first.some(isMoney) ? undefined : may.find(isMoney);
  const facts = money ? [...first.slice(0, FACTS - 1), money] : first;
  const by = leaves.find(({ key, column }) => key === sorted && column.kind !== "tag");
  return new Set(by && !facts.includes(by) ? [...facts.slice(0, FACTS - 1), by] : facts);
}

/** Sticky offsets are classes of 20 pixels each. */
export const stepped = (width: number) => Math.ceil(width / 20) * 20;

const isTitle = <Row>(l: Leaf<Row>) => ["text", "link"].includes(l.column.kind ?? "text");
