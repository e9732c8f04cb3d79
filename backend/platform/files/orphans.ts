import { lockAdvisory } from "../db/advisory";
import type { Database, Sql } from "../db/sql";
import type { Caller } from "../http/endpoint";
import { Refusal } from "../http/refusal";
import { param } from "../values/params";
import { sweepBlobs } from "./blobs";
import type { Stores } from "./store";

const MB = 1024 * 1024;

/** Uploads `f` of somebody that no document, notice or profile uses. */
const UNUSED = `f.del_flag = 0 and f.biz_id is null and f.create_by is not null
  and not exists (select 1 from sys_file_use u where u.file_id = f.id)
  and not exists (select 1 from sys_notification_file n where n.file_id = f.id)
  and not (f.biz_type is not distinct from 'avatar' and exists (select 1 from sys_user u
    where u.id = f.create_by and right(u.avatar, length(f.file_name)) = f.file_name))`;

/** Removes uploads that nobody used within the time that each tenant's parameter says. */
export async function sweepOrphans(db: Database, stores: Stores): Promise<void> {
  await db.query(
    `update sys_file f set del_flag = 1, version = version + 1, update_time = now()
     where ${UNUSED} and f.create_time < now() - make_interval(days => coalesce(
       (select value::int from sys_param p where p.tenant_id = f.tenant_id
        and p.param_key = 'orphan_file_days' and p.del_flag = 0), 7))`,
  );
  while (await sweepBlobs(db, stores));
}

/**
 * Lets a person keep as many unused uploads as the tenant's parameter says; uploads of one person wait
 * for each other.
 * @param size bytes that would be added
 * @throws Refusal 413
 */
export async function requireRoom(sql: Sql, caller: Caller, size: number): Promise<void> {
  await lockAdvisory(sql, "unusedFiles", caller.userId);
  const most = await param(sql, caller.tenantId, "orphan_file_mb");
  const used = await sql.one<{ size: string }>(
    `select coalesce(sum(f.size), 0) as size from sys_file f
     where f.tenant_id = $1 and f.create_by = $2 and ${UNUSED}`,
    [caller.tenantId, caller.userId],
  );
  if (Number(used?.size) + size > Number(most) * MB)
    throw new Refusal(413, `上传后未使用的文件已达${most}MB，请先用在单据中，或等系统清理后再上传`);
}

/** Says on the page of files how long unused uploads are kept, and how many there are. */
export async function orphansNote(sql: Sql, tenantId: string): Promise<string> {
  const found = await sql.one<{ n: number; size: string }>(
    `select count(*)::int as n, coalesce(sum(f.size), 0) as size from sys_file f
     where f.tenant_id = $1 and ${UNUSED}`,
    [tenantId],
  );
  const days = await param(sql, tenantId, "orphan_file_days");
  const most = await param(sql, tenantId, "orphan_file_mb");
  const mb = (Number(found?.size) / MB).toFixed(1);
  return `未用在单据中的文件保留${days}天，每人最多${most}MB，现有${found?.n}个、共${mb}MB。超出的自动清理，在系统参数中设置。`;
}
