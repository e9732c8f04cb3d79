import type { DocumentType } from "#documents/kit";
import { missing } from "../http/refusal";
import { alias } from "./call";
import { readLines } from "./lines";
import type { Row, RuleContext, Rules } from "./rules";
import { selectList } from "./select";
import { visible } from "./where";

/** One whole document: header, lines, readable twins of its references. */
export async function readDocument(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  id: string,
) {
  const where = visible(document, c.caller).and("t.id = ?", id);
  const row = await c.sql.one<Row>(
    `select ${selectList(document, c.caller)} from ${document.table} t where ${where}`,
    where.values,
  );
  if (!row) throw missing();
  await rules.enrich?.(c, [row]);
  await rules.enrichOne?.(c, row);
  return { ...row, [alias(document)]: row.id, ...(await readLines(c, document, id)) };
}
