import { type DocumentType, readable } from "#documents/kit";
import { askOnce } from "../../db/once";
import { withNames } from "../reading/codes";
import { readBoth } from "../reading/read-document";
import { givenLines } from "../rows";
import type { RuleContext, Rules, Transition, Values } from "../rules";
import { permit } from "../writing/write";
import { sceneOf, transitionOf } from "./step";

/** What the rule proposes for an action, its rows with the names and codes of what they reference. */
export async function proposed(
  c: RuleContext,
  document: DocumentType,
  name: string,
  t: Transition | undefined,
  scene: object,
): Promise<Values> {
  const values: Values = { ...(await t?.ask?.(c, scene)) };
  for (const [list, lines] of Object.entries(document.actions?.[name]?.lines ?? {}))
    values[list] = await withNames(c, lines, givenLines(values, list) ?? []);
  return values;
}

/** Rows without what the caller may not read. */
function withoutSecrets(c: RuleContext, document: DocumentType, name: string, values: Values) {
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
): Promise<Values> {
  const once = { ...c, sql: askOnce(c.sql) };
  const { shown, whole } = await readBoth(once, document, rules, id);
  permit(c.caller.permissions, document, name, shown);
  const t = transitionOf(rules, name);
  const scene = await sceneOf(once, t, whole);
  const values = await proposed(once, document, name, t, scene);
  return { ...withoutSecrets(c, document, name, values), id, version: shown.version };
}
