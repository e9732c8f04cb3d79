import { type DocumentType, type Field, readable, tailOf } from "#documents/kit";
import { missing } from "../../http/refusal";
import { flowOf } from "../../workflow/service";
import { alias } from "../call";
import { savedLines } from "../rows";
import type { Row, RuleContext, Rules, Values } from "../rules";
import { readLines } from "./lines";
import type { RowRead } from "./row";
import { selectList } from "./select";
import { oneVisible } from "./where";

const tails = (fields: Record<string, Field>, row: Values, c: RuleContext) => {
  for (const [name, f] of Object.entries(fields))
    if (f.tail && !c.caller.permissions.has(f.tail)) row[name] = tailOf(row[name]);
};

/** Masked fields of lines are not sent either (supply.md D.3: the server omits, not the page). */
function hide(document: DocumentType, c: RuleContext, row: Row) {
  tails(document.fields, row, c);
  for (const [name, lines] of Object.entries(document.lines ?? {})) {
    for (const line of savedLines(row, name)) tails(lines.fields, line, c);
    const secret = Object.entries(lines.fields).filter(([, f]) => !readable(f, c.caller));
    for (const line of savedLines(row, name)) for (const [field] of secret) delete line[field];
  }
}

/**
 * One whole document: header, lines, readable twins of its references. What the caller may not read is
 * left out.
 */
export async function readDocument<D extends DocumentType>(
  c: RuleContext,
  document: D,
  rules: Rules,
  id: string,
): Promise<RowRead<D>> {
  const where = oneVisible(document, c.caller, id);
  const row = await c.sql.one<Row>(
    `select ${selectList(document, c.caller, rules)} from ${document.table} t where ${where}`,
    where.values,
  );
  if (!row) throw missing();
  Object.assign(row, await readLines(c, document, id));
  await rules.enrich?.(c, [row]);
  await rules.enrichOne?.(c, row);
  if (document.flow) row.flow = await flowOf(c, { defKey: document.name, bizId: row.id });
  hide(document, c, row);
  // The select is made from the declaration: the row has the declared types.
  return { ...row, [alias(document)]: row.id } as RowRead<D>;
}
