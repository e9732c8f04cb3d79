import { documentNamed } from "#documents";
import { wordOf } from "#documents/kit";
import { withFlow } from "../../documents/flow";
import { readLines } from "../../documents/lines";
import type { Row, RuleContext, Rules, Values } from "../../documents/rules";
import { lockRow } from "../../documents/write";
import { writeOperLog } from "../../logs/oper-log";

/** Work of one person, without the permission checks of the calls. */
export async function personAt(c: RuleContext, username: string): Promise<RuleContext> {
  const user = await c.sql.one<{ id: string; name: string; dept: string | null }>(
    `select id, displayname as name, dept_id as dept from sys_user
     where username = $1 and tenant_id = $2`,
    [username, c.tenantId],
  );
  if (!user) throw new Error(`no user ${username}`);
  const { id: userId, name: displayname, dept: deptId } = user;
  return { ...c, caller: { ...c.caller, userId, username, displayname, deptId } };
}

/** A document with its lines, locked. */
export async function whole(c: RuleContext, name: string, id: string): Promise<Row> {
  const document = documentNamed(name);
  return { ...(await lockRow(c, document, id, true)), ...(await readLines(c, document, id)) };
}

/** One action by the document's own rules, with its state and its history. */
export async function act(
  c: RuleContext,
  name: string,
  rules: Rules,
  id: string,
  action: string,
  input: Values = {},
): Promise<void> {
  const document = documentNamed(name);
  const row = await whole(c, name, id);
  await withFlow(document, rules).actions?.[action]?.(c, row, input);
  const to = document.actions?.[action]?.to;
  await c.sql.query(
    `update ${document.table} set status = coalesce($2, status), version = version + 1,
       update_by = $3, update_time = now() where id = $1`,
    [id, to ?? null, c.caller.userId],
  );
  await writeOperLog(c.sql, {
    tenantId: c.tenantId,
    bizType: name,
    bizId: id,
    action: wordOf(document, action),
    fromState: String(row.status),
    toState: to,
    operator: c.caller,
  });
}
