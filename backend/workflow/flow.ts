import type { DocumentType } from "#documents/kit";
import type { Context } from "../http/context";

/** What a document needs approved. */
export interface FlowStart {
  /** Name of the definition and of the document type. */
  defKey: string;
  bizId: string;
  bizNo: string;
  /** Chinese name of the document, for titles and messages. */
  label: string;
  /** Amount in CNY that conditions compare with; exact decimal text. */
  amountCny?: string | null;
  /** Further values that conditions read, for example {urgent: true, priceChanged: false}. */
  flags?: Record<string, unknown>;
  deptId: string | null;
  groupId?: string | null;
}

/** What an approval works with: a transaction, who acts, and what ends it for each kind of document. */
export interface FlowContext extends Context {
  flows: Flows;
}

/** What ends the approvals of each kind of document, by name. */
export type Flows = ReadonlyMap<string, FlowEnd>;

/** What a document type does when its approval ends; called in the transaction of the decision. */
export interface FlowEnd<C extends FlowContext = FlowContext> {
  document: DocumentType;
  approved(c: C, bizId: string): Promise<void>;
  rejected(c: C, bizId: string): Promise<void>;
  /** The starter took it back on the page of the flow. */
  withdrawn(c: C, bizId: string): Promise<void>;
  /**
   * Keeps the document's row, and what comes before it, locked until the transaction ends. The
   * document is locked before its flow on every way, so two decisions wait for each other instead of
   * meeting in a deadlock.
   */
  lock(c: C, bizId: string): Promise<unknown>;
  /**
   * The whole document with the caller's field permissions; `anyScope` for who takes part in its
   * approval. @throws Refusal 404
   */
  read(c: C, bizId: string, anyScope: boolean): Promise<Record<string, unknown>>;
  /** Why its last approval would be refused now, as far as that is known. */
  against(c: C, bizId: string): Promise<string | undefined>;
  /** The whole document as it stands, masked fields included: kept at every submit. */
  snapshot(c: C, bizId: string): Promise<Record<string, unknown>>;
  /** Tells the history of the document what was done on the page of the flow. */
  log(c: C, bizId: string, action: string, diff?: unknown): Promise<void>;
}

/** @throws Error when a definition runs for a type that has no approval */
export function flowEndOf(c: FlowContext, defKey: string): FlowEnd {
  const end = c.flows.get(defKey);
  if (!end) throw new Error(`no flow end for ${defKey}`);
  return end;
}
