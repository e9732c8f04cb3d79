import type { RuleContext } from "../../../../documents/rules";
import type { OrderFacts, RunResult } from "../../words/rule";

/** What made the rules run. */
export type Trigger = "sync" | "manual" | "stock";

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
export async function keepLog(
  { sql, tenantId, caller }: RuleContext,
  { order, result, trigger, outcome, why, milliseconds }: Ran,
): Promise<void> {
  const made = await sql.one<{ id: string }>(
    `insert into order_rule_log (tenant_id, order_id, trigger, outcome, result, steps, tags_added,
       tags_removed, priority_before, priority_after, duration_ms, create_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    [
      ...[tenantId, order.id, trigger, outcome, why, JSON.stringify(result.steps)],
      ...[result.tagsAdded, result.tagsRemoved, order.priority, result.priority],
      ...[Math.round(milliseconds), caller.userId],
    ],
  );
  const hits = [...new Set(result.steps.filter((s) => s.matched).map((s) => s.ruleId))];
  await sql.query(
    `insert into order_rule_hit (rule_id, log_id, tenant_id)
     select r, $2, $3 from unnest($1::bigint[]) r`,
    [hits, made?.id, tenantId],
  );
}
