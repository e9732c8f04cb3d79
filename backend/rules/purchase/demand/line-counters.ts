import { keep, lockIds } from "../../../db/locks";
import type { RuleContext } from "../../../documents/rules";

/** Heads whose lines carry quantities that other documents hold; the lines stand in `{head}_line`. */
type Head = "purchase_requisition" | "turn_requisition";
/** Pieces by id. */
export type Pieces = ReadonlyMap<string, number>;

/** Ids that a row can have, each once. */
export const idsOf = (ids: Iterable<string | null | undefined>): string[] =>
  [...new Set(ids)].flatMap((id) => (id && /^\d{1,18}$/.test(id) ? [id] : []));

/** Locks lines and their headers in ascending order, headers first. */
export async function lockLines({ sql }: RuleContext, head: Head, ids: string[]): Promise<void> {
  if (!sql.held || !ids.length) return;
  await sql.query(
    `select id from ${head} where id in (
       select ${head}_id from ${head}_line where id = any($1::bigint[]))
     order by id ${keep(sql, head)}`,
    [ids],
  );
  await lockIds(sql, `${head}_line` as const, ids);
}

/** Adds quantities (also negative ones) to a counter of locked lines; answers ids of their headers. */
export async function addToLines(
  { sql }: RuleContext,
  head: Head,
  counter: string,
  deltas: Pieces,
): Promise<string[]> {
  const rows = [...deltas].filter(([, n]) => n !== 0).map(([id, n]) => ({ id, n }));
  if (!rows.length) return [];
  const changed = await sql.query<{ id: string }>(
    `with changed as (
       update ${head}_line l set ${counter} = l.${counter} + x.n
       from jsonb_to_recordset($1::jsonb) as x(id bigint, n int) where l.id = x.id
       returning l.${head}_id as id)
     select distinct id from changed order by id`,
    [JSON.stringify(rows)],
  );
  return changed.map((r) => r.id);
}

/** The same quantities given back. */
export const negated = (pieces: Pieces): Pieces => new Map([...pieces].map(([id, n]) => [id, -n]));
