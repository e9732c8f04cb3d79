import type { ReactNode } from "react";
import type { Good } from "../delta/delta";
import type { UiOption } from "../option";
import type { TagTone } from "../tag/tag";

/** How a cell shows its value. Numbers, money, percentages stand right; dates have a fixed width. */
export type CellKind =
  | "text"
  | "link"
  | "tag"
  | "number"
  | "money"
  | "percent"
  /** Amounts of 10000 and more in 万. */
  | "wan"
  /** A ratio against another time: arrow, size, colour. */
  | "change"
  | "date"
  | "datetime"
  /** A date with its time, as short as a list needs it. */
  | "moment"
  | "bool"
  | "image"
  | "icon"
  /** Numbers with commas between them, as a line. */
  | "spark"
  | "custom";

/** One column's sum in percent of another's. */
export type SumRatio = `${string}/${string}`;
export type SummaryKind = "count" | "avg" | "sum" | "currency" | SumRatio;

/** One column of a table over rows of type Row. Only `key` and `label` are needed. */
export interface Column<Row = Record<string, unknown>> {
  key: string;
  label: string;
  /** Drawn in the header in place of the label. */
  header?: ReactNode;
  kind?: CellKind;
  /** The value; `row[key]` when not said. */
  value?: (row: Row) => unknown;
  /** Pixels. A left-fixed column is rounded up to a multiple of 20. */
  width?: number;
  minWidth?: number;
  /** Stays in view while the others scroll. `true` is left. */
  fixed?: boolean | "left" | "right";
  align?: "left" | "center" | "right";
  headerAlign?: "left" | "center" | "right";
  /** Its header links to the sorted list. */
  sortable?: boolean;
  /** Not shown until somebody chooses it. */
  hide?: boolean;
  /** Never shown, nor offered in the chooser. */
  hidden?: boolean;
  /** false: always shown, not offered in the chooser. */
  showColumn?: boolean;
  /** Explains the column: shown on the header. */
  tooltip?: string;
  /** One line, full text on hover and focus (default); false wraps. */
  overHidden?: boolean;
  /** Dictionary: the label stands for the value. */
  options?: readonly UiOption[];
  /** Colour of a tag. */
  tone?: (value: string, row: Row) => TagTone;
  /** Target of a link; no link where it gives nothing. */
  href?: (row: Row) => string | null | undefined;
  /** Of a cell that names several: each with where it leads. */
  parts?: (row: Row) => readonly { text: string; href?: string }[] | undefined;
  /** Decimals of number, money and percent. */
  decimals?: number;
  /** What is good news of a "change"; more of it unless said. */
  good?: Good;
  /** A number above zero is green, one below zero red. */
  signed?: boolean;
  /** How much of a whole the number is, 0 to 1: a bar under it. Below zero it is red. */
  part?: (row: Row) => number | null;
  /** Currency code, or the name of the row's currency by function. */
  currency?: string | ((row: Row) => string | undefined);
  summary?: SummaryKind;
  /** Columns under a common header. */
  children?: readonly Column<Row>[];
  /** kind "custom": whatever the screen draws. */
  cell?: (row: Row) => ReactNode;
  /**
   * On phones a row is a card of a title, a state and three facts; false keeps the column out. The first
   * tag is the state, a further one only shows as a fact.
   */
  phone?: "title" | "fact" | false;
  /** Of the title: what a phone's card says below it. */
  below?: (row: Row) => string | undefined;
}

/** One link or button of a row. At most 3 stand in the row, the rest under 更多. */
export interface RowAction {
  label: string;
  href?: string;
  /** Posts `name=value` with the form of that id instead of following a link. */
  post?: { form: string; name: string; value: string };
  danger?: boolean;
  /** Stands below ⋯, however few there are. */
  rest?: boolean;
  /** Why it cannot be done now. */
  reason?: string | null;
  target?: string;
  confirm?: string;
}

/** The saved layout of one column: a person's own width, place, visibility and fixing. */
export interface ColumnLayout {
  width?: number;
  hide?: boolean;
  fixed?: boolean;
  /** Its place among all columns, from 0. */
  order?: number;
}
export type TableLayout = Record<string, ColumnLayout>;
