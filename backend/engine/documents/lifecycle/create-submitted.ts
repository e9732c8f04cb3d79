import { isLockTable, keep } from "#backend/platform/db";
import type { DocumentType, DraftOf } from "#documents/kit";
import { link } from "../around/chain";
import type { RuleContext, RuleValues } from "../rules";
import { createDraft } from "../writing/draft";
import { perform } from "./perform";

interface Owner {
  /** Name of its declaration. */
  document: string;
  id: string;
  no: string;
}

/** The same work done by somebody else of the tenant. */
async function workOf(c: RuleContext, userId: string): Promise<RuleContext> {
  if (userId === c.caller.userId) return c;
  const user = await c.sql.one<Record<"username" | "displayname", string> & { deptId: string }>(
    `select username, displayname, dept_id as "deptId" from sys_user where id = $1 and tenant_id = $2`,
    [userId, c.tenantId],
  );
  if (!user) throw new Error(`no user ${userId}`);
  return { ...c, caller: { ...c.caller, ...user, userId } };
}

/**
 * A document that another one makes and submits in its own transaction. Nobody changes it by hand; it
 * ends as void when it is taken back or rejected, and `onMadeEnded` of the owner's rules hears of its end.
 * @param starterId who submits it, and so cannot approve it: who acts, unless said. An owner that makes it
 * when it is approved itself names who started it, so that its approver may approve this one too.
 */
export async function createSubmitted<D extends DocumentType>(
  c: RuleContext,
  document: D,
  values: DocumentType extends D ? RuleValues : DraftOf<D>,
  { owner, starterId = c.caller.userId }: { owner: Owner; starterId?: string },
): Promise<{ id: string; no: string }> {
  const { maker } = document;
  const label = c.book.get(owner.document)?.document.label;
  if (!maker || !label) throw new Error(`${owner.document} makes no ${document.name}`);
  const starter = await workOf(c, starterId);
  // The new row is nobody else's: it counts as locked before what its draft locks below it.
  if (isLockTable(document.table)) keep(c.sql, document.table);
  const made = await createDraft<DocumentType>(starter, document, {
    ...values,
    [maker.document]: owner.document,
    [maker.id]: owner.id,
    [maker.text]: `${label}${owner.no}`,
  });
  await link(c, { type: owner.document, id: owner.id }, { type: document.name, id: made.id });
  await perform<DocumentType, string>(starter, document, made.id, "submit", {}, { trusted: true });
  return made;
}
