import type { Sql } from "../db/sql";
import type { Caller } from "../http/caller";

/** Name under which this backend keeps the file of an address. */
export const storedName = (url: string) => url.split(/[?#]/)[0]?.split("/").pop() ?? "";

/**
 * Ties files that the caller uploaded to a document, as long as no other kind of document has them:
 * whoever may view it may then read them.
 * @returns How many files were tied; what is nobody's or somebody else's is left as it is
 */
export async function tieFiles(
  c: { sql: Sql; caller: Caller; tenantId: string },
  owner: { type: string; id: string },
  urls: readonly string[],
): Promise<number> {
  const found = await c.sql.query(
    `update sys_file set biz_type = $3, biz_id = $4
     where tenant_id = $1 and create_by = $2 and file_name = any ($5) and del_flag = 0
       and (biz_type is null or biz_type = $3) returning id`,
    [c.tenantId, c.caller.userId, owner.type, owner.id, urls.map(storedName)],
  );
  return found.length;
}
