import type { Context } from "#backend/platform/http/context";
import { permissionOf } from "#documents/kit";
import { knowledge } from "#documents/knowledge/article";
import { visible } from "../documents/reading/where";

/** A page of the console that published articles belong to. */
export interface SearchGuide {
  page: string;
  /** How many of them the caller may read, and the newest one. */
  articles: number;
  id: string;
  title: string;
}

/** Pages with articles that the caller may read (market.md 5), each once. */
export async function guides({ sql, caller }: Context): Promise<SearchGuide[]> {
  if (!caller.permissions.has(permissionOf(knowledge, "view"))) return [];
  const where = visible(knowledge, caller).and("t.status = 'published'");
  return sql.query<SearchGuide>(
    `select page, count(*)::int as articles, (array_agg(id order by newest))[1] as id,
       (array_agg(title order by newest))[1] as title
     from (select unnest(t.pages) as page, t.id, t.title,
         row_number() over (order by t.publish_time desc nulls last, t.id desc) as newest
       from knowledge t where ${where} and t.pages <> '{}') a
     group by page order by page limit 500`,
    where.values,
  );
}
