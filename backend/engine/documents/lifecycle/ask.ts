import { askOnce } from "#backend/platform/db";
import { conflict, Refusal, refusalOf } from "#backend/platform/http";
import { type DocumentType, readable } from "#documents/kit";
import { withNames } from "../reading/codes";
import { readBoth } from "../reading/read-document";
import { givenLines } from "../rows";
import type { DocumentRuleRow, Reason, RuleContext, Rules, RuleValues, Transition } from "../rules";
import { permit } from "../writing/write";

/** The transition that a document's rules have for an action or event. */
export const transitionOf = (rules: Rules, action: string): Transition | undefined =>
  rules.transitions?.find((t) => t.action === action);

export const asRefusal = (reason: Reason): Refusal | undefined =>
  reason instanceof Refusal ? reason : reason ? conflict(reason) : undefined;

/** Locks what a transition works on, and hears its guard. @throws Refusal what the guard says */
export async function sceneOf(c: RuleContext, t: Transition | undefined, row: DocumentRuleRow): Promise<object> {
  const scene = { row, ...(await t?.lock?.(c, row)) };
  const refusal = asRefusal(t?.guard?.(scene, c));
  if (refusal) throw refusal;
  return scene;
}

/** The same, with what was asked for. @throws Refusal what guard or check say */
export async function enter(
  c: RuleContext,
  t: Transition | undefined,
  row: DocumentRuleRow,
  input: RuleValues,
): Promise<object> {
  const scene = await sceneOf(c, t, row);
  const refusal = asRefusal(t?.check?.(scene, input));
  if (refusal) throw refusal;
  return scene;
}

/** What the page of a row says of a transition: why it cannot be done now, or what speaks against it. */
export interface Heard {
  refused?: string | undefined;
  warned?: string | undefined;
}

/** What guard and warning of a transition say of a row now; nothing is locked or written. */
export async function heardOf(c: RuleContext, t: Transition, row: DocumentRuleRow): Promise<Heard> {
  if (!t.guard && !t.warn) return {};
  try {
    const scene = { row, ...(await t.lock?.(c, row)) };
    const refused = asRefusal(t.guard?.(scene, c))?.message;
    return refused ? { refused } : { warned: t.warn?.(scene) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: refusalOf(error).message };
    throw error;
  }
}

/** What the rule proposes for an action, its rows with the names and codes of what they reference. */
export async function proposed(
  c: RuleContext,
  document: DocumentType,
  name: string,
  t: Transition | undefined,
  scene: object,
): Promise<RuleValues> {
  const values: RuleValues = { ...(await t?.ask?.(c, scene)) };
  for (const [list, lines] of Object.entries(document.actions?.[name]?.lines ?? {}))
    values[list] = await withNames(c, lines, givenLines(values, list) ?? []);
  return values;
}

/** Rows without what the caller may not read. */
function withoutSecrets(c: RuleContext, document: DocumentType, name: string, values: RuleValues) {
  for (const [list, { fields }] of Object.entries(document.actions?.[name]?.lines ?? {})) {
    const secret = Object.keys(fields).filter((n) => {
      const f = fields[n];
      return f && !readable(f, c.caller);
    });
    for (const row of givenLines(values, list) ?? []) for (const n of secret) delete row[n];
  }
  return values;
}

/**
 * What an action starts from: values and rows with what is left of each, for its page or a scanner.
 * @throws Refusal 404 for a row that the caller may not read, 403 or 409 where it cannot be done now
 */
export async function askFor(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  id: string,
  name: string,
): Promise<RuleValues> {
  const once = { ...c, sql: askOnce(c.sql) };
  const { shown, whole } = await readBoth(once, document, rules, id);
  permit(c.caller.permissions, document, name, shown);
  const t = transitionOf(rules, name);
  const scene = await sceneOf(once, t, whole);
  const values = await proposed(once, document, name, t, scene);
  return { ...withoutSecrets(c, document, name, values), id, version: shown.version };
}
