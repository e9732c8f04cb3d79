import { type DraftPart, rebuildDrafts } from "#backend/domain/order/package/drafts";
import { writeFigures } from "#backend/domain/order/state/figures";
import { setException } from "#backend/domain/order/state/moves";
import type { OrderFacts, Rule, RunResult } from "#backend/domain/order/words/rule";
import { moveTo, patch, type RuleContext } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import { keep } from "#backend/platform/db";
import { conflict, missing, Refusal } from "#backend/platform/http";
import { salesOrder } from "#documents/order/sales-order";
import { runRules } from "../core/run";
import { loadOrders } from "./load-orders";
import { loadRules } from "./load-rules";
import { loadWorld } from "./load-world";

/** What made the rules run. */
type Trigger = "sync" | "manual" | "stock";

interface Ran {
  order: OrderFacts;
  result: RunResult;
  trigger: Trigger;
  /** What it ended as, with the refusal where the audit was one. */
  outcome: RunResult["outcome"];
  why: string | null;
  milliseconds: number;
}

/** Keeps a run with every rule that was looked at, and counts those that held. */
async function keepLog(
  { sql, tenantId, caller }: RuleContext,
  { order, result, trigger, outcome, why, milliseconds }: Ran,
): Promise<void> {
  const made = await sql.one<{ id: string }>(
    `insert into order_rule_log (tenant_id, order_id, trigger, outcome, result, steps, tags_added,
       tags_removed, priority_before, priority_after, duration_ms, create_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    [
      tenantId,
      order.id,
      trigger,
      outcome,
      why,
      JSON.stringify(result.steps),
      result.tagsAdded,
      result.tagsRemoved,
      order.priority,
      result.priority,
      Math.round(milliseconds),
      caller.userId,
    ],
  );
  const hits = [...new Set(result.steps.filter((s) => s.matched).map((s) => s.ruleId))];
  await sql.query(
    `insert into order_rule_hit (rule_id, log_id, tenant_id)
     select r, $2, $3 from unnest($1::bigint[]) r`,
    [hits, made?.id, tenantId],
  );
}

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
  await patch(c, salesOrder, order.id, {
    tags: tagsAfter(order, result),
    priority: result.priority,
    holdReason: result.outcome === "held" ? result.holdReason : null,
    exceptionCode: null,
    estFreight: result.freightCny ?? undefined,
  });
  const parts: DraftPart[] = result.outcome === "held" ? [] : result.parts;
  await rebuildDrafts(c, order.id, parts);
  await writeFigures(c, order.id);
}

const isRefused = (error: unknown): error is Refusal => error instanceof Refusal && error.status === 409;

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
