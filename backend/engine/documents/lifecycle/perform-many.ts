import { missing, Refusal } from "#backend/platform/http";
import { requireLive } from "#backend/platform/tenancy/phase";
import { type DocumentType, permissionOf, wordOf } from "#documents/kit";
import { lockThere } from "../reading/row";
import type { DocumentRuleRow, RuleContext, Rules } from "../rules";
import { permit } from "../writing/write";
import { asRefusal, transitionOf } from "./ask";
import { lockMaker } from "./maker";
import { settleAll, writeState } from "./move";

/** What became of one of many: its new version, or why it was not done. */
export interface PerformedOne {
  id: string;
  version?: number;
  refused?: Refusal;
}

/** Whether an action can be done to many rows at once: its rules say how, and nobody is asked anything. */
export function isTogether(document: DocumentType, rules: Rules, name: string): boolean {
  const action = document.actions?.[name];
  const asks = !!action && (Object.keys({ ...action.input, ...action.lines }).length > 0 || !!action.who);
  return !!transitionOf(rules, name)?.many && !asks && action?.to !== "void" && !document.flow;
}

/** What a check of one row says; nothing: it may go on. */
function refusalIn(check: () => Refusal | undefined): Refusal | undefined {
  try {
    return check();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * `perform` of an action that asks nothing, for many rows in one transaction by few statements: each is
 * heard by itself and has its own history. Rows that are refused take no other with them.
 * @returns of the first rows what became of them, in their order; those behind have to be asked for again
 * @throws Refusal of what they work on together: nothing is to be kept of any then
 */
export async function performMany(
  c: RuleContext,
  document: DocumentType,
  ids: readonly string[],
  name: string,
  { trusted = false } = {},
): Promise<PerformedOne[]> {
  const rules = c.book.get(document.name)?.rules ?? {};
  const t = transitionOf(rules, name);
  const many = t?.many;
  if (!many || !isTogether(document, rules, name)) throw new Error(`${document.name} ${name} is done one by one`);
  if (!document.inSetup && !c.caller.live) await requireLive(c);
  await lockMaker(c, document, ids);
  const some = await many.lockFirst(c, ids);
  const found = new Map((await lockThere(c, document, some, { anyScope: trusted })).map((row) => [row.id, row]));
  const permissions = trusted ? new Set([permissionOf(document, name)]) : c.caller.permissions;
  const refused = new Map<string, Refusal>();
  const hear = <T extends { id: string }>(rows: readonly T[], check: (row: T) => Refusal | undefined): T[] =>
    rows.filter((row) => {
      const refusal = refusalIn(() => check(row));
      if (refusal) refused.set(row.id, refusal);
      return !refusal;
    });
  const there = some.flatMap((id) => found.get(id) ?? []);
  for (const id of some) if (!found.has(id)) refused.set(id, missing());
  const permitted = hear(there, (row) => {
    permit(permissions, document, name, row);
    return undefined;
  });
  const locked = permitted.length && many.lock ? await many.lock(c, permitted) : new Map<string, object>();
  const scenes = permitted.map((row) => ({ id: row.id, row, scene: { row, ...locked.get(row.id) } }));
  const going = hear(scenes, ({ scene }) => asRefusal(t.guard?.(scene, c)) ?? asRefusal(t.check?.(scene, {})));
  const versions = going.length ? await step(c, document, { rules, name }, going) : new Map<string, number>();
  return some.map((id) => ({ id, version: versions.get(id), refused: refused.get(id) }));
}

/** state → effect → history of rows that nothing speaks against. @returns their versions */
async function step(
  c: RuleContext,
  document: DocumentType,
  { rules, name }: { rules: Rules; name: string },
  going: readonly { row: DocumentRuleRow; scene: object }[],
): Promise<Map<string, number>> {
  const t = transitionOf(rules, name);
  const states = new Map<string, string[]>();
  for (const { row, scene } of going) {
    const to = t?.to?.(scene, {}) ?? document.actions?.[name]?.to;
    if (to && document.status) states.set(to, [...(states.get(to) ?? []), row.id]);
  }
  for (const [to, own] of states) await writeState(c, document, own, to, 0);
  await t?.many?.effect(
    c,
    going.map(({ scene }) => scene),
  );
  const { status } = document;
  return settleAll(
    c,
    document,
    going.map(({ row }) => ({
      id: row.id,
      action: wordOf(document, name),
      from: status && String(row[status.field]),
      diff: {},
    })),
  );
}
