import type { FlowEnd } from "#backend/engine/workflow/flow";
import { NOW, patchRow, pickRow, plus } from "#backend/platform/db";
import type { DocumentType } from "#documents/kit";
import { snake } from "../names";
import { readDocument } from "../reading/read-document";
import { lockWhole, readWhole } from "../reading/row";
import type { RuleContext, Rules } from "../rules";
import { enter, heardOf, transitionOf } from "./ask";
import { lockMaker, makerOf, tellMaker } from "./maker";
import { logMove, writeState } from "./move";

const IN_APPROVAL = "auditing";

/** auditing → approved: the effect of the rule, in the transaction of the last decision. */
export async function endApproved(c: RuleContext, document: DocumentType, rules: Rules, id: string): Promise<void> {
  const row = await lockWhole(c, document, id, { anyScope: true });
  const t = transitionOf(rules, "approved");
  const scene = await enter(c, t, row, {});
  // One statement: a second update of the row would lock every row that it refers to.
  await patchRow(c.sql, document.table, id, {
    status: t?.to?.(scene, {}) ?? document.flow?.approved ?? "approved",
    approve_time: NOW,
    approve_by: c.caller.userId,
    version: plus(1),
  });
  await t?.effect?.(c, scene, {});
  await tellMaker(c, document, row, "approved");
}

/**
 * auditing → rejected or draft, of a row that a document made → void: everything that submit held is
 * given back.
 */
export async function endReturned(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  id: string,
  status: "draft" | "rejected",
): Promise<void> {
  const row = await lockWhole(c, document, id, { anyScope: true });
  const t = transitionOf(rules, "returned");
  const scene = await enter(c, t, row, { status });
  const back = makerOf(document, row) ? "void" : status;
  await writeState(c, document, [id], t?.to?.(scene, { status }) ?? back);
  await t?.effect?.(c, scene, { status });
  await tellMaker(c, document, row, "returned");
}

/** Tells the history how a document's approval went on or ended, and the state that it led to. */
export async function logDecision(
  c: RuleContext,
  document: DocumentType,
  id: string,
  action: string,
  diff: unknown,
): Promise<void> {
  const state = snake(document.status?.field ?? "status");
  const row = await pickRow<Record<string, string>>(c.sql, document.table, id, [state]);
  const ended = row && row[state] !== IN_APPROVAL;
  await logMove(c, document, id, {
    action,
    diff,
    from: ended ? IN_APPROVAL : undefined,
    to: ended ? row[state] : undefined,
  });
}

/** What the approval of a document ends in. */
export const flowEnd = (document: DocumentType, rules: Rules): FlowEnd<RuleContext> => ({
  document,
  approved: (c, id) => endApproved(c, document, rules, id),
  rejected: (c, id) => endReturned(c, document, rules, id, "rejected"),
  withdrawn: (c, id) => endReturned(c, document, rules, id, "draft"),
  async lock(c, id) {
    await lockMaker(c, document, id);
    for (const event of ["approved", "returned"]) await transitionOf(rules, event)?.lockFirst?.(c, id);
    return lockWhole(c, document, id, { anyScope: true });
  },
  read: (c, id, anyScope) => readDocument(c, anyScope ? { ...document, scopeBy: undefined } : document, rules, id),
  async against(c, id) {
    const t = transitionOf(rules, "approved");
    const heard = t && (await heardOf(c, t, await readWhole(c, document, id, { anyScope: true })));
    return heard?.refused;
  },
  budget: async (c, id) => rules.budget?.(c, id),
  snapshot: (c, id) => readWhole(c, document, id, { anyScope: true }),
  log: (c, id, action, diff) => logDecision(c, document, id, action, diff),
});
