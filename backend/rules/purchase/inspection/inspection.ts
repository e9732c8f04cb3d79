import type { RowOf } from "#documents/kit";
import { inspection } from "#documents/purchase/inspection";
import { keep, lockIds } from "../../../db/locks";
import { visible } from "../../../documents/reading/where";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { conflict, invalid } from "../../../http/refusal";
import { refreshSign } from "../order-lines/sign-state";
import { keepPast } from "./past";
import { lockOrders, post, returnedBy, shortToUnpost, unpost } from "./post";
import { conclude, reopen, requireFigures, requireResult } from "./result";

type Row = RowOf<typeof inspection>;

/** The receipt comes before its inspection. */
async function lockFirst(c: RuleContext, id: string): Promise<void> {
  const row = await c.sql.one<{ signId: string }>(
    `select sign_id as "signId" from inspection where id = $1`,
    [id],
  );
  await lockIds(c.sql, "wms_sign", [row?.signId]);
}

const asksConcession = ({ items }: Row) => items.some((l) => l.concessionQty > 0);

/** Rows are those of the receipt: what is given changes them, none comes or goes. */
const merged = <L extends { id: string }, G extends { id?: string | null }>(
  before: readonly L[],
  given: readonly G[] | undefined,
) => given && before.map((row) => ({ ...row, ...given.find((g) => g.id === row.id) }));

/** Somebody was faster: says who, before the state says that it is over. @throws Refusal 409 */
async function requireFree(c: RuleContext, id: string) {
  const where = visible(inspection, c.caller).and("t.id = ?", id);
  const row = await c.sql.one<{ by: string | null }>(
    `select u.displayname as by from inspection t join sys_user u on u.id = t.claimer_id
     where t.status = 'inspecting' and ${where} ${keep(c.sql, "inspection", "change", "t")}`,
    where.values,
  );
  if (row) throw conflict(`已被${row.by}领取`);
}

const claim = transition(inspection, "claim", {
  async lockFirst(c, id) {
    await lockFirst(c, id);
    await requireFree(c, id);
  },
  async effect(c, { row }) {
    await c.sql.query("update inspection set claimer_id = $2 where id = $1", [
      row.id,
      c.caller.userId,
    ]);
    await refreshSign(c, row.signId);
  },
});

/** 完成质检: a concession is approved before anything counts. */
const finish = transition(inspection, "finish", {
  lockFirst,
  lock: lockOrders,
  guard: ({ row }) => requireResult(row.items, row.reportFiles),
  to: ({ row }) => (asksConcession(row) ? "auditing" : "done"),
  async effect(c, { row, orders }) {
    await conclude(c, row.id, row.items);
    if (!asksConcession(row)) await post(c, row, orders);
  },
});

const approved = transition(inspection, "approved", {
  lockFirst,
  lock: lockOrders,
  effect: (c, { row, orders }) => post(c, row, orders),
});

/** 让步驳回 and 撤回: what was concluded is open again. */
const returned = transition(inspection, "returned", {
  lockFirst,
  to: () => "inspecting",
  effect: (c, { row }) => reopen(c, row.id),
});

/** 撤销质检 (supply.md 3): the opposite of what it posted. */
const reverse = transition(inspection, "reverse", {
  lockFirst,
  lock: async (c, row) => ({
    ...(await lockOrders(c, row)),
    returnNo: await returnedBy(c, row.id),
    short: await shortToUnpost(c, row),
  }),
  guard: ({ returnNo, short }) => (returnNo ? `已生成退换货单${returnNo}` : short),
  async effect(c, { row, orders }) {
    await keepPast(c, row.id);
    await unpost(c, row, orders);
    await reopen(c, row.id);
  },
});

/** 质检单 (supply.md 3). Receipts open them (`open.ts`). */
export const inspectionRules = rules(inspection, {
  async beforeSave(_c, next, before) {
    if (!before) return;
    if ((next.qcType ?? before.qcType) === "exempt")
      throw invalid("免检由签收单决定", { qcType: "免检由签收单决定" });
    next.items = merged(before.items, next.items);
    next.checks = merged(before.checks, next.checks);
    const full = (next.qcMethod ?? before.qcMethod) === "full";
    if (full) for (const line of next.items ?? []) line.sampleQty = line.signQty;
    if (next.items) requireFigures(next.items);
  },
  transitions: [claim, finish, approved, returned, reverse],
});
