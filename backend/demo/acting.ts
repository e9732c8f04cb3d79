import { engine } from "#backend/domain";
import type { RuleContext, RuleValues } from "#backend/engine/documents";
import { createDraft, lockWhole, perform, startFrom as start } from "#backend/engine/documents";
import { nextOrder, type Sql } from "#backend/platform/db";
import { Refusal } from "#backend/platform/http";
import { documentNamed } from "#documents";
import type { DocumentType } from "#documents/kit";
import { passTime } from "./clock";

/** Whoever may do and see everything. */
export const asSystem = (sql: Sql): RuleContext => ({
  sql,
  tenantId: "1",
  caller: {
    userId: "1",
    username: "admin",
    displayname: "系统",
    deptId: null,
    tenantId: "1",
    roles: ["ADMIN"],
    permissions: new Set(["purchase_price_view", "stock_cost_view"]),
    scope: { kind: "all" },
  },
  ...engine,
});

/** Work of one person, named by username or id, without the permission checks of the calls. */
export async function personAt(
  c: RuleContext,
  named: string,
  by: "username" | "id" = "username",
): Promise<RuleContext> {
  const user = await c.sql.one<Record<"id" | "username" | "name", string> & { dept: string | null }>(
    `select id, username, displayname as name, dept_id as dept from sys_user
     where ${by} = $1 and tenant_id = $2`,
    [named, c.tenantId],
  );
  if (!user) throw new Error(`no user ${named}`);
  const { id: userId, username, name: displayname, dept: deptId } = user;
  return { ...c, caller: { ...c.caller, userId, username, displayname, deptId } };
}

/** Somebody who works in a warehouse, else its manager; the system where it has nobody. */
export async function keeperOf(c: RuleContext, warehouseId: unknown): Promise<RuleContext> {
  const found = await c.sql.one<{ id: string | null }>(
    "select coalesce(member_ids[1], manager_id)::text as id from warehouse where id = $1",
    [warehouseId],
  );
  return found?.id ? personAt(c, found.id, "id") : asSystem(c.sql);
}

/** A document with its lines, locked. */
export const whole = <D extends DocumentType>(c: RuleContext, document: D, id: string) => {
  nextOrder(c.sql);
  return lockWhole(c, document, id, { anyScope: true });
};

/** One action by the document's own rules. */
export async function act(
  c: RuleContext,
  name: string,
  id: string,
  action: string,
  input: RuleValues = {},
): Promise<void> {
  nextOrder(c.sql);
  await passTime(c.sql);
  await perform(c, documentNamed(name), id, action, input, { trusted: true });
}

/** Who may decide next about a document; nobody where nothing is to be decided. */
export async function deciderOf(c: RuleContext, name: string, id: string): Promise<RuleContext | undefined> {
  const next = await c.sql.one<{ id: string }>(
    `select k.candidates[1]::text as id from act_task k join act_instance i on i.id = k.instance_id
     where i.biz_type = $1 and i.biz_id = $2 and i.status = 'running' and k.status = 'todo' order by k.id limit 1`,
    [name, id],
  );
  return next && personAt(c, next.id, "id");
}

/** Whoever may decide next approves, until the approval has ended. */
export async function approveAll(c: RuleContext, name: string, id: string) {
  for (;;) {
    const person = await deciderOf(c, name, id);
    if (!person) return;
    await act(person, name, id, "approve", { comment: "同意" });
  }
}

/** Values of a new document that starts from another one, as its form would have them. */
export const startFrom = (
  c: RuleContext,
  document: DocumentType,
  from: Readonly<Record<string, string>>,
): Promise<RuleValues> => {
  nextOrder(c.sql);
  return start(c, document, c.book.get(document.name)?.rules ?? {}, from, { trusted: true });
};

/** A new document by its own rules. */
export const draft: typeof createDraft = async (c, document, values) => {
  nextOrder(c.sql);
  await passTime(c.sql);
  return createDraft(c, document, values);
};

/** Does this if it can be done, else says why not; where it answers nothing, nothing happened. */
export async function tried<T extends NonNullable<unknown>>(
  { sql }: Pick<RuleContext, "sql">,
  work: () => Promise<T | undefined>,
): Promise<{ done?: T; refused?: Refusal }> {
  let refused: Refusal | undefined;
  await sql.query("savepoint attempt");
  try {
    const done = await work();
    if (done) {
      await sql.query("release savepoint attempt");
      return { done };
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refused = error;
  }
  await sql.query("rollback to savepoint attempt; release savepoint attempt");
  return refused ? { refused } : {};
}

/** Does this if it can be done. */
export const attempt = async <T extends NonNullable<unknown>>(
  c: RuleContext,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> => (await tried(c, work)).done;

/** Acts as `act` if that can be done. @returns whether it was */
export const attemptAct = async (...what: Parameters<typeof act>): Promise<boolean> =>
  !!(await attempt(what[0], async () => {
    await act(...what);
    return true;
  }));

/** Confirms goods that come in as what was there before the books: where the platform has them they are no gain of the store. */
export async function laidIn(c: RuleContext, keeper: RuleContext, id: string): Promise<void> {
  await act(keeper, "other_in", id, "submit");
  await approveAll(c, "other_in", id);
  await act(keeper, "other_in", id, "confirm");
  await c.sql.query(
    `delete from stock_cost_due where move_id in (
       select id from stock_move where biz_document = 'other_in' and biz_id = $1)`,
    [id],
  );
}
