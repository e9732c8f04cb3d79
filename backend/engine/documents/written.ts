import type { Caller } from "#backend/platform/http";
import type {
  ActionOf,
  Around,
  DocumentType,
  DraftOf,
  FieldName,
  GapsFound,
  HeadOf,
  InputOf,
  LineName,
  LineOf,
  LineSent,
  ListQuery,
  RowOf,
  SentHead,
  StateOf,
} from "#documents/kit";
import type {
  BudgetLeft,
  Extra,
  MadeEnd,
  Reason,
  RuleCondition,
  RuleContext,
  Rules,
  RuleValues,
  SourceId,
  Transition,
} from "./rules";

/** What a new one is made from; undefined: not from that. */
export type SourcesOf<D> = {
  readonly [N in D extends { start: { prefill: infer P } } ? keyof P & string : never]?: readonly SourceId[];
};

/** A row that is about to be answered whole, with what rules add to it. */
export type RowSent<D> = HeadOf<D> & {
  [N in LineName<D>]: (LineOf<D, N> & Partial<LineSent<D, N>>)[];
} & SentHead<D> &
  RuleValues;

/**
 * What a document does beyond storing itself; one file per document in backend/domain. Everything runs
 * in the transaction of the write, with the header row locked. Saving refuses by throwing a Refusal.
 */
export interface RulesOf<D, Scene = unknown> {
  /** Fills virtual fields of rows that are about to be answered. */
  enrich?(c: RuleContext, rows: (HeadOf<D> & RuleValues)[]): Promise<void>;
  /** Further values of one row that is answered whole: those that `calls.sends` promises. */
  enrichOne?(c: RuleContext, row: RowSent<D>): Promise<void>;
  /**
   * Works out what is said of rows that are offered (`lookup.facts`); with `around`, which is a warehouse,
   * a store, a currency or none of them, also what lines learn of them.
   */
  facts?(c: RuleContext, rows: (HeadOf<D> & RuleValues)[], around: Around | null): Promise<void>;
  /**
   * Virtual fields that one row tells: SQL over `t`, the document's table. Lists show, filter, sort, sum
   * and export them like columns. A column of its own is shown like that, and summed as it is.
   */
  expressions?: { [N in FieldName<D>]?: string };
  /** Filters on other virtual fields; `t` is the document's table. */
  filters?: { [N in FieldName<D>]?: (value: string, caller: Caller) => RuleCondition };
  /**
   * What its list is read from instead of its table, where its rows depend on what is asked: a period.
   * `bind` answers the placeholder of a value; whose rows they are is seen to here, where it cannot be by row.
   */
  from?: Rules["from"];
  /** Of such rows that are summed of very many: see `Rules`. */
  many?: Rules["many"];
  /**
   * Guards and derived values before an insert (`before` undefined) or update; may change `next`. What
   * it answers is handed to `afterSave`.
   */
  beforeSave?(c: RuleContext, next: DraftOf<D>, before?: RowOf<D>): Promise<Scene>;
  /** Effects after the row is written; may return extra values for the answer. */
  afterSave?(c: RuleContext, id: string, next: DraftOf<D>, before: RowOf<D> | undefined, scene: Scene): Extra;
  /**
   * `beforeSave` of many rows by a few statements. It refuses as soon as one is refused, and also where
   * two of them may not stand together: whoever saves them then saves fewer at once, down to each alone.
   */
  beforeSaveMany?(c: RuleContext, rows: readonly { next: DraftOf<D>; before?: RowOf<D> }[]): Promise<void>;
  /** `afterSave` of many rows, which adds nothing to an answer. */
  afterSaveMany?(c: RuleContext, rows: readonly { next: DraftOf<D>; before?: RowOf<D> }[]): Promise<void>;
  /** Every action that does more than change the state, and what ends its approval. */
  transitions?: readonly Transition[];
  /** Values that conditions of the approval read; `amountCny` replaces the declared amount field. */
  flowFlags?(c: RuleContext, row: RowOf<D>): Promise<RuleValues>;
  /** The budget of a month that a row counts towards; nothing where none is set. At most one statement. */
  budget?(c: RuleContext, id: string): Promise<BudgetLeft | undefined>;
  /**
   * Values of a new document made from others, which its maker may read: `GET {api}/prefill?poId=`. `by`:
   * the fields of its declaration's `prefillBy` that the query names, as they were typed. `told`: a
   * sentence that stands on the form.
   */
  prefill?(c: RuleContext, from: SourcesOf<D>, by: Readonly<Record<string, string>>): Promise<RuleValues>;
  /**
   * Locks what a new row counts on, before its number is taken: whoever holds such a row may need a
   * number too.
   */
  beforeNumber?(c: RuleContext, next: DraftOf<D>): Promise<void>;
  /** A document that this one made (`createSubmitted`) came to an end; this one's row is locked. */
  onMadeEnded?(c: RuleContext, made: MadeEnd): Promise<void>;
  /** Locks what `onMadeEnded` works on besides this one's rows: what was made is locked after them. */
  lockAlong?(c: RuleContext, ids: readonly string[]): Promise<void>;
  /** Rows that its list lacks (`gaps`), the most pressing first, at most so many of them. */
  gaps?(c: RuleContext, most: number): Promise<GapsFound>;
  /** Why a file of `downloads` cannot be had of a row now; the disabled button says the same. */
  files?: Readonly<Record<string, (c: RuleContext, row: RowOf<D>) => Promise<string | undefined>>>;
  /** Figures above its list (`overview`), of rows that the caller sees; `query` is what the list is asked for. */
  overview?(c: RuleContext, query: ListQuery): Promise<RuleValues>;
  /** Guard for one line that an update drops. */
  beforeLineDelete?(c: RuleContext, lines: LineName<D>, row: LineOf<D, LineName<D>>): Promise<void>;
}

/** Writes the rules of one document, with the types of its declaration. */
export function rules<D extends DocumentType, Scene = unknown>(
  document: D,
  own: RulesOf<D, Scene>,
): Rules & { document: string };
export function rules({ name }: DocumentType, own: object): object {
  // The engine reads rows by their declaration: what it hands over has these types.
  return { ...own, document: name };
}

/** What a transition works on: the row with its lines, and what it locked besides. */
export type SceneOf<D, S> = S & { row: RowOf<D> };

/**
 * Events of a document besides its actions: the last approval; withdrawal and rejection, which give back
 * what submit held; deletion.
 */
export type DocumentEvent = "approved" | "returned" | "del";

/** lock → guard → state → effect. The engine writes the state and the history between the last two. */
export interface TransitionOf<D, S, I> {
  /** Locks what stands above the document in LOCK_ORDER, before its own row. */
  lockFirst?(c: RuleContext, id: string): Promise<void>;
  /**
   * What it works on besides the row, locked in LOCK_ORDER. Also runs outside a transaction, when a page
   * asks what could be done: `keep` and `lockIds` lock nothing then, and it must not write.
   */
  lock?(c: RuleContext, row: RowOf<D>): Promise<S>;
  /** Why it cannot be done now; the disabled button says the same. Pure: answers or throws a Refusal. */
  guard?(scene: SceneOf<D, S>, c: Pick<RuleContext, "caller">): Reason;
  /** What is to be considered before it is done: said beside the button, which works all the same. Pure. */
  warn?(scene: SceneOf<D, S>): string | undefined;
  /**
   * What its page starts with: values of `input`, and rows of `lines` with what is left of each. Reads
   * only; of rows that are counted (`tally`) it is asked again when they come back, for what is left then.
   */
  ask?(c: RuleContext, scene: SceneOf<D, S>): Promise<RuleValues>;
  /** Why it cannot be done with what was asked for. Pure. */
  check?(scene: SceneOf<D, S>, input: I): Reason;
  /** State that it leads to, where the declaration does not say. */
  to?(scene: SceneOf<D, S>, input: I): StateOf<D>;
  /** What it does to others; the state and the history are written already. */
  effect?(c: RuleContext, scene: SceneOf<D, S>, input: I): Extra;
  /**
   * The same for many rows by few statements, of an action that asks nothing. Guards are heard for each
   * row; a refusal of `lock` or `effect` takes the whole set back, and its rows are tried in smaller ones.
   */
  many?: TransitionManyOf<D, S>;
}

interface TransitionManyOf<D, S> {
  /**
   * Locks as `lockFirst` does. Answers those of the first rows that can be done together because none
   * changes what a later one looks at.
   */
  lockFirst(c: RuleContext, ids: readonly string[]): Promise<readonly string[]>;
  /** What each works on besides its row, by the row; only where `lock` answers something. */
  lock?(c: RuleContext, rows: readonly RowOf<D>[]): Promise<ReadonlyMap<string, S>>;
  /** What they do to others, as if one came after the other. */
  effect(c: RuleContext, scenes: readonly SceneOf<D, S>[]): Promise<unknown>;
}

/** What an action asks for; what comes back from its approval says how. */
type WrittenAsked<D, A> = A extends "returned" ? { status: "draft" | "rejected" } : InputOf<D, A>;

/** Writes one transition of a declaration, with the types of its row, scene and input. */
export function transition<D extends DocumentType, A extends ActionOf<D> | DocumentEvent, S extends object = object>(
  document: D,
  action: A,
  own: TransitionOf<D, S, WrittenAsked<D, A>>,
): Transition;
export function transition(_document: DocumentType, action: string, own: object): object {
  // The engine hands over the row, scene and input of this declaration.
  return { action, ...own };
}
