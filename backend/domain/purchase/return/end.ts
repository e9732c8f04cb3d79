import type { RuleContext } from "#backend/engine/documents";
import { release } from "#backend/ledgers/stock";
import { refreshOrder } from "../order-lines/chain";
import type { ReturnDocument, Returning } from "./guards";
import { sourceOf } from "./stock";

/**
 * Nothing goes back: what the document holds is free again, and its order, which is locked with its
 * goods, may be complete now. The state of the document is written.
 */
export async function endReturn(c: RuleContext, document: ReturnDocument, row: Returning): Promise<void> {
  await release(c, sourceOf(document, row));
  await refreshOrder(c, row.poId);
}
