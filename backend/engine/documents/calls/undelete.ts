import { NOW, patchRow, plus } from "#backend/platform/db";
import { conflict, type Endpoint, endpoint, missing } from "#backend/platform/http";
import { keyOf, once } from "#backend/platform/http/idempotency";
import { comesBack, type DocumentType, permissionOf, wordOf } from "#documents/kit";
import { context, ID, idParams } from "../call";
import { savedSchema } from "../reading/answer";
import { lockOf, lockTree, lockWhole } from "../reading/row";
import type { RuleContext, Rules } from "../rules";
import { explain } from "../writing/explain";
import { permit, update } from "../writing/write";
import { log } from "./writes";

const SECONDS = 60;

/**
 * Brings a row back that the caller has just deleted, with its lines, in the transaction of `c`. It must
 * be such that it could be saved now: names that somebody else took meanwhile stay taken.
 * @throws Refusal 404 when the caller deleted no such row, 409 after a minute, 400 what a save refuses
 */
export async function undeleteOne(c: RuleContext, document: DocumentType, rules: Rules, id: string) {
  const { sql, caller, tenantId } = c;
  await lockTree(sql, document);
  const gone = await sql.one<{ fresh: boolean }>(
    `select update_time > now() - make_interval(secs => $4) as fresh from ${document.table} t
     where t.id = any($1::bigint[]) and tenant_id = $2 and del_flag = 1 and update_by = $3
     ${lockOf(c, document, true)}`,
    [[id], tenantId, caller.userId, SECONDS],
  );
  if (!gone) throw missing();
  if (!gone.fresh) throw conflict("删除已超过一分钟，不能撤销");
  const back = { del_flag: 0, update_by: caller.userId, update_time: NOW, version: plus(1) };
  await explain(document, patchRow(sql, document.table, id, back));
  const row = await lockWhole<DocumentType>(c, document, id, { leaving: true });
  permit(caller.permissions, document, "del", row);
  await rules.enrich?.(c, [row]);
  const { status } = document;
  if (!status || status.editable.includes(String(row[status.field]))) {
    // A save of nothing hears what its rules say of it among the rows that there are now; what it would
    // work out anew is not kept: the row comes back as it was.
    await sql.query("savepoint rehearsal");
    await update(c, document, rules, row, {});
    await sql.query("rollback to savepoint rehearsal");
  }
  await log(c, document, id, "undelete");
  return { id, version: row.version };
}

/** `POST {api}/{id}/undelete`, for what a deletion left as it was. */
export const undeletes = (document: DocumentType, rules: Rules): Endpoint[] =>
  comesBack(document)
    ? [
        endpoint({
          tag: document.label,
          method: "post",
          path: `${document.api}/${ID}/undelete`,
          title: `${wordOf(document, "undelete")}${document.label}`,
          permission: permissionOf(document, "del"),
          params: idParams,
          response: savedSchema,
          handle: (call) =>
            once(call.db, call.caller, keyOf(call), [document.api, "undelete", call.params.id], (sql) =>
              undeleteOne(context(call, sql), document, rules, call.params.id),
            ),
        }),
      ]
    : [];
