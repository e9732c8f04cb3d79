import { documentNamed } from "#documents";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import { approveAgain } from "../../../documents/lifecycle/submit";
import { readLines } from "../../../documents/reading/lines";
import { visible } from "../../../documents/reading/where";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { refreshSign } from "../order-lines/sign-state";
import { keepPast } from "./past";
import { post, unpost } from "./post";
import { conclude, reopen, requireFigures, requireResult } from "./result";

/** The receipt comes before its inspection. */
const lockSign = ({ sql }: RuleContext, id: string) =>
  sql.query(
    `select id from wms_sign where id = (select sign_id from inspection where id = $1) for no key update`,
    [id],
  );

/** Somebody was faster: says who, before the state says that it is over. @throws Refusal 409 */
async function requireFree(c: RuleContext, id: string) {
  const where = visible(documentNamed("inspection"), c.caller).and("t.id = ?", id);
  const row = await c.sql.one<{ by: string | null }>(
    `select u.displayname as by from inspection t join sys_user u on u.id = t.claimer_id
     where t.status = 'inspecting' and ${where} for no key update of t`,
    where.values,
  );
  if (row) throw conflict(`已被${row.by}领取`);
}

/** Rows are those of the receipt: what is given changes them, none comes or goes. */
const merged = (before: unknown, given: unknown): Values[] | undefined =>
  given === undefined
    ? undefined
    : (before as Row[]).map((row) => ({
        ...row,
        ...(given as Values[]).find((g) => String(g.id) === row.id),
      }));

async function claim(c: RuleContext, row: Row) {
  await c.sql.query("update inspection set status = 'inspecting', claimer_id = $2 where id = $1", [
    row.id,
    c.caller.userId,
  ]);
  await refreshSign(c, String(row.signId));
}

async function finish(c: RuleContext, row: Row) {
  const lines = await readLines(c, documentNamed("inspection"), row.id);
  const items = lines.items ?? [];
  requireResult(items, row.reportFiles);
  await conclude(c, row.id, items);
  if (items.some((l) => Number(l.concessionQty) > 0))
    await approveAgain(c, documentNamed("inspection"), { ...row, ...lines });
  else await post(c, row, items);
}

async function reverse(c: RuleContext, row: Row) {
  await keepPast(c, row.id);
  await unpost(c, row);
  await reopen(c, row.id);
}

/** 质检单 (supply.md 3). Receipts open them (`inspection-open.ts`). */
export const inspectionRules: LegacyRules = {
  async lockFirst(c, action, id) {
    await lockSign(c, id);
    if (action === "claim") await requireFree(c, id);
  },
  async beforeSave(_c, next, before) {
    if (!before) return;
    const items = merged(before.items, next.items);
    const method = next.qcMethod ?? before.qcMethod;
    if ((next.qcType ?? before.qcType) === "exempt")
      throw invalid("免检由签收单决定", { qcType: "免检由签收单决定" });
    if (method === "full") for (const line of items ?? []) line.sampleQty = line.signQty;
    if (items) requireFigures(items);
    Object.assign(next, { items, checks: merged(before.checks, next.checks) });
  },
  /** 让步驳回 and 撤回: what was concluded is open again. */
  undoSubmit: async (c, row) => void (await reopen(c, row.id)),
  returnedTo: () => "inspecting",
  onApproved: (c, row) => post(c, row, (row.items ?? []) as Row[]),
  actions: { claim, finish, reverse },
};
