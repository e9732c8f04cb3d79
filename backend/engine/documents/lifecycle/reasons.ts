import { askOnce } from "#backend/platform/db";
import { Question, Refusal } from "#backend/platform/http";
import { can, type DocumentType, fileGuard, type Opens } from "#documents/kit";
import { readBoth } from "../reading/read-document";
import { startFrom } from "../reading/source";
import type { DocumentRuleRow, RuleContext, Rules } from "../rules";
import { type Heard, heardOf, transitionOf } from "./ask";
import { requireComplete } from "./submit";

/**
 * Why the form that an action of a row opens cannot be started now: what the maker of the other document
 * says of this row, asked before anybody fills the form in.
 */
async function openingRefused(c: RuleContext, opens: Opens, id: string): Promise<string | undefined> {
  const target = c.book.get(opens.document);
  if (!target?.document.start?.prefill?.[opens.param]) return undefined;
  try {
    await startFrom(c, target.document, target.rules, { [opens.param]: id });
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof Question) throw error;
    return error.message;
  }
}

/** Actions of a document, and deletion, that its buttons offer in this state. */
const offered = (c: RuleContext, document: DocumentType, row: DocumentRuleRow): string[] =>
  [...Object.keys(document.actions ?? {}), "del"].filter((name) => can(c.caller.permissions, document, name, row).ok);

function incomplete(document: DocumentType, row: DocumentRuleRow): string | undefined {
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
 * buttons are disabled with these sentences instead of being refused when they are pressed, those that open
 * the form of another document with what its maker says. Of the others, what is to be considered first.
 * @param shown what the caller sees
 * @param whole guards judge all of the row, also what the caller may not read
 */
async function reasonsOf(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  shown: DocumentRuleRow,
  whole: DocumentRuleRow,
): Promise<{ refused: Record<string, string>; warned: Record<string, string> }> {
  const refused: Record<string, string> = {};
  const warned: Record<string, string> = {};
  for (const name of offered(c, document, shown)) {
    const t = transitionOf(rules, name);
    const lacking = document.flow && name === "submit" ? incomplete(document, whole) : undefined;
    const heard: Heard = lacking ? { refused: lacking } : t ? await heardOf(c, t, whole) : {};
    const opens = document.actions?.[name]?.opens;
    const no = heard.refused ?? (opens && (await openingRefused(c, opens, whole.id)));
    if (no) refused[name] = no;
    else if (heard.warned) warned[name] = heard.warned;
  }
  for (const [name, guard] of Object.entries(rules.files ?? {})) {
    const no = await guard(c, whole);
    if (no) refused[fileGuard(name)] = no;
  }
  return { refused, warned };
}

/** One document as its page shows it: as the caller sees it, with what is `refused` and `warned` of. */
export async function readPage(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  id: string,
): Promise<DocumentRuleRow> {
  const once = { ...c, sql: askOnce(c.sql) };
  const { shown, whole } = await readBoth(once, document, rules, id);
  return { ...shown, ...(await reasonsOf(once, document, rules, shown, whole)) };
}
