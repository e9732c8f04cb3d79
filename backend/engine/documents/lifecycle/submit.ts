import { start } from "#backend/engine/workflow/service";
import { patchRow } from "#backend/platform/db";
import { conflict, validate } from "#backend/platform/http";
import { type DocumentType, inputSchema, placesOf } from "#documents/kit";
import { snake } from "../names";
import type { DocumentRuleRow, RuleContext } from "../rules";
import { endApproved } from "./approval";
import { writeState } from "./move";

/** What a form could not save: asked again, because a draft made of another document may lack it. */
export function requireComplete(document: DocumentType, row: DocumentRuleRow): void {
  const empty = Object.entries(document.lines ?? {}).find(
    ([name, l]) => l.required && Array.isArray(row[name]) && !row[name].length,
  );
  if (empty) throw conflict(empty[1].required ?? "请至少添加一条明细");
  validate(inputSchema(document, "edit"), row);
}

/** Notes when a row was submitted; answers the amount that its approval goes by. */
async function stamp(c: RuleContext, document: DocumentType, id: string) {
  const field = document.flow?.amount;
  const row = await c.sql.one<{ amount: string | null }>(
    `update ${document.table} set submit_time = now() where id = $1
     returning ${field ? snake(field) : "null"}::text as amount`,
    [id],
  );
  return row?.amount ?? undefined;
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Where it lies: keepers of other warehouses decide nothing about it. */
function place({ scopeBy }: DocumentType, row: DocumentRuleRow) {
  const [first] = placesOf(scopeBy);
  const warehouseId = first && text(row[first]);
  return warehouseId ? { warehouseId } : {};
}

/** Starts the approval of a locked row whose state is written; without a node it is approved at once. */
export async function startApproval(c: RuleContext, document: DocumentType, row: DocumentRuleRow): Promise<void> {
  const rules = c.book.get(document.name)?.rules ?? {};
  const amount = await stamp(c, document, row.id);
  const flags = (await rules.flowFlags?.(c, row)) ?? {};
  const instance = await start(c, {
    defKey: document.name,
    bizId: row.id,
    bizNo: String(row[document.display]),
    label: document.label,
    amountCny: text(flags.amountCny) ?? amount,
    flags: { ...flags, ...place(document, row) },
    deptId: text(row.deptId) ?? c.caller.deptId,
    groupId: text(row.groupId),
  });
  await patchRow(c.sql, document.table, row.id, { proc_inst_id: instance.instanceId });
  if (instance.approved) await endApproved(c, document, rules, row.id);
}

/** Sends a locked row that was changed into approval once more. */
export async function approveAgain(c: RuleContext, document: DocumentType, row: DocumentRuleRow): Promise<void> {
  await writeState(c, document, [row.id], "auditing");
  await startApproval(c, document, row);
}
