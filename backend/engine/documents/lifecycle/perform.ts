import { decide, withdraw } from "#backend/engine/workflow/service";
import { invalid, validate } from "#backend/platform/http";
import { requireLive } from "#backend/platform/tenancy/phase";
import {
  type Action,
  type ActionOf,
  actionSchema,
  countedOf,
  type DocumentType,
  type GivenOf,
  type Lines,
  permissionOf,
  wordOf,
} from "#documents/kit";
import { lockWhole } from "../reading/row";
import { givenLines } from "../rows";
import type { DocumentRuleRow, RuleContext, Rules, RuleValues, Transition } from "../rules";
import { checkDecimals } from "../writing/decimals";
import { difference } from "../writing/difference";
import { requireFiles } from "../writing/files";
import { requireNameable } from "../writing/may-name";
import { checkRates } from "../writing/rates";
import { checkVersion, permit } from "../writing/write";
import { endReturned } from "./approval";
import { enter, proposed, transitionOf } from "./ask";
import { lockMaker, tellMaker } from "./maker";
import { settle, writeState } from "./move";
import { requireComplete, startApproval } from "./submit";

/** What is wrong with the rows of one table, by field; `left`: what the rule says of each line now. */
function problemsOf(name: string, lines: Lines, rows: readonly RuleValues[], left: readonly RuleValues[]) {
  const { tally } = lines;
  if (!tally) return {};
  const known = new Map(left.map((row) => [String(row[tally.by]), Number(row[tally.left] ?? 0)]));
  const taken = new Map<string, number>();
  const wrong: Record<string, string> = {};
  rows.forEach((row, i) => {
    const line = String(row[tally.by] ?? "");
    const count = countedOf(tally, row);
    const sum = (taken.get(line) ?? 0) + count;
    taken.set(line, sum);
    const most = known.get(line);
    if (most === undefined) wrong[`${name}.${i}.${tally.by}`] = "明细不在单据中";
    else if (tally.of.some((n) => Number(row[n] ?? 0) < 0)) wrong[`${name}.${i}.${tally.of[0]}`] = "数量不能小于0";
    else if (count && sum > most) wrong[`${name}.${i}.${tally.of[0]}`] = `最多${most}件，填了${sum}件`;
  });
  if (lines.required && ![...taken.values()].some((n) => n > 0)) wrong[name] = lines.required;
  return wrong;
}

/**
 * Refuses counts beyond what is left of a line, and lines that are not the document's. Answers the rows
 * that were counted, with what they are called, as the history tells them.
 * @throws Refusal 400 naming each wrong row
 */
async function tallied(
  c: RuleContext,
  document: DocumentType,
  name: string,
  t: Transition | undefined,
  scene: object,
  input: RuleValues,
): Promise<Record<string, RuleValues[]>> {
  const asked = Object.entries(document.actions?.[name]?.lines ?? {}).filter(([, l]) => l.tally);
  if (!asked.length) return {};
  const now = await proposed(c, document, name, t, scene);
  const counted: Record<string, RuleValues[]> = {};
  let wrong: Record<string, string> = {};
  for (const [list, lines] of asked) {
    const { tally } = lines;
    if (!tally) continue;
    const rows = givenLines(input, list) ?? [];
    const left = givenLines(now, list) ?? [];
    wrong = { ...wrong, ...problemsOf(list, lines, rows, left) };
    for (const row of rows) for (const n of tally.of) row[n] ??= 0;
    const saidOf = (row: RuleValues) => left.find((l) => l[tally.by] === row[tally.by]);
    counted[list] = rows
      .filter((row) => countedOf(tally, row) > 0)
      .map((row) => ({ ...row, [`$${tally.scans}`]: saidOf(row)?.[`$${tally.scans}`] ?? null }));
  }
  const [first] = Object.values(wrong);
  if (first) throw invalid(first, wrong);
  return counted;
}

interface PerformAsked {
  /** Version that the person saw; none: whatever it is now. */
  seen?: number;
  /** Another document or a job acts: the caller's permission and scope do not decide, the state does. */
  trusted?: boolean;
}

/** What was answered: an optional question left open changes nothing. */
const answered = (input: RuleValues): RuleValues =>
  Object.fromEntries(Object.entries(input).filter(([, v]) => v !== null && v !== undefined));

/** The row without values of which an action asks something else by the same name. */
const unasked = (row: DocumentRuleRow, action: Action | undefined): DocumentRuleRow => ({
  ...row,
  ...Object.fromEntries(Object.entries(action?.input ?? {}).flatMap(([name, f]) => (f.asked ? [[name, null]] : []))),
});

/** Counting starts from nothing, also where the document has lines of that name. */
const nothingOf = (counted: RuleValues): RuleValues =>
  Object.fromEntries(Object.keys(counted).map((name) => [name, null]));

const text = (value: unknown) => (typeof value === "string" ? value : "");
const comment = (input: RuleValues) => text(input.comment);

/** Runs what an action of the approval itself does; the others are transitions. */
const approvals: Record<
  string,
  (c: RuleContext, document: DocumentType, rules: Rules, row: DocumentRuleRow, input: RuleValues) => Promise<RuleValues>
> = {
  async withdraw(c, document, rules, row) {
    await withdraw(c, { defKey: document.name, bizId: row.id });
    await endReturned(c, document, rules, row.id, "draft");
    return {};
  },
  approve: (c, document, _rules, row, input) =>
    decide(c, { defKey: document.name, bizId: row.id }, { approve: true, comment: comment(input) }),
  reject: (c, document, _rules, row, input) =>
    decide(c, { defKey: document.name, bizId: row.id }, { approve: false, comment: comment(input) }),
};

/** What an action asks for, as far as it may name rows; whose line is counted is heard by the tally. */
function namingForm(action: Action | undefined): Pick<DocumentType, "fields" | "lines"> {
  const lines = Object.entries(action?.lines ?? {}).map(([name, l]) => {
    const fields = Object.entries(l.fields).filter(([n]) => n !== l.tally?.by);
    return [name, { ...l, fields: Object.fromEntries(fields) }];
  });
  return { fields: action?.input ?? {}, lines: action?.lines && Object.fromEntries(lines) };
}

/** lock → guard → state → effect of one action; answers what the effect answers, and what it counted. */
async function step(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  name: string,
  row: DocumentRuleRow,
  input: RuleValues,
): Promise<{ answer: RuleValues; counted: RuleValues }> {
  const own = document.flow && approvals[name];
  if (own) return { answer: await own(c, document, rules, row, input), counted: {} };
  const submits = !!document.flow && name === "submit";
  if (submits) requireComplete(document, row);
  const t = transitionOf(rules, name);
  const scene = await enter(c, t, row, input);
  const counted = await tallied(c, document, name, t, scene, input);
  const to = t?.to?.(scene, input) ?? document.actions?.[name]?.to ?? (submits ? "auditing" : null);
  if (to && document.status) await writeState(c, document, [row.id], to, 0);
  const answer = await t?.effect?.(c, scene, input);
  if (document.flow && to === "auditing") await startApproval(c, document, row);
  if (to === "void") await tellMaker(c, document, row, "void", { reason: text(input.reason) });
  return { answer: answer ?? {}, counted };
}

/**
 * The one way to act on a document, for calls, jobs, demonstration data and other documents: locks it,
 * hears permission, state, version and guards, writes state and history, runs the effect.
 * @throws Refusal 404 not there, 403 no permission, 409 a state, version or guard, or a tenant that is set
 * up yet, 400 an input
 */
export async function perform<D extends DocumentType, A extends ActionOf<D>>(
  c: RuleContext,
  document: D,
  id: string,
  name: A,
  given: GivenOf<D, A>,
  { seen, trusted = false }: PerformAsked = {},
): Promise<RuleValues & { id: string; version: number }> {
  const action = document.actions?.[name];
  const input: RuleValues = validate(actionSchema(action?.input, action?.lines), given);
  const rules = c.book.get(document.name)?.rules ?? {};
  if (!document.inSetup && !c.caller.live) await requireLive(c);
  await lockMaker(c, document, id);
  await firstLocks(c, rules, name, id);
  const row: DocumentRuleRow = await lockWhole<DocumentType>(c, document, id, { anyScope: trusted });
  // Whether somebody was faster is said by the approval, before state and version speak of it.
  const decides = action?.who === "candidate";
  const held = trusted ? new Set([permissionOf(document, name)]) : c.caller.permissions;
  permit(held, document, name, decides ? undefined : row);
  if (!decides) checkVersion(row, seen);
  const form = namingForm(action);
  if (!trusted) await requireNameable(c, form, input, { document, row });
  if (!trusted) await requireFiles(c, form, input, { form: document, row });
  await checkDecimals(c, form, input, row);
  await checkRates(c, form, { ...unasked(row, action), ...answered(input) }, { trusted });
  const { answer, counted } = await step(c, document, rules, name, row, input);
  if (decides) checkVersion(row, seen);
  const version = await settle(c, document, id, {
    action: wordOf(document, name),
    from: document.status && String(row[document.status.field]),
    diff: difference(
      { ...document, fields: action?.input ?? {}, lines: { ...document.lines, ...action?.lines } },
      { ...unasked(row, action), ...nothingOf(counted) },
      { ...answered(input), ...counted },
    ),
  });
  return { ...answer, id, version };
}

/** An approval may end with the action: what its end locks first comes first too. */
async function firstLocks(c: RuleContext, rules: Rules, name: string, id: string) {
  const events = name in approvals || name === "submit" ? ["approved", "returned"] : [];
  for (const event of new Set([name, ...events])) await transitionOf(rules, event)?.lockFirst?.(c, id);
}
