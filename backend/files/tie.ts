import type { Sql } from "../db/sql";
import type { Caller } from "../http/caller";

/** Name under which this backend keeps the file of an address. */
export const storedName = (url: string) => url.split(/[?#]/)[0]?.split("/").pop() ?? "";

/**
 * Ties files to a document: whoever may view it may then read them. Who names them was asked before
 * whether the files may be named.
 */
export async function tieFiles(
  c: { sql: Sql; caller: Caller; tenantId: string },
  owner: { type: string; id: string },
  ids: readonly string[],
): Promise<void> {
  if (!ids.length) return;
  await c.sql.query(
    `with mine as (
       update sys_file set biz_type = $2, biz_id = $3
       where tenant_id = $1 and id = any($4::bigint[]) and del_flag = 0 and biz_id is null
         and (biz_type is null or biz_type = $2))
     insert into sys_file_use (file_id, biz_type, biz_id)
     select id, $2, $3 from sys_file where tenant_id = $1 and id = any($4::bigint[]) and del_flag = 0
     on conflict do nothing`,
    [c.tenantId, owner.type, owner.id, ids],
  );
}

/** The kinds and ids of documents that a file belongs to. */
export const usesOf = (sql: Sql, fileId: string) =>
  sql.query<{ bizType: string; bizId: string }>(
    `select biz_type as "bizType", biz_id as "bizId" from sys_file_use
     where file_id = $1 order by biz_type, biz_id limit 100`,
    [fileId],
  );
