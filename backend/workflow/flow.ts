import type { DocumentType } from "#documents/kit";
import type { RuleContext, Values } from "../documents/rules";

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

/** What a document type does when its approval ends; called in the transaction of the decision. */
export interface FlowEnd {
  approved(c: RuleContext, bizId: string): Promise<void>;
  rejected(c: RuleContext, bizId: string): Promise<void>;
  /** The starter took it back on the page of the flow. */
  withdrawn?(c: RuleContext, bizId: string): Promise<void>;
  /**
   * Keeps the document's row, and what comes before it, locked until the transaction ends. The
   * document is locked before its flow on every way, so two decisions wait for each other instead of
   * meeting in a deadlock.
   */
  lock?(c: RuleContext, bizId: string): Promise<unknown>;
  document?: DocumentType;
  /**
   * The whole document with the caller's field permissions; `anyScope` for who takes part in its
   * approval. @throws Refusal 404
   */
  read?(c: RuleContext, bizId: string, anyScope: boolean): Promise<Values>;
  /** The whole document as it stands, masked fields included: kept at every submit. */
  snapshot?(c: RuleContext, bizId: string): Promise<Values>;
}

const ends = new Map<string, FlowEnd>();

/** Tells what happens to documents of this type when their approval ends. */
export const registerFlowEnd = (defKey: string, end: FlowEnd) => ends.set(defKey, end);

/** @throws Error when a definition runs for a type that registered nothing */
export function flowEndOf(defKey: string): FlowEnd {
  const end = ends.get(defKey);
  if (!end) throw new Error(`no flow end for ${defKey}`);
  return end;
}

/** Document types with an approval, by name. */
export const flowEnds = (): ReadonlyMap<string, FlowEnd> => ends;
