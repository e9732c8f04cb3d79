import { flowOf } from "#backend/engine/workflow/service";
import { missing } from "#backend/platform/http";
import { type DocumentType, type Field, labelName, ownId, readable, tailOf } from "#documents/kit";
import { savedLines } from "../rows";
import type { DocumentRuleRow, RuleContext, Rules, RuleValues } from "../rules";
import { readLines } from "./lines";
import type { RowRead } from "./row";
import { readFields, seesWhole, selectList } from "./select";
import { turnOf } from "./turn";
import { oneVisible } from "./where";

const tails = (fields: Record<string, Field>, row: RuleValues, c: RuleContext) => {
  for (const [name, f] of Object.entries(fields)) if (!seesWhole(f, c.caller)) row[name] = tailOf(row[name]);
};

/** Masked fields of lines are not sent either (supply.md D.3: the server omits, not the page). */
function hide(document: DocumentType, c: RuleContext, row: DocumentRuleRow) {
  tails(document.fields, row, c);
  for (const [name, lines] of Object.entries(document.lines ?? {})) {
    for (const line of savedLines(row, name)) tails(lines.fields, line, c);
    const secret = Object.entries(lines.fields).filter(([, f]) => !readable(f, c.caller));
    for (const line of savedLines(row, name)) for (const [field] of secret) delete line[field];
  }
}

/** Fields of the header that the caller may not read, with what a reference among them is called. */
function hideFields(document: DocumentType, rules: Rules, c: RuleContext, row: DocumentRuleRow) {
  for (const [name, f] of readFields(document, rules)) {
    if (readable(f, c.caller)) continue;
    delete row[name];
    if (f.kind === "ref" || f.kind === "refs") delete row[labelName(name)];
  }
}

/**
 * One document, read once: `shown` is header, lines and readable twins of its references, without what
 * the caller may not read; `whole` is all of it, as guards judge it.
 */
export async function readBoth<D extends DocumentType>(
  c: RuleContext,
  document: D,
  rules: Rules,
  id: string,
): Promise<{ shown: RowRead<D>; whole: DocumentRuleRow }> {
  const where = oneVisible(document, c.caller, id);
  const from = rules.from?.({ current: 1, size: 1 }, (value) => where.bind(value), c.caller) ?? document.table;
  const row = await c.sql.one<DocumentRuleRow>(
    `select ${selectList(document, undefined, rules)} from ${from} t where ${where}`,
    where.values,
  );
  if (!row) throw missing();
  Object.assign(row, await readLines(c, document, id));
  const whole = structuredClone(row);
  // Before the rules add to it: what they work out must not tell what is hidden.
  hideFields(document, rules, c, row);
  await rules.enrich?.(c, [row]);
  await rules.enrichOne?.(c, row);
  if (document.flow) row.flow = await flowOf(c, { defKey: document.name, bizId: row.id });
  const turn = await turnOf(c, document, row);
  if (turn) row.$turn = turn;
  hide(document, c, row);
  // The select is made from the declaration: the row has the declared types.
  return { shown: { ...row, [ownId(document)]: row.id } as RowRead<D>, whole };
}

/** The same, as the caller sees it. */
export const readDocument = async <D extends DocumentType>(
  c: RuleContext,
  document: D,
  rules: Rules,
  id: string,
): Promise<RowRead<D>> => (await readBoth(c, document, rules, id)).shown;
