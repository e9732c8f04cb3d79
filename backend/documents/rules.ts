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
  beforeDelete?(c: RuleContext, row: Row): Promise<void>;
  /** Guard for one line that an update drops. */
  beforeLineDelete?(c: RuleContext, lines: string, row: Row): Promise<void>;
  // biome-ignore lint/suspicious/noConfusingVoidType: most actions answer nothing
  actions?: Record<string, (c: RuleContext, row: Row, input: Values) => Promise<Values | void>>;
}
