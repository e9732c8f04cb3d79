import { salesOrder } from "#documents/order/sales-order";
import { keep } from "../../../../db/locks";
import { moveTo } from "../../../../documents/lifecycle/move";
import type { RuleContext } from "../../../../documents/rules";
import { conflict, missing, Refusal } from "../../../../http/refusal";
import { notify } from "../../../../notices/notify";
import { type DraftPart, rebuildDrafts } from "../../package/drafts";
import { writeFigures } from "../../state/figures";
import { setException } from "../../state/moves";
import type { OrderFacts, Rule, RunResult } from "../../words/rule";
import { runRules } from "../core/run";
import { loadOrders } from "./load-orders";
import { loadRules } from "./load-rules";
import { loadWorld } from "./load-world";
import { keepLog, type Trigger } from "./log";

/** How an order that a rule lets through is audited; a refusal of it is undone here. */
export type Audit = (c: RuleContext, orderId: string) => Promise<void>;

/** States in which the rules may say anew how an order is handled. */
export const RULED = ["pendingProcess", "exception", "pendingAudit"] as const;

/** Locks the order and those to the same receiver that its packages may join, in the order of ids. */
export async function lockWithReceiver({ sql, tenantId }: RuleContext, id: string) {
  const rows = await sql.query<{ id: string; no: string; status: string }>(
    `select o.id, o.no, o.status from sales_order o join sales_order me on me.id = $1
     where o.tenant_id = $2 and o.del_flag = 0 and (o.id = me.id
       or o.status = 'pendingAudit' and o.receiver_hash = me.receiver_hash)
     order by o.id ${keep(sql, "sales_order", "change", "o")}`,
    [id, tenantId],
  );
  const found = rows.find((r) => r.id === id);
  if (!found) throw missing();
  return found;
}

/** What the tags of an order are after a run. */
const tagsAfter = ({ tags }: OrderFacts, { tagsAdded, tagsRemoved }: RunResult) => [
  ...tags.filter((t) => !tagsRemoved.includes(t)),
  ...tagsAdded,
];

async function writeOrder(c: RuleContext, order: OrderFacts, result: RunResult) {
  await c.sql.query(
    `update sales_order set tags = $2, priority = $3, hold_reason = $4, exception_code = null,
       est_freight = coalesce($5::numeric, est_freight) where id = $1`,
    [
      ...[order.id, tagsAfter(order, result), result.priority],
      ...[result.outcome === "held" ? result.holdReason : null, result.freightCny],
    ],
  );
  const parts: DraftPart[] = result.outcome === "held" ? [] : result.parts;
  await rebuildDrafts(c, order.id, parts);
  await writeFigures(c, order.id);
}

const isRefused = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.status === 409;

/** Why the audit refused; undefined: it is done. What it wrote until then is undone. */
async function audited(c: RuleContext, orderId: string, audit: Audit): Promise<string | undefined> {
  await c.sql.query("savepoint rule_audit");
  try {
    await audit(c, orderId);
    await c.sql.query("release savepoint rule_audit");
  } catch (error) {
    if (!isRefused(error)) throw error;
    await c.sql.query("rollback to savepoint rule_audit");
    return error.message;
  }
}

/** Brings the order into the state that the run says. @returns what it is then, and why */
async function settle(c: RuleContext, { id }: OrderFacts, result: RunResult, audit: Audit) {
  const { outcome, exceptionCode, holdReason } = result;
  if (outcome === "held") {
    await moveTo(c, salesOrder, id, "held", `规则拦截：${holdReason ?? ""}`.slice(0, 100));
    return { outcome, why: holdReason };
  }
  if (outcome === "exception") {
    const code = exceptionCode ?? "NO_RULE_WAREHOUSE";
    await setException(c, id, code);
    return { outcome, why: code };
  }
  if (outcome === "audited") {
    const refused = await audited(c, id, audit);
    if (refused === undefined) return { outcome, why: null };
    await setException(c, id, "OUT_OF_STOCK", refused);
    return { outcome: "exception" as const, why: refused };
  }
  await moveTo(c, salesOrder, id, "pendingAudit", "执行规则");
  return { outcome, why: null };
}

async function tell(c: RuleContext, no: string, id: string, userIds: string[]) {
  await notify(c.sql, {
    userIds,
    title: `订单${no}命中规则`,
    pushDescribe: "订单规则要求通知您，请查看该订单。",
    bizPath: `/ordermanage/openTag/detail?id=${id}`,
    tenantId: c.tenantId,
  });
}

/**
 * Runs the rules over an order and does what they say (market.md 4): state, tags, priority, packages,
 * and with the last stage the audit. `rules`: those that are loaded already.
 * @throws Refusal 409 where its state or its packages do not allow it any more
 */
export async function runRule(
  c: RuleContext,
  orderId: string,
  trigger: Trigger,
  audit: Audit,
  rules?: readonly Rule[],
): Promise<void> {
  const began = performance.now();
  const { no, status } = await lockWithReceiver(c, orderId);
  if (!RULED.some((s) => s === status)) throw conflict("单据状态已变更，请刷新后重试");
  const used = rules ?? (await loadRules(c));
  const [order] = await loadOrders(c, [orderId], used);
  if (!order) throw missing();
  const result = runRules(order, used, await loadWorld(c, [order]));
  await writeOrder(c, order, result);
  const { outcome, why } = await settle(c, order, result, audit);
  await tell(c, no, orderId, result.notify);
  const milliseconds = performance.now() - began;
  await keepLog(c, { order, result, trigger, outcome, why, milliseconds });
}
