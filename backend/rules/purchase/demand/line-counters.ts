import type { RuleContext } from "../../../documents/rules";

/** Heads whose lines carry quantities that other documents hold; the lines stand in `{head}_line`. */
type Head = "purchase_requisition" | "turn_requisition";

/** Ids that a row can have, each once. */
export const idsOf = (ids: Iterable<unknown>): string[] => [
  ...new Set([...ids].filter((id) => /^\d{1,18}$/.test(String(id))).map(String)),
];

/** Locks lines and their headers in ascending order, headers first. */
export async function lockLines({ sql }: RuleContext, head: Head, ids: string[]): Promise<void> {
  await sql.query(
    `select id from ${head} where id in (
       select ${head}_id from ${head}_line where id = any($1))
     order by id for no key update`,
    [ids],
  );
  await sql.query(`select id from ${head}_line where id = any($1) order by id for no key update`, [
    ids,
  ]);
}

/** Adds quantities (also negative ones) to a counter of locked lines; answers ids of their headers. */
export async function addToLines(
  { sql }: RuleContext,
  head: Head,
  counter: string,
  deltas: ReadonlyMap<string, number>,
): Promise<string[]> {
  const rows = [...deltas].filter(([, n]) => n !== 0).map(([id, n]) => ({ id, n }));
  if (!rows.length) return [];
  const changed = await sql.query<{ head: string }>(
    `update ${head}_line l set ${counter} = l.${counter} + x.n
     from jsonb_to_recordset($1::jsonb) as x(id bigint, n int) where l.id = x.id
     returning l.${head}_id as head`,
    [JSON.stringify(rows)],
  );
  return [...new Set(changed.map((r) => r.head))].sort((a, b) => Number(a) - Number(b));
}
