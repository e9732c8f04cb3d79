import type { Sql } from "../db/sql";
import type { OwnerCheck } from "../files/owners";
import { storedName, tieFiles } from "../files/tie";
import type { Caller } from "../http/caller";
import { invalid } from "../http/refusal";
import type { FlowContext } from "./flow";

/**
 * Ties uploaded files to a flow: whoever takes part in it may then download them.
 * @throws Refusal 400 for a file that the caller did not upload
 */
export async function tieAttachments(c: FlowContext, instanceId: string, urls: string[]) {
  if (!urls.length) return;
  const names = [...new Set(urls.map(storedName))];
  const tied = await tieFiles(c, { type: "act_instance", id: instanceId }, names);
  const message = "附件不存在或不是本人上传";
  if (tied !== names.length) throw invalid(message, { attachments: message });
}

/** Addresses with the names that the files were uploaded under. */
export async function attachmentNames(sql: Sql, urls: string[]): Promise<Map<string, string>> {
  const rows = await sql.query<{ file: string; name: string }>(
    "select file_name as file, original as name from sys_file where file_name = any ($1)",
    [urls.map(storedName)],
  );
  return new Map(
    urls.map((url) => [url, rows.find((r) => r.file === storedName(url))?.name ?? storedName(url)]),
  );
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
