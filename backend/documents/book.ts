import type { DocumentType } from "#documents/kit";
import { flowEnd } from "./lifecycle/approval";
import type { Engine, Rules } from "./rules";

/** The rules of these documents by name, and what ends their approvals. */
export function ruleBook(
  documents: readonly DocumentType[],
  rules: Readonly<Record<string, Rules>>,
): Engine {
  const book = new Map(
    documents.map((document) => [document.name, { document, rules: rules[document.name] ?? {} }]),
  );
  const flows = new Map(
    [...book].flatMap(([name, entry]) =>
      entry.document.flow ? [[name, flowEnd(entry.document, entry.rules)] as const] : [],
    ),
  );
  return { book, flows };
}
