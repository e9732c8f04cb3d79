import type { Sql } from "../db/sql";
import type { OwnerCheck } from "../files/owners";
import { tieFiles } from "../files/tie";
import { urlOf } from "../files/upload";
import type { Caller } from "../http/caller";
import { invalidAt } from "../http/refusal";
import type { FlowContext } from "./flow";

/**
 * Ties uploaded files to a flow: whoever takes part in it may then download them.
 * @throws Refusal 400 for a file that the caller did not upload
 */
export async function tieAttachments(c: FlowContext, instanceId: string, ids: string[]) {
  if (!ids.length) return;
  const own = await c.sql.query(
    `select 1 from sys_file where tenant_id = $1 and create_by = $2 and id = any ($3::bigint[])
       and del_flag = 0`,
    [c.tenantId, c.caller.userId, ids],
  );
  if (own.length !== ids.length) throw invalidAt("attachments", "附件不存在或不是本人上传");
  await tieFiles(c, { type: "act_instance", id: instanceId }, ids);
}

/** Names under which these files were uploaded, and where they are fetched. */
export async function attachmentsOf(sql: Sql, ids: string[]) {
  const rows = await sql.query<{ id: string; name: string; bucket: string; file: string }>(
    `select id, original as name, bucket_name as bucket, file_name as file
     from sys_file where id = any ($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map((r) => [r.id, { id: r.id, name: r.name, url: urlOf(r.bucket, r.file) }]));
}

/** Starter, everybody who may or did decide, those with a copy, and who may see all flows. */
export async function takesPart(sql: Sql, caller: Caller, instanceId: string): Promise<boolean> {
  if (caller.permissions.has("act_admin_view")) return true;
  const row = await sql.one(
    `select 1 from act_instance i where i.id = $1 and i.tenant_id = $3 and (i.starter_id = $2
       or exists (select 1 from act_cc c where c.instance_id = i.id and c.user_id = $2)
       or exists (select 1 from act_task t where t.instance_id = i.id and t.status <> 'waiting'
         and (t.assignee_id = $2 or $2 = any (t.candidates))))`,
    [instanceId, caller.userId, caller.tenantId],
  );
  return !!row;
}

/** Whoever takes part in a flow may read its files. */
export const flowFileOwner: OwnerCheck = async (sql, caller, { bizId }) =>
  bizId ? takesPart(sql, caller, bizId) : false;
