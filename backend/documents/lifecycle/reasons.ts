import { can, type DocumentType } from "#documents/kit";
import { Refusal } from "../../http/refusal";
import { readWhole } from "../reading/row";
import type { Row, RuleContext, Rules } from "../rules";
import { reasonAgainst, transitionOf } from "./step";
import { requireComplete } from "./submit";

/** Actions of a document, and deletion, that its buttons offer in this state. */
const offered = (c: RuleContext, document: DocumentType, row: Row): string[] =>
  [...Object.keys(document.actions ?? {}), "del"].filter(
    (name) => can(c.caller.permissions, document, name, row).ok,
  );

function incomplete(document: DocumentType, row: Row): string | undefined {
  try {
    requireComplete(document, row);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/**
 * Why actions that the state allows are refused all the same, by action: what their guards say now. The
 * buttons are disabled with these sentences instead of being refused when they are pressed.
 */
export async function reasonsOf(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  row: Row,
): Promise<Record<string, string>> {
  const asked = offered(c, document, row).filter(
    (name) => transitionOf(rules, name)?.guard || (document.flow && name === "submit"),
  );
  if (!asked.length) return {};
  // Guards judge all of the row, also what the caller may not read.
  const whole: Row = await readWhole<DocumentType>(c, document, row.id);
  const found: Record<string, string> = {};
  for (const name of asked) {
    const t = transitionOf(rules, name);
    const reason =
      (document.flow && name === "submit" ? incomplete(document, whole) : undefined) ??
      (t && (await reasonAgainst(c, t, whole)));
    if (reason) found[name] = reason;
  }
  return found;
}
