import type { Caller, Refusal } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import type { Around, DocumentType, GapsFound, ListQuery } from "#documents/kit";
import type { BudgetLeft, Flows } from "../workflow/flow";

export type { BudgetLeft };

/** A row in wire names. Ids, decimals and times are strings. */
export type DocumentRuleRow = Record<string, unknown> & { id: string; version: number };
export type RuleValues = Record<string, unknown>;

declare const source: unique symbol;
/** Id of a row that a new document is made from and that its maker may read; see reading/source.ts. */
export type SourceId = string & { readonly [source]: true };
/** What a new document is made from, by the names of its declaration's `prefill`. */
export type Sources = Readonly<Record<string, readonly SourceId[] | undefined>>;

/** Rules of every document, by its name. */
export type RuleBook = ReadonlyMap<string, { document: DocumentType; rules: Rules }>;

/** What every document does, and what ends its approval. */
export interface Engine {
  book: RuleBook;
  flows: Flows;
}

/** What a rule may touch: the transaction, who acts, whose data, the rules of other documents. */
export interface RuleContext extends Context, Engine {
  /** Question that the caller has answered, or true: `requireConfirmed`. */
  confirmed?: string | true;
  /** Address that a call came from. */
  ip?: string;
  /**
   * Masters come in before the company is at work (company.md 1.3): they are in force at once, what an
   * approval would ask for may come later, and what is in force may be changed without one.
   */
  founding?: true;
}

/** A condition with `?` placeholders, one per value. */
export interface RuleCondition {
  sql: string;
  values: unknown[];
}

/** More values of the answer; most rules add none. */
// biome-ignore lint/suspicious/noConfusingVoidType: most rules answer nothing
export type Extra = Promise<RuleValues | void>;

/** Why something cannot be done: a sentence, or a refusal that names a field. Nothing: it can. */
// biome-ignore lint/suspicious/noConfusingVoidType: a guard that throws answers nothing
export type Reason = string | Refusal | false | null | undefined | void;

/** What became of a document that another one made: its approval ended, it is void, goods or money moved. */
export interface MadeEnd {
  document: string;
  id: string;
  no: string;
  makerId: string;
  event: "approved" | "returned" | "void" | "done" | "paid" | "failed";
  /** Why it was rejected or voided. */
  reason?: string;
  /** What else there is to say of it. */
  values?: RuleValues;
}

/** How a transition goes for many rows at once, as the engine runs it. */
export interface TransitionMany {
  lockFirst(c: RuleContext, ids: readonly string[]): Promise<readonly string[]>;
  lock?(c: RuleContext, rows: readonly DocumentRuleRow[]): Promise<ReadonlyMap<string, object>>;
  effect(c: RuleContext, scenes: readonly object[]): Promise<unknown>;
}

/** A transition of any document, as the engine runs it; written with `transition()` (written.ts). */
export interface Transition {
  action: string;
  lockFirst?(c: RuleContext, id: string): Promise<void>;
  lock?(c: RuleContext, row: DocumentRuleRow): Promise<object>;
  guard?(scene: object, c: Pick<RuleContext, "caller">): Reason;
  warn?(scene: object): string | undefined;
  ask?(c: RuleContext, scene: object): Promise<RuleValues>;
  check?(scene: object, input: RuleValues): Reason;
  to?(scene: object, input: RuleValues): string;
  effect?(c: RuleContext, scene: object, input: RuleValues): Extra;
  many?: TransitionMany;
}

/** A row of many that are saved together, and what stood there before. */
export interface SavedMany {
  next: RuleValues;
  before?: DocumentRuleRow | undefined;
}

/** Rules of any document, as the engine runs them; written with `rules()` (written.ts). */
export interface Rules {
  /** Name of the document whose rules these are. */
  document?: string;
  enrich?(c: RuleContext, rows: DocumentRuleRow[]): Promise<void>;
  enrichOne?(c: RuleContext, row: DocumentRuleRow): Promise<void>;
  facts?(c: RuleContext, rows: DocumentRuleRow[], around: Around | null): Promise<void>;
  expressions?: Readonly<Record<string, string | undefined>>;
  filters?: Readonly<Record<string, ((value: string, caller: Caller) => RuleCondition) | undefined>>;
  from?(
    query: ListQuery,
    bind: (value: unknown) => string,
    caller: Caller,
    only?: readonly Readonly<Record<string, unknown>>[],
  ): string;
  /** Of rows that are summed of very many: columns that tell them apart, by which `from` answers some `only`; the same rows before they are summed. */
  many?: { keys: readonly string[]; unsummed: NonNullable<Rules["from"]> };
  beforeSave?(c: RuleContext, next: RuleValues, before?: DocumentRuleRow): Promise<unknown>;
  afterSave?(c: RuleContext, id: string, next: RuleValues, before: DocumentRuleRow | undefined, scene: unknown): Extra;
  beforeSaveMany?(c: RuleContext, rows: readonly SavedMany[]): Promise<void>;
  afterSaveMany?(c: RuleContext, rows: readonly SavedMany[]): Promise<void>;
  transitions?: readonly Transition[];
  flowFlags?(c: RuleContext, row: DocumentRuleRow): Promise<RuleValues>;
  budget?(c: RuleContext, id: string): Promise<BudgetLeft | undefined>;
  prefill?(c: RuleContext, from: Sources, by: Readonly<Record<string, string>>): Promise<RuleValues>;
  gaps?(c: RuleContext, most: number): Promise<GapsFound>;
  overview?(c: RuleContext, query: ListQuery): Promise<RuleValues>;
  files?: Readonly<Record<string, (c: RuleContext, row: DocumentRuleRow) => Promise<string | undefined>>>;
  beforeLineDelete?(c: RuleContext, lines: string, row: DocumentRuleRow): Promise<void>;
  beforeNumber?(c: RuleContext, next: RuleValues): Promise<void>;
  onMadeEnded?(c: RuleContext, made: MadeEnd): Promise<void>;
  lockAlong?(c: RuleContext, ids: readonly string[]): Promise<void>;
}
