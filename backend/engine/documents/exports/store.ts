import { type Database, lockAdvisory, NOW, patchRow, type Sql, sameAs } from "#backend/platform/db";
import { type Caller, conflict, missing } from "#backend/platform/http";
import type { ExportFile } from "#documents/kit";

type Mine = Pick<Caller, "tenantId" | "userId">;

/** Exports of one person at the same time. */
const AT_ONCE = 2;
/** What tells nothing for so long has ended with its process. */
const SILENCE = "2 minutes";
const SHOWN = 50;

const SELECT = `select id, document, label, file_name as "fileName", filter, total, done, size,
  file_id as "fileId", create_time as "createTime",
  case when status = 'running' and update_time < now() - interval '${SILENCE}'
    then 'interrupted' else status end as status
  from doc_export where tenant_id = $1 and create_by = $2`;

/** The latest exports of somebody, newest first. */
export const exportsOf = (sql: Sql, { tenantId, userId }: Mine): Promise<ExportFile[]> =>
  sql.query(`${SELECT} order by id desc limit ${SHOWN}`, [tenantId, userId]);

/** One of somebody's exports. @throws Refusal 404 */
export async function exportOf(sql: Sql, { tenantId, userId }: Mine, id: string) {
  const found = await sql.one<ExportFile>(`${SELECT} and id = $3`, [tenantId, userId, id]);
  if (!found) throw missing("导出不存在或已过期");
  return found;
}

/** Notes an export that begins. @throws Refusal 409 while too many of the same person run */
export function addExport(
  db: Database,
  { tenantId, userId }: Mine,
  file: Pick<ExportFile, "document" | "label" | "fileName" | "filter" | "total">,
): Promise<string> {
  return db.tx(async (sql) => {
    await lockAdvisory(sql, "exports", userId);
    const running = (await exportsOf(sql, { tenantId, userId })).filter((e) => e.status === "running");
    if (running.length >= AT_ONCE) throw conflict(`已有${AT_ONCE}个导出正在进行，请等其中一个完成后再试`);
    const row = await sql.one<{ id: string }>(
      `insert into doc_export (tenant_id, create_by, document, label, file_name, filter, total)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [tenantId, userId, file.document, file.label, file.fileName, file.filter, file.total],
    );
    return row?.id ?? "";
  });
}

export const tellProgress = (sql: Sql, id: string, done: number) =>
  sql.query("update doc_export set done = least($2, total), update_time = now() where id = $1", [id, done]);

/** Ends an export with its file, or without one. */
export const endExport = (sql: Sql, id: string, file: { id: string; size: number } | null) =>
  patchRow(sql, "doc_export", id, {
    status: file ? "done" : "failed",
    file_id: file?.id ?? null,
    size: file?.size ?? null,
    done: sameAs("total"),
    update_time: NOW,
  });

/** Exports of a week ago go with their files. */
export async function sweepExports(sql: Sql): Promise<void> {
  await sql.query(
    `with old as (delete from doc_export where create_time < now() - interval '7 days'
       returning file_id)
     update sys_file f set del_flag = 1, version = version + 1, update_time = now()
     from old where f.id = old.file_id`,
  );
}
