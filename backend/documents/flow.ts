import { type DocumentType, inputSchema } from "#documents/kit";
import { conflict } from "../http/refusal";
import { validate } from "../http/validate";
import { registerFlowEnd } from "../workflow/flow";
import { decide, flowOf, start, withdraw } from "../workflow/service";
import { readLines } from "./lines";
import { readDocument } from "./read-document";
import type { Row, RuleContext, Rules, Values } from "./rules";
import { lockRow } from "./write";

/** Header with its lines, the row locked. */
async function whole(c: RuleContext, document: DocumentType, id: string): Promise<Row> {
  const row = await lockRow(c, document, id, true);
  return { ...row, ...(await readLines(c, document, id)) };
}

/** auditing → approved: the effect of the rule, in the transaction of the last decision. */
async function approved(c: RuleContext, document: DocumentType, rules: Rules, id: string) {
  const row = await whole(c, document, id);
  // One statement: a second update of the row would lock every row that it refers to.
  await c.sql.query(
    `update ${document.table} set status = $2, approve_time = now(), approve_by = $3,
       version = version + 1 where id = $1`,
    [id, document.flow?.approved ?? "approved", c.caller.userId],
  );
  await rules.onApproved?.(c, row);
}

/** auditing → rejected or draft: everything that submit held is given back. */
async function returned(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  id: string,
  status: "draft" | "rejected",
) {
  const row = await whole(c, document, id);
  await rules.undoSubmit?.(c, row);
  await c.sql.query(
    `update ${document.table} set status = $2, version = version + 1 where id = $1`,
    [id, rules.returnedTo?.(row, status) ?? status],
  );
}

async function submit(c: RuleContext, document: DocumentType, rules: Rules, locked: Row) {
  const row: Row = { ...locked, ...(await readLines(c, document, locked.id)) };
  const empty = Object.entries(document.lines ?? {}).find(
    ([name, l]) => l.required && !(row[name] as Values[]).length,
  );
  if (empty) throw conflict(empty[1].required ?? "请至少添加一条明细");
  validate(inputSchema(document, "edit"), row);
  await rules.onSubmit?.(c, row);
  await startApproval(c, document, rules, row);
}

/**
 * Sends a locked row into approval; its lines are in `row`. Submit does so, and a rule whose document
 * is approved again after a change.
 */
export async function startApproval(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  row: Row,
): Promise<void> {
  await c.sql.query(
    `update ${document.table} set status = 'auditing', submit_time = now() where id = $1`,
    [row.id],
  );
  const amount = document.flow?.amount;
  const current = amount
    ? await c.sql.one<{ amount: string }>(
        `select ${amount.replace(/[A-Z]/g, (l) => `_${l.toLowerCase()}`)}::text as amount from ${document.table} where id = $1`,
        [row.id],
      )
    : undefined;
  const flags = (await rules.flowFlags?.(c, row)) ?? {};
  const instance = await start(c, {
    defKey: document.name,
    bizId: row.id,
    bizNo: String(row[document.display]),
    label: document.label,
    amountCny: (flags.amountCny as string | undefined) ?? current?.amount,
    flags,
    deptId: (row.deptId as string | null) ?? c.caller.deptId,
    groupId: (row.groupId as string | null) ?? null,
  });
  await c.sql.query(`update ${document.table} set proc_inst_id = $2 where id = $1`, [
    row.id,
    instance.instanceId,
  ]);
  // Every node may have been skipped: then the document is approved at once.
  if (instance.approved) await approved(c, document, rules, row.id);
}

/** Adds submit, withdraw, approve and reject to the rules of a document with an approval. */
export function withFlow(document: DocumentType, rules: Rules): Rules {
  if (!document.flow) return rules;
  const biz = (row: Row) => ({ defKey: document.name, bizId: row.id });
  registerFlowEnd(document.name, {
    approved: (c, id) => approved(c, document, rules, id),
    rejected: (c, id) => returned(c, document, rules, id, "rejected"),
    withdrawn: (c, id) => returned(c, document, rules, id, "draft"),
    async lock(c, id) {
      await rules.lockFirst?.(c, "approve", id);
      return lockRow(c, document, id, true);
    },
    document,
    read: (c, id, anyScope) =>
      readDocument(c, anyScope ? { ...document, scopeBy: undefined } : document, rules, id),
    snapshot: (c, id) => whole(c, document, id),
  });
  return {
    ...rules,
    async enrichOne(c, row) {
      await rules.enrichOne?.(c, row);
      row.flow = await flowOf(c, biz(row));
    },
    actions: {
      submit: (c, row) => submit(c, document, rules, row),
      async withdraw(c, row) {
        await withdraw(c, biz(row));
        await returned(c, document, rules, row.id, "draft");
      },
      approve: (c, row, input) =>
        decide(c, biz(row), { approve: true, comment: (input.comment as string) ?? "" }),
      reject: (c, row, input) =>
        decide(c, biz(row), { approve: false, comment: (input.comment as string) ?? "" }),
      ...rules.actions,
    },
  };
}
