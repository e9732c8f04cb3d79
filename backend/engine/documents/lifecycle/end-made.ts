import { cancel } from "#backend/engine/workflow/service";
import type { DocumentType } from "#documents/kit";
import { lockWhole } from "../reading/row";
import type { RuleContext } from "../rules";
import { endReturned, logDecision } from "./approval";
import { perform } from "./perform";

/**
 * Ends a document that another one made (`createSubmitted`) and does not want any more, in its approval or
 * after it: what it held is given back, and its maker hears of it as of any other end.
 */
export async function endMade(c: RuleContext, document: DocumentType, id: string, reason: string): Promise<void> {
  const row = await lockWhole<DocumentType>(c, document, id, { anyScope: true });
  const state = row[document.status?.field ?? "status"];
  if (state === "auditing") {
    await cancel(c, { defKey: document.name, bizId: id });
    await endReturned(c, document, c.book.get(document.name)?.rules ?? {}, id, "draft");
    await logDecision(c, document, id, "作废", { reason: [null, reason] });
  } else if (state !== "void")
    await perform<DocumentType, string>(c, document, id, "void", { reason }, { trusted: true });
}
