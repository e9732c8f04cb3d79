import type { Flash, RefState } from "~/ui";
import type { ValueValues } from "../form/values";
import type { OptionOptions } from "../frame/options.server";
import type { ActAbout } from "./about-of";
import type { Counting } from "./scans";

/** Why nothing is asked. */
export interface Refused {
  kind: "refused";
  message: string;
  /** Where what is missing is filled in. */
  fill?: string;
}

/** The dialog of one action: what is asked, of which rows. */
export interface ActState {
  kind: "act";
  /** `del` or the name of a declared action. */
  name: string;
  /** Rows that it will run on: what they are called and their versions. */
  rows: { id: string; version: number; label: string; says?: string }[];
  /** What it is about, of an action that says it again. */
  about?: ActAbout;
  /** Fields that mean nothing for these rows: shown only where one is refused. */
  idle: string[];
  values: ValueValues;
  options: OptionOptions;
  /** What is known of the rows that its lines name, by the names of their controls. */
  refs?: Readonly<Record<string, RefState>>;
  /** What was scanned into its rows so far. */
  counting?: Omit<Counting, "rows">;
  /** The row of a line table that is to be typed into next. */
  focus?: { lines: string; row: number };
  /** Why its one row does not allow it now. */
  refused?: string;
  /** Where what it looks at is filled in. */
  fill?: string;
  /** What is to be considered before it runs. */
  warned?: string;
  errors?: Record<string, string>;
  message?: string | null;
  /** Page of the row that somebody changed since it was seen. */
  newer?: string;
  /** What the backend asks before it does this. */
  question?: string;
  key: string;
}

/** One row's result of a batch. */
export interface BatchResult {
  id: string;
  label: string;
  ok: boolean;
  msg: string | null;
}

/** What a write has to say beyond a message: results per row, or what is shown once. */
export interface Outcome {
  kind: "outcome";
  title: string;
  results?: BatchResult[];
  /** Takes back what was done to those that it was done to. */
  undo?: Flash["undo"];
  oneTimePassword?: string;
  /** What was asked for, shown once. */
  told?: string;
  /** Whose the password is, where the form does not say it. */
  account?: string;
}
