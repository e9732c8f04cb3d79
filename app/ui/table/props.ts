import type { ReactNode } from "react";
import type { RowAction, TableLayout } from "./column";
import type { HeaderFilters, Sort } from "./head";
import type { TableModel } from "./model";
import type { SummaryTotals } from "./summary";

/** What can be typed into cells of a table. */
export interface TableEdit<Row> {
  cell: (key: string, row: Row) => ReactNode | undefined;
  /** What is said of a row, beside its name. */
  note?: (row: Row) => ReactNode | undefined;
  /** Columns of inputs: they are filled and walked through like those of a spreadsheet. */
  names?: readonly string[];
}

/** What a table shows and how. */
export interface TableProps<Row> {
  /** From `defineTable` at module scope. */
  model: TableModel<Row>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Names the table for readers. */
  caption: string;
  /** A person's saved columns. */
  layout?: TableLayout;
  /** Its head moves and resizes columns: the page takes `_action=columns` with what changed. */
  arranges?: boolean;
  /** Number of the row before the first: (page - 1) × size, so that numbering runs on. Absent: no numbers. */
  base?: number;
  /** A box in each row, posted as `name` with the form of that id. */
  select?: { name: string; form?: string; chosen?: readonly string[] };
  sort?: Sort;
  /** Choices that the header of a column offers as its filter: links, chosen ones marked. */
  filters?: HeaderFilters;
  actions?: (row: Row) => readonly RowAction[];
  actionsWidth?: number;
  /** How many of them stand in a row as words at most; three unless said. */
  actionWords?: number;
  /** Width that the first columns share on a small screen, with boxes, numbers and actions, in px. */
  room?: number;
  /** What is being edited in place: cells are replaced by what `cell` gives. */
  edit?: TableEdit<Row>;
  /** Sums over the whole filtered set; gives the summary row. */
  totals?: SummaryTotals;
  /** Sums of this page alone: those over the whole set are left out. */
  sums?: boolean;
  /** These rows are all that there are: their sums are those over the whole set. */
  all?: boolean;
  /** Rows of sums, shown like the others, ratios of sums included: below all rows. */
  foot?: readonly Row[];
  /** Tree rows: depth from 0, whether open (undefined: a leaf) and the URL that opens or closes. */
  tree?: { depth: (row: Row) => number; open: (row: Row) => boolean | undefined; href: (row: Row) => string };
  /** Stands in place of the rows when there are none: an `Empty`. */
  empty?: ReactNode;
}
