import type { Database } from "#backend/platform/db";
import { sweepBlobs } from "#backend/platform/files/blobs";
import type { Stores } from "#backend/platform/files/store";
import { param } from "#backend/platform/values";
import { reportFile } from "#documents/base/report-file";
import { GONE } from "../report-file";

/** Files that one statement gives up: none holds its locks for long. */
const BATCH = 500;

/**
 * Files of reports that came so many months ago, of which no other document has the file. What waits to be read, or
 * to be decided on, keeps its file.
 */
const GIVE_UP = `
  with old as (
    select r.id, r.files from report_file r
    where r.tenant_id = $1 and r.del_flag = 0 and r.file_gone_time is null and r.status not in ('waiting', 'changed')
      and r.create_time < now() - make_interval(months => $2::int)
      and not exists (select 1 from sys_file_use u where u.file_id = any(r.files::bigint[])
        and not (u.biz_type = '${reportFile.name}' and u.biz_id = r.id::text))
    order by r.id limit ${BATCH} for no key update of r skip locked),
  gone as (
    update sys_file f set del_flag = 1, gone_why = $3, version = f.version + 1, update_time = now()
    from old where f.id = any(old.files::bigint[]) and f.tenant_id = $1 and f.del_flag = 0)
  update report_file r set file_gone_time = now(), problem = concat_ws('；', r.problem, $3::text)
  from old where r.id = old.id returning r.id`;

/**
 * Removes the files of reports that are older than each tenant's parameter says (figures.md A.2). What was read of
 * them stays, and the row says that its file is gone.
 */
export async function sweepReportFiles(db: Database, stores: Stores): Promise<void> {
  const tenants = await db.query<{ id: string }>("select id from sys_tenant where del_flag = 0 order by id");
  for (const { id } of tenants) {
    const months = await param(db, id, "report_file_months");
    while ((await db.query(GIVE_UP, [id, months, GONE])).length === BATCH);
  }
  while (await sweepBlobs(db, stores));
}
