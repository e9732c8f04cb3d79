import type { ValueValues } from "../form/values";
import type { OptionOptions } from "../frame/options.server";

/** Id of the form that the inputs of the open rows belong to. */
export const SHEET_FORM = "sheet";

/** Under which name what a cell had is posted beside what it has. */
export const wasName = (posted: string): string => `${posted}~was`;

/** Choices in all cells of a column: with more, a page would be megabytes. */
export const MOST_CHOICES = 5_000;

/** A cell that can be typed into. */
export interface SheetCell {
  /** What the row has, as its control holds it. */
  was: string;
  /** What stands in the control: that, or what was typed or is proposed. */
  value: unknown;
  error?: string;
}

/** A row of the list that stands open. */
export interface OpenRow {
  version: number;
  /** What people call it. */
  label: string;
  cells: Record<string, SheetCell>;
  /** Why it was not saved. */
  message?: string;
  /** What the backend asks before it saves it. */
  question?: string;
}

/** A list whose rows stand open (`?sheet=1`). */
export interface OpenSheet {
  key: string;
  rows: Record<string, OpenRow>;
  options: OptionOptions;
  message?: string;
  tone?: "info" | "warning";
  /** The percentage that was asked for, as it was typed. */
  adjust?: { adjust: string; by: string };
}

/** What was typed into one row, and what came of it. */
export interface SheetTried {
  id: string;
  /** Only what differs from what was shown. */
  values: ValueValues;
  message?: string;
  errors?: Record<string, string>;
  question?: string;
}

/** A list that shows what was typed again. */
export interface SheetAgain {
  status: number;
  sheet: {
    tried: readonly SheetTried[];
    /** Rows that were saved: they are closed. */
    saved: readonly string[];
    message?: string;
    adjust?: { adjust: string; by: string };
  };
}

/** How many rows differ from what they were. */
export const changedRows = (sheet: OpenSheet, isChanged: (name: string, cell: SheetCell) => boolean): number =>
  Object.values(sheet.rows).filter((row) => Object.entries(row.cells).some(([n, cell]) => isChanged(n, cell))).length;
