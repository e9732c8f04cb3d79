import type { RuleContext } from "#backend/engine/documents";
import type { RowOf, SentOf } from "#documents/kit";
import type { knowledge } from "#documents/knowledge/article";

type ReaderRow = RowOf<typeof knowledge>;
type ReaderSent = SentOf<typeof knowledge>;
const MOST = 500;

/** Somebody looks: counted once a day. */
export async function noteView({ sql, tenantId, caller }: RuleContext, row: ReaderRow): Promise<void> {
  if (row.status !== "published" || caller.userId === "0") return;
  await sql.query(
    `insert into knowledge_reader (tenant_id, knowledge_id, user_id) values ($1, $2, $3)
     on conflict (knowledge_id, user_id) do update
       set views = knowledge_reader.views + 1, viewed_at = now()
       where knowledge_reader.viewed_at < date_trunc('day', now())`,
    [tenantId, row.id, caller.userId],
  );
}

/** SQL: users `u` for whom the article `k` is meant. */
export const MEANT = `(k.visible_scope = 'all'
  or (k.visible_scope = 'dept' and exists (with recursive up (id, above) as (
      select id, parent_id from sys_dept where id = u.dept_id
      union select d.id, d.parent_id from sys_dept d join up on d.id = up.above)
    select from up where up.id = any(k.visible_dept_ids)))
  or (k.visible_scope = 'role' and exists (select from sys_user_role x
    where x.user_id = u.id and x.role_id = any(k.visible_role_ids))))`;

/** What the caller has done with it, and, for who answers for it, who has not said that it is read. */
export async function readersOf({ sql, tenantId, caller }: RuleContext, row: ReaderRow): Promise<ReaderSent> {
  const own = await sql.one<{ liked: boolean; version: number | null }>(
    `select liked, read_version as version from knowledge_reader
     where knowledge_id = $1 and user_id = $2`,
    [row.id, caller.userId],
  );
  const mine = { liked: own?.liked ?? false, read: own?.version === row.articleVersion };
  if (!row.mustRead || !caller.permissions.has("kb_article_approve")) return { mine };
  const people = await sql.query<NonNullable<ReaderSent["readers"]>[number]>(
    `select u.displayname as name, d.name as dept, r.read_at as "readAt"
     from knowledge k join sys_user u on u.tenant_id = k.tenant_id and u.del_flag = 0
         and u.lock_flag = '0' and ${MEANT}
       left join sys_dept d on d.id = u.dept_id
       left join knowledge_reader r on r.knowledge_id = k.id and r.user_id = u.id
         and r.read_version = k.article_version
     where k.id = $1 and k.tenant_id = $2 and k.status = 'published'
     order by r.read_at nulls first, u.id limit ${MOST}`,
    [row.id, tenantId],
  );
  return { mine, readers: people };
}
