import { documentNamed } from "#documents";
import { wordOf } from "#documents/kit";
import type { Sql } from "../../db/sql";
import { withFlow } from "../../documents/flow";
import { readLines } from "../../documents/lines";
import type { Row, RuleContext, Rules, Values } from "../../documents/rules";
import { lockRow } from "../../documents/write";
import { writeOperLog } from "../../logs/oper-log";

/** Whoever may do and see everything. */
export const asSystem = (sql: Sql): RuleContext => ({
  sql,
  tenantId: "1",
  caller: {
    ...{ userId: "1", username: "admin", displayname: "系统", deptId: null, tenantId: "1" },
    ...{ roles: ["ADMIN"], permissions: new Set(["purchase_price_view", "stock_cost_view"]) },
    scope: { kind: "all" },
  },
});

/** Work of one person, named by username or id, without the permission checks of the calls. */
export async function personAt(
  c: RuleContext,
  named: string,
  by: "username" | "id" = "username",
): Promise<RuleContext> {
  const user = await c.sql.one<
    Record<"id" | "username" | "name", string> & { dept: string | null }
  >(
    `select id, username, displayname as name, dept_id as dept from sys_user
     where ${by} = $1 and tenant_id = $2`,
    [named, c.tenantId],
  );
  if (!user) throw new Error(`no user ${named}`);
  const { id: userId, username, name: displayname, dept: deptId } = user;
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

/** Whoever may decide next approves, until the approval has ended. */
export async function approveAll(c: RuleContext, name: string, rules: Rules, id: string) {
  for (;;) {
    const next = await c.sql.one<{ username: string }>(
      `select u.username from act_task k join act_instance i on i.id = k.instance_id
         join sys_user u on u.id = k.candidates[1]
       where i.biz_type = $1 and i.biz_id = $2 and i.status = 'running' and k.status = 'todo'
       order by k.id limit 1`,
      [name, id],
    );
    if (!next) return;
    await act(await personAt(c, next.username), name, rules, id, "approve", { comment: "同意" });
  }
}
