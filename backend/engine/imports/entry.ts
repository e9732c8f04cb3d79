import type { RuleValues } from "../documents/rules";
import type { FileRow } from "./read-file";

/** What is wrong with one cell, or with one row where no column is to blame. */
export interface Problem {
  /** Row of the file, from 1. */
  row: number;
  /** Key of an import column. */
  column: string | null;
  msg: string;
  /** Not wrong, but to be confirmed before the row is taken. */
  asks?: true;
}

/** One document that the file describes. */
export interface ImportEntry {
  rows: FileRow[];
  /** Rows of the file that its lines came from, in their order. */
  lineRows: number[];
  values: RuleValues;
  problems: Problem[];
  /** The row that it overwrites. */
  id?: string;
}
