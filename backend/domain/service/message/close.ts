import { moveTo } from "#backend/engine/documents";
import { type Database, keep } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { csThread } from "#documents/service/thread";

/** What nobody came back to for so long is over (market.md 3). */
const DAYS = 7;
const AT_ONCE = 500;

/** Closes threads that were resolved a week ago. */
export const closeThreads = (db: Database): Promise<void> =>
  db.tx(async (sql) => {
    const rows = await sql.query<{ id: string; tenantId: string }>(
      `select id, tenant_id as "tenantId" from cs_thread where status = 'resolved' and del_flag = 0
         and resolved_time < now() - make_interval(days => $1)
       order by id limit $2 ${keep(sql, "cs_thread")}`,
      [DAYS, AT_ONCE],
    );
    for (const { id, tenantId } of rows)
      await moveTo({ sql, ...systemOf(tenantId) }, csThread, id, "closed", "自动关闭");
  });
