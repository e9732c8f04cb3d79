import type { Sql } from "../db/sql";
import type { Caller } from "../http/caller";

/** A row in wire names. Ids, decimals and times are strings. */
export type Row = Record<string, unknown> & { id: string; version: number };
export type Values = Record<string, unknown>;

/** What a rule may touch: the transaction, who acts, whose data. */
export interface RuleContext {
  sql: Sql;
  caller: Caller;
  tenantId: string;
}

/** A condition with `?` placeholders, one per value. */
export interface Condition {
  sql: string;
  values: unknown[];
}

/**
 * What a document does beyond storing itself; one file per document in backend/rules. Guards throw a
 * Refusal; everything runs in the transaction of the write, with the header row locked.
 */
export interface Rules {
  /** Fills virtual fields of rows that are about to be answered. */
  enrich?(c: RuleContext, rows: Row[]): Promise<void>;
  /** Further values of one row that is answered whole. */
  enrichOne?(c: RuleContext, row: Row): Promise<void>;
  /** Filters on virtual fields; `t` is the document's table. */
  filters?: Record<string, (value: string) => Condition>;
  /** Guards and derived values before an insert (`before` undefined) or update. May change `next`. */
  beforeSave?(c: RuleContext, next: Values, before?: Row): Promise<void>;
  /** Effects after the row is written; may return extra values for the answer. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most rules answer nothing
  afterSave?(c: RuleContext, id: string, next: Values, before?: Row): Promise<Values | void>;
  /** A-flow (supply.md 0.2): guards and holds of submit; `row` has its lines. */
  onSubmit?(c: RuleContext, row: Row): Promise<void>;
  /** Gives back what submit held: withdraw and reject. */
  undoSubmit?(c: RuleContext, row: Row): Promise<void>;
  /** Effects of the last approval. */
  onApproved?(c: RuleContext, row: Row): Promise<void>;
  /** Values that conditions of the approval read; `amountCny` replaces the declared amount field. */
  flowFlags?(c: RuleContext, row: Row): Promise<Values>;
  /** State after withdraw or reject when it is not draft or rejected. */
  returnedTo?(row: Row, status: "draft" | "rejected"): string;
  /** Values of a new document made from another one: `GET {api}/prefill?poId=`. */
  prefill?(c: RuleContext, from: Record<string, string>): Promise<Values>;
  beforeDelete?(c: RuleContext, row: Row): Promise<void>;
  /** Guard for one line that an update drops. */
  beforeLineDelete?(c: RuleContext, lines: string, row: Row): Promise<void>;
  /** Locks rows of other documents that an action changes too, where those come before its own. */
  lockFirst?(c: RuleContext, action: string, id: string): Promise<void>;
  // biome-ignore lint/suspicious/noConfusingVoidType: most actions answer nothing
  actions?: Record<string, (c: RuleContext, row: Row, input: Values) => Promise<Values | void>>;
}
