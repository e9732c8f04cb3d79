import type { Opens } from "#documents/kit";
import { Question, Refusal } from "../../http/refusal";
import { startFrom } from "../reading/source";
import type { RuleContext } from "../rules";

/**
 * Why the form that an action of a row opens cannot be started now: what the maker of the other document
 * says of this row, asked before anybody fills the form in.
 */
export async function openingRefused(
  c: RuleContext,
  opens: Opens,
  id: string,
): Promise<string | undefined> {
  const target = c.book.get(opens.document);
  if (!target?.document.prefill?.[opens.param]) return undefined;
  try {
    await startFrom(c, target.document, target.rules, { [opens.param]: id });
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof Question) throw error;
    return error.message;
  }
}
