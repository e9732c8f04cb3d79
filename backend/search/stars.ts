import { documentNamed, isDeclared } from "#documents";
import type { DocumentType } from "#documents/kit";
import type { Context } from "../http/context";
import { invalid, missing } from "../http/refusal";
import { type Said, saidOf } from "./said";
import { seenBy } from "./search";

/** Documents that one person may star. */
const MOST = 100;

/** A row of a kind: `{type}:{id}`. */
export interface Named {
  type: string;
  id: string;
}

/** Those of these rows that the caller may see, in their order. */
export async function rowsNamed(c: Context, named: readonly Named[]): Promise<Said[]> {
  const seen = new Set(seenBy(c.caller).map((d) => d.name));
  const ids = new Map<DocumentType, string[]>();
  for (const { type, id } of named) {
    if (!isDeclared(type) || !seen.has(type)) continue;
    const document = documentNamed(type);
    ids.set(document, [...(ids.get(document) ?? []), id]);
  }
  const said = new Map((await saidOf(c, ids)).map((row) => [`${row.type}:${row.id}`, row]));
  return named.flatMap(({ type, id }) => said.get(`${type}:${id}`) ?? []);
}

/** What the caller starred, the newest first. */
export async function starred(c: Context): Promise<Said[]> {
  const rows = await c.sql.query<Named>(
    `select type, row_id::text as id from doc_star where user_id = $1 and tenant_id = $2
     order by create_time desc, row_id desc limit ${MOST}`,
    [c.caller.userId, c.tenantId],
  );
  return rowsNamed(c, rows);
}

/** @throws Refusal 404 for a row that the caller may not see, 400 beyond the most */
export async function star(c: Context, named: Named): Promise<void> {
  if (!(await rowsNamed(c, [named])).length) throw missing();
  const made = await c.sql.query(
    `insert into doc_star (tenant_id, user_id, type, row_id)
     select $1, $2, $3, $4 where (select count(*) from doc_star where user_id = $2) < ${MOST}
     on conflict (user_id, type, row_id) do update set create_time = excluded.create_time returning 1`,
    [c.tenantId, c.caller.userId, named.type, named.id],
  );
  if (!made.length) throw invalid(`最多收藏${MOST}张单据`);
}

export async function unstar(c: Context, { type, id }: Named): Promise<void> {
  await c.sql.query("delete from doc_star where user_id = $1 and type = $2 and row_id = $3", [
    c.caller.userId,
    type,
    id,
  ]);
}

export const isStarred = async (c: Context, { type, id }: Named): Promise<boolean> =>
  !!(await c.sql.one("select 1 from doc_star where user_id = $1 and type = $2 and row_id = $3", [
    c.caller.userId,
    type,
    id,
  ]));
