import { grouped } from "#backend/domain/group-by";
import { rebuildAll } from "#backend/domain/order/package/drafts";
import { writeFigures } from "#backend/domain/order/state/figures";
import { setException } from "#backend/domain/order/state/moves";
import type { OrderFacts, Rule, RunResult, World } from "#backend/domain/order/words/rule";
import { moveTo, type RuleContext } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import { conflict, missing, Refusal } from "#backend/platform/http";
import { orderExceptions } from "#documents/order/sales-fields";
import { salesOrder } from "#documents/order/sales-order";
import { runRules } from "../core/run";
import { loadOrders } from "./load-orders";
import { loadRules } from "./load-rules";
import { loadWorld } from "./load-world";
import { lockWithReceivers } from "./lock-orders";

/** What made the rules run. */
type Trigger = "sync" | "manual" | "stock";

interface Ran {
  order: OrderFacts;
  result: RunResult;
  /** What it ended as, with the refusal where the audit was one. */
  outcome: RunResult["outcome"];
  why: string | null;
}

/** Keeps runs with every rule that was looked at, and counts those that held. */
async function keepLogs(
  { sql, tenantId, caller }: RuleContext,
  ran: readonly Ran[],
  { trigger, milliseconds }: { trigger: Trigger; milliseconds: number },
): Promise<void> {
  const logs = ran.map(({ order, result, outcome, why }) => ({
    orderId: order.id,
    outcome,
    why,
    steps: result.steps,
    added: result.tagsAdded,
    removed: result.tagsRemoved,
    before: order.priority,
    after: result.priority,
  }));
  const made = await sql.query<{ id: string; orderId: string }>(
    `insert into order_rule_log (tenant_id, order_id, trigger, outcome, result, steps, tags_added,
       tags_removed, priority_before, priority_after, duration_ms, create_by)
     select $1, x."orderId", $2, x.outcome, x.why, x.steps, array(select jsonb_array_elements_text(x.added)),
       array(select jsonb_array_elements_text(x.removed)), x.before, x.after, $3, $4
     from rows from (jsonb_to_recordset($5::jsonb) as ("orderId" bigint, outcome text, why text, steps jsonb,
         added jsonb, removed jsonb, before text, after text)) with ordinality
         as x("orderId", outcome, why, steps, added, removed, before, after, n)
     order by n returning id, order_id as "orderId"`,
    [tenantId, trigger, Math.round(milliseconds), caller.userId, JSON.stringify(logs)],
  );
  const logOf = new Map(made.map((log) => [log.orderId, log.id]));
  const hits = ran.flatMap(({ order, result }) =>
    [...new Set(result.steps.filter((s) => s.matched).map((s) => s.ruleId))].map((rule) => ({
      rule,
      log: logOf.get(order.id),
    })),
  );
  await sql.query(
    `insert into order_rule_hit (rule_id, log_id, tenant_id)
     select r, l, $3 from unnest($1::bigint[], $2::bigint[]) x(r, l)`,
    [hits.map((h) => h.rule), hits.map((h) => h.log), tenantId],
  );
}

/** How orders that a rule lets through are audited, all of them or none; a refusal of one alone is undone here. */
export type Audit = (c: RuleContext, orderIds: readonly string[]) => Promise<void>;

/** States in which the rules may say anew how an order is handled. */
export const RULED = ["pendingProcess", "exception", "pendingAudit"] as const;

/** What the tags of an order are after a run. */
const tagsAfter = ({ tags }: OrderFacts, { tagsAdded, tagsRemoved }: RunResult) => [
  ...tags.filter((t) => !tagsRemoved.includes(t)),
  ...tagsAdded,
];

const codeOf = ({ exceptionCode }: RunResult) => exceptionCode ?? "NO_RULE_WAREHOUSE";

interface RuleSaid {
  order: OrderFacts;
  result: RunResult;
}

/** What the rules say of orders, each as if those before it had taken what they are audited for. */
function sayOf(orders: readonly OrderFacts[], rules: readonly Rule[], world: World): RuleSaid[] {
  const gone = new Map<string, number>();
  const left: World = {
    ...world,
    available: (place, sku) => world.available(place, sku) - (gone.get(`${place}/${sku}`) ?? 0),
  };
  return orders.map((order) => {
    const result = runRules(order, rules, left);
    if (result.outcome === "audited")
      for (const { warehouseId, lines } of result.parts)
        for (const { skuId, qty } of lines) {
          const place = `${warehouseId}/${skuId}`;
          gone.set(place, (gone.get(place) ?? 0) + qty);
        }
    return { order, result };
  });
}

async function writeOrders(c: RuleContext, said: readonly RuleSaid[]) {
  const rows = said.map(({ order, result }) => ({
    id: order.id,
    tags: tagsAfter(order, result),
    priority: result.priority,
    hold: result.outcome === "held" ? result.holdReason : null,
    code: result.outcome === "exception" ? codeOf(result) : null,
    freight: result.freightCny,
  }));
  await c.sql.query(
    `update sales_order t set tags = array(select jsonb_array_elements_text(x.tags)), priority = x.priority,
       hold_reason = x.hold, exception_code = x.code, est_freight = coalesce(x.freight, t.est_freight)
     from jsonb_to_recordset($1::jsonb) as x(id bigint, tags jsonb, priority text, hold text, code text,
       freight numeric)
     where t.id = x.id and (t.tags, t.priority, t.hold_reason, t.exception_code, t.est_freight)
       is distinct from (array(select jsonb_array_elements_text(x.tags)), x.priority, x.hold, x.code,
         coalesce(x.freight, t.est_freight))`,
    [JSON.stringify(rows)],
  );
  await rebuildAll(
    c,
    said.map(({ order, result }) => ({ orderId: order.id, parts: result.outcome === "held" ? [] : result.parts })),
  );
  await writeFigures(
    c,
    said.map(({ order }) => order.id),
  );
}

const isRefused = (error: unknown): error is Refusal => error instanceof Refusal && error.status === 409;

/** Why the audit of one order refused; undefined: it is done. What it wrote until then is undone. */
async function audited(c: RuleContext, ids: readonly string[], audit: Audit): Promise<string | undefined> {
  await c.sql.query("savepoint rule_audit");
  try {
    await audit(c, ids);
    await c.sql.query("release savepoint rule_audit");
  } catch (error) {
    if (!isRefused(error)) throw error;
    await c.sql.query("rollback to savepoint rule_audit");
    return error.message;
  }
}

/** Brings orders into the states that the run says. @returns what each is then, and why */
async function settle(c: RuleContext, said: readonly RuleSaid[], audit: Audit): Promise<Ran[]> {
  const idsOf = (some: readonly RuleSaid[]) => some.map(({ order }) => order.id);
  const of = (outcome: RunResult["outcome"]) => said.filter(({ result }) => result.outcome === outcome);
  for (const [reason, some] of grouped(of("held"), ({ result }) => result.holdReason))
    await moveTo(c, salesOrder, idsOf(some), "held", `规则拦截：${reason ?? ""}`.slice(0, 100));
  for (const [code, some] of grouped(of("exception"), ({ result }) => codeOf(result)))
    await moveTo(c, salesOrder, idsOf(some), "exception", orderExceptions[code].label);
  const going = idsOf(of("audited"));
  // Of several that are audited together nobody knows which one was refused: they are run one by one then.
  const refused = said.length > 1 ? await audit(c, going) : going.length && (await audited(c, going, audit));
  if (refused) await setException(c, going, "OUT_OF_STOCK", refused);
  await moveTo(c, salesOrder, idsOf(of("pendingAudit")), "pendingAudit", "执行规则");
  return said.map((one): Ran => {
    const { outcome, holdReason } = one.result;
    if (outcome === "held") return { ...one, outcome, why: holdReason };
    if (outcome === "exception") return { ...one, outcome, why: codeOf(one.result) };
    return outcome === "audited" && refused
      ? { ...one, outcome: "exception", why: refused }
      : { ...one, outcome, why: null };
  });
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
 * Runs the rules over orders and does what they say (market.md 4): state, tags, priority, packages, and
 * with the last stage the audit. Each comes out as if those before it had been run; none changes what a
 * later one looks at besides the stock (`lockApart`).
 * @throws Refusal 409 where the state or the packages of one do not allow it any more, or the audit of one
 * of several is refused
 */
export async function runRulesOver(
  c: RuleContext,
  orderIds: readonly string[],
  trigger: Trigger,
  audit: Audit,
): Promise<void> {
  if (!orderIds.length) return;
  const began = performance.now();
  const locked = await lockWithReceivers(c, orderIds);
  for (const id of orderIds) {
    const status = locked.get(id)?.status;
    if (!status) throw missing();
    if (!RULED.some((s) => s === status)) throw conflict("单据状态已变更，请刷新后重试");
  }
  const rules = await loadRules(c);
  const facts = new Map((await loadOrders(c, orderIds, rules)).map((order) => [order.id, order]));
  const orders = orderIds.map((id) => facts.get(id) ?? null);
  if (orders.includes(null)) throw missing();
  const there = orders.flatMap((order) => order ?? []);
  const said = sayOf(there, rules, await loadWorld(c, there));
  await writeOrders(c, said);
  const ran = await settle(c, said, audit);
  for (const { order, result } of ran) await tell(c, locked.get(order.id)?.no ?? "", order.id, result.notify);
  await keepLogs(c, ran, { trigger, milliseconds: (performance.now() - began) / ran.length });
}

/** The same with one. Where its audit is refused, it ends as an exception. */
export const runRule = (c: RuleContext, orderId: string, trigger: Trigger, audit: Audit): Promise<void> =>
  runRulesOver(c, [orderId], trigger, audit);
