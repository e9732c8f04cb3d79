import { isLockTable, lockIds } from "#backend/platform/db";
import type { DocumentType } from "#documents/kit";
import { snake } from "../names";
import type { DocumentRuleRow, MadeEnd, RuleContext } from "../rules";

/** The document that made a row. */
interface MakerOf {
  document: string;
  id: string;
}

/** Who made this row; undefined: a person did. */
export function makerOf({ maker }: DocumentType, row: DocumentRuleRow): MakerOf | undefined {
  const [document, id] = maker ? [row[maker.document], row[maker.id]] : [];
  return document && id ? { document: String(document), id: String(id) } : undefined;
}

/** Locks the documents that made rows: they stand above them, and hear of their end. */
export async function lockMaker(
  c: RuleContext,
  document: DocumentType,
  ids: string | readonly string[],
): Promise<void> {
  const { maker } = document;
  if (!maker) return;
  const made = await c.sql.query<{ name: string; makerIds: string[] }>(
    `select ${snake(maker.document)} as name, array_agg(${snake(maker.id)}::text) as "makerIds"
     from ${document.table}
     where id = any($1::bigint[]) and tenant_id = $2 and ${snake(maker.document)} is not null
     group by 1`,
    [[ids].flat(), c.tenantId],
  );
  for (const { name, makerIds } of made) {
    const owner = c.book.get(name);
    if (!owner || !isLockTable(owner.document.table)) continue;
    await lockIds(c.sql, owner.document.table, makerIds);
    await owner.rules.lockAlong?.(c, makerIds);
  }
}

/** What was said when the last approval was rejected. */
async function rejection({ sql, tenantId }: RuleContext, document: DocumentType, id: string) {
  const task = await sql.one<{ comment: string | null }>(
    `select t.comment from act_task t join act_instance i on i.id = t.instance_id
     where i.tenant_id = $1 and i.biz_type = $2 and i.biz_id = $3 and t.status = 'rejected'
       and i.id = (select max(id) from act_instance where tenant_id = $1 and biz_type = $2
         and biz_id = $3)
     order by t.id desc limit 1`,
    [tenantId, document.name, id],
  );
  return task?.comment ?? "";
}

/**
 * Calls the rules of the document that made a row, in the same transaction. The engine tells the end of
 * an approval and 作废; rules tell that money moved.
 */
export async function tellMaker(
  c: RuleContext,
  document: DocumentType,
  row: DocumentRuleRow,
  event: MadeEnd["event"],
  more: Pick<MadeEnd, "reason" | "values"> = {},
): Promise<void> {
  const maker = makerOf(document, row);
  const hear = maker && c.book.get(maker.document)?.rules.onMadeEnded;
  if (!hear) return;
  const reason = event === "returned" ? await rejection(c, document, row.id) : more.reason;
  await hear(c, {
    document: document.name,
    id: row.id,
    no: String(row[document.display] ?? ""),
    makerId: maker.id,
    event,
    ...more,
    ...(reason && { reason }),
  });
}
