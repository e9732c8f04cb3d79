import type { RuleContext } from "#backend/engine/documents";
import type { OpeningRow } from "./lines";

/** A document that stands on what an opening made: its declaration, its id, and what it stands on. */
export interface StandsOn {
  document: string;
  no: string;
  on: string;
}

/** What booking one kind of opening does, and how it is taken back, where rows of another subject are made. */
export interface OpeningWork {
  /** Why it cannot be booked. */
  problem(c: RuleContext, row: OpeningRow): Promise<string | undefined>;
  book(c: RuleContext, row: OpeningRow): Promise<void>;
  /** New rows are nobody else's: they count as locked before the opening that makes them. */
  keepNew(c: RuleContext): void;
  /** Locks what it made that is locked before openings. */
  lockMade(c: RuleContext, openingId: string): Promise<void>;
  standsOn(c: RuleContext, row: OpeningRow): Promise<StandsOn | undefined>;
  undo(c: RuleContext, row: OpeningRow): Promise<void>;
}
