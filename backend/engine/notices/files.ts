import type { Sql } from "#backend/platform/db";
import type { OwnerCheck } from "#backend/platform/files/owners";
import { urlOf } from "#backend/platform/files/upload";
import { type Caller, invalid } from "#backend/platform/http";
import { visibleTo } from "./row";
import { picturesIn } from "./sanitize";

const MAX_TOTAL = 20 * 1024 * 1024;

const namesOf = (ref: string) => (/^\d{1,18}$/.test(ref) ? [] : picturesIn(ref));

/** Files of the tenant that the caller uploaded or that the notice already holds. */
const usable = (sql: Sql, caller: Caller, noticeId: string, ids: string[], names: string[]) =>
  sql.query<{ id: string; fileName: string; size: string }>(
    `select f.id, f.file_name as "fileName", f.size from sys_file f
     where f.tenant_id = $1 and f.del_flag = 0
       and (f.id = any ($4::bigint[]) or f.file_name = any ($5))
       and (f.create_by = $2 or exists (select 1 from sys_notification_file h
         where h.file_id = f.id and h.notification_id = $3))`,
    [caller.tenantId, caller.userId, noticeId, ids, names],
  );

/**
 * Ties attachments and the pictures of the text to a notice: whoever may see the notice may then
 * download them.
 * @throws Refusal 400 for an attachment that is not the caller's, or more than 20 MB of them.
 */
export async function tieFiles(
  sql: Sql,
  caller: Caller,
  noticeId: string,
  attachments: string[],
  content: string,
): Promise<void> {
  const ids = attachments.filter((a) => /^\d{1,18}$/.test(a));
  const files = await usable(sql, caller, noticeId, ids, [...attachments.flatMap(namesOf), ...picturesIn(content)]);
  const chosen = attachments.map((a) => files.find((f) => f.id === a || namesOf(a).includes(f.fileName)));
  const unknown = "附件不存在或不是本人上传";
  if (chosen.some((f) => !f)) throw invalid(unknown, { attachments: unknown });
  const total = chosen.reduce((sum, f) => sum + Number(f?.size), 0);
  const large = "上传文件总大小不能超过20MB";
  if (total > MAX_TOTAL) throw invalid(large, { attachments: large });
  const places = files.map((f) => {
    const position = chosen.indexOf(f);
    return position < 0 ? null : position;
  });
  await sql.query("delete from sys_notification_file where notification_id = $1", [noticeId]);
  await sql.query(
    `insert into sys_notification_file (notification_id, file_id, position)
     select $1, f.id, f.position from unnest($2::bigint[], $3::int[]) as f (id, position)`,
    [noticeId, files.map((f) => f.id), places],
  );
  await sql.query(
    `update sys_file set biz_type = 'notification', biz_id = $1
     where id = any ($2::bigint[]) and biz_id is null
       and (biz_type is null or biz_type = 'notification')`,
    [noticeId, files.map((f) => f.id)],
  );
}

/** Attachments of a notice in their order, as the upload answered them. */
export async function attachmentsOf(sql: Sql, noticeId: string) {
  const files = await sql.query<{ id: string; name: string; size: number } & Record<string, string>>(
    `select f.id, f.original as name, f.size::int as size, f.bucket_name as "bucketName",
       f.file_name as "fileName"
     from sys_notification_file h join sys_file f on f.id = h.file_id and f.del_flag = 0
     where h.notification_id = $1 and h.position is not null order by h.position`,
    [noticeId],
  );
  return files.map((f) => ({ ...f, url: urlOf(f.bucketName ?? "", f.fileName ?? "") }));
}

/** Whoever may see a notice may read its files. */
export const noticeFileOwner: OwnerCheck = async (sql, caller, file) => {
  const notices = await sql.query<{ id: string }>(
    "select notification_id as id from sys_notification_file where file_id = $1",
    [file.id],
  );
  for (const { id } of notices) if (await visibleTo(sql, caller, id)) return true;
  return false;
};
