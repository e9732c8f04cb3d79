import {
  type Around,
  allFields,
  type DocumentType,
  factsOf,
  labelName,
  readable,
} from "#documents/kit";
import type { Row, RuleContext, Rules } from "../rules";
import type { Offered } from "./options";
import { selectList } from "./select";

/**
 * What is said of rows that are offered: values of their own that the caller may read. `known`: also what
 * lines learn of them, as it is around these.
 */
export async function withFacts(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  offered: Offered[],
  known: Around | null,
): Promise<(Offered & { facts?: Record<string, unknown> })[]> {
  const fields = allFields(document);
  const names = factsOf(document, !!known).filter(
    (n) => fields[n] && readable(fields[n], c.caller),
  );
  if (!names.length || !offered.length) return offered;
  const rows = await c.sql.query<Row>(
    `select ${selectList(document, c.caller, rules)} from ${document.table} t
     where t.id = any($1::bigint[])`,
    [offered.map((o) => o.id)],
  );
  await rules.enrich?.(c, rows);
  await rules.facts?.(c, rows, known);
  const said = names.flatMap((n) => [n, labelName(n)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return offered.map((o) => {
    const row = byId.get(o.id);
    const own = said.filter((n) => row?.[n] !== undefined && row[n] !== null);
    return { ...o, facts: Object.fromEntries(own.map((n) => [n, row?.[n]])) };
  });
}
