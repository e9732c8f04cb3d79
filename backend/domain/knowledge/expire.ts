import { moveTo } from "#backend/engine/documents";
import { type Database, keep } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { knowledge } from "#documents/knowledge/article";

/** Takes articles down whose time is over. */
export const expireArticles = (db: Database): Promise<void> =>
  db.tx(async (sql) => {
    const rows = await sql.query<{ id: string; tenantId: string }>(
      `select id, tenant_id as "tenantId" from knowledge where status = 'published' and del_flag = 0
         and expire_date < (now() at time zone 'Asia/Shanghai')::date
       order by id limit 500 ${keep(sql, "knowledge")}`,
    );
    for (const { id, tenantId } of rows)
      await moveTo({ sql, ...systemOf(tenantId) }, knowledge, id, "offline", "过期下架");
  });
