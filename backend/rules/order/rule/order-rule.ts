import type { RowOf } from "#documents/kit";
import { orderRule } from "#documents/order/rule/order-rule";
import { leavesOf, type Tree, treeOf, treeSentence, WrongRow } from "#documents/order/rule/tree";
import { isFact, STAGES, type Stage, stages, strategies } from "#documents/order/rule/words";
import { lockAdvisory } from "../../../db/advisory";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { actsSentence, type RuleDraft, requireActs } from "./actions";
import { conflictsOf } from "./core/conflicts";
import { places } from "./place";
import { loadRules } from "./run/load-rules";
import { lostValue } from "./values";
import { keepRuleVersion, ruleVersions } from "./versions";

type Row = RowOf<typeof orderRule>;

/** The tree that the rows say. @throws Refusal 400 at the row that is wrong */
function requireTree(draft: RuleDraft, stage: Stage): Tree {
  try {
    return treeOf(draft.logic ?? "and", draft.conditions ?? [], stage);
  } catch (error) {
    if (error instanceof WrongRow)
      throw invalidAt(`conditions.${error.row}.${error.field}`, error.message);
    throw error;
  }
}

const STRATEGIES: Partial<Record<Stage, readonly string[]>> = {
  WAREHOUSE: ["order", "mostStock", "nearest"],
  LOGISTICS: ["order", "cheapest"],
};

/** @throws Refusal 400 when places of this stage are not chosen so */
function requireStrategy({ strategy }: RuleDraft, stage: Stage): void {
  const known = STRATEGIES[stage];
  if (known && strategy && !known.includes(strategy))
    throw invalidAt("strategy", `${stages[stage].label}不能用${strategies[strategy].label}`);
}

async function requireValues(c: RuleContext, draft: RuleDraft, tree: Tree): Promise<void> {
  const lost = await lostValue(c, tree);
  if (!lost) return;
  const rows = [...(draft.conditions ?? []).entries()].filter(([, r]) => isFact(r.fact ?? ""));
  throw invalidAt(`conditions.${rows[lost.leaf]?.[0] ?? 0}.value`, `条件值不存在：${lost.value}`);
}

async function requirePriority(c: RuleContext, draft: RuleDraft, id: string | null) {
  await lockAdvisory(c.sql, "orderRules", c.tenantId);
  const other = await c.sql.one(
    `select 1 from order_rule where tenant_id = $1 and del_flag = 0 and stage = $2 and priority = $3
       and id is distinct from $4`,
    [c.tenantId, draft.stage, draft.priority, id],
  );
  if (other) throw invalidAt("priority", "优先级重复");
}

const idsOf = (ids: readonly (string | null | undefined)[]) => ids.filter((v) => !!v);

async function namesOf({ sql }: RuleContext, rows: NonNullable<RuleDraft["acts"]>) {
  const found = await sql.query<{ key: string; name: string }>(
    `select 'warehouse/' || id as key, name from warehouse where id = any($1)
     union all select 'user/' || id, displayname from sys_user where id = any($2)
     union all select 'channel/' || id, name from logistics_channel where id = any($3)`,
    [
      idsOf(rows.map((r) => r.warehouseId)),
      idsOf(rows.map((r) => r.userId)),
      idsOf(rows.map((r) => r.logisticsChannelId)),
    ],
  );
  return Object.fromEntries(found.map(({ key, name }) => [key, name]));
}

/** What of the places and channels that a rule counts on is closed. */
async function closedPlace({ sql, tenantId }: RuleContext, row: Row) {
  const tree = treeOf(row.logic, row.conditions, row.stage);
  const codes = leavesOf(tree).flatMap((l) => (l.field === "warehouseId" ? l.values : []));
  const ids = idsOf(row.acts.map((a) => a.warehouseId));
  const channels = idsOf(row.acts.map((a) => a.logisticsChannelId));
  const found = await sql.one<{ why: string }>(
    `select '仓库已停用：' || name as why from warehouse
     where tenant_id = $1 and (id = any($2) or code = any($3)) and (not enabled or del_flag <> 0)
     union all select '物流渠道已停用：' || name from logistics_channel
     where tenant_id = $1 and id = any($4) and (not enabled or del_flag <> 0) limit 1`,
    [tenantId, ids, codes, channels],
  );
  return found?.why;
}

const enable = transition(orderRule, "enable", {
  lock: async (c, row) => ({ closed: await closedPlace(c, row) }),
  guard: ({ closed }) => closed,
});

/** 订单规则 (market.md 4). */
export const orderRuleRules = rules(orderRule, {
  expressions: {
    hitCount30d: `(select count(*)::int from order_rule_hit h
      where h.rule_id = t.id and h.run_time > now() - interval '30 days')`,
    lastHitTime: "(select max(h.run_time) from order_rule_hit h where h.rule_id = t.id)",
  },
  async enrich(c, rows) {
    if (!rows.length) return;
    const all = await loadRules(c);
    for (const row of rows) {
      const own = all.find((r) => r.id === row.id);
      row.conflicts =
        own &&
        conflictsOf(own, all)
          .map((o) => `“${o.ruleName}”${o.says}`)
          .join("；");
    }
  },
  async enrichOne(c, row) {
    row.versions = await ruleVersions(c, row.id);
    const all = await loadRules(c, row.id);
    const own = all.find((r) => r.id === row.id);
    row.conflictsWith = own ? conflictsOf(own, all) : [];
  },
  async beforeSave(c, next, before) {
    const whole: RuleDraft = { ...before, ...next };
    const stage = STAGES.find((s) => s === whole.stage);
    if (!stage) throw invalidAt("stage", "请选择阶段");
    if (before && before.stage !== stage) throw invalidAt("stage", "阶段不能更改");
    if (whole.effectiveFrom && whole.effectiveTo && whole.effectiveTo <= whole.effectiveFrom)
      throw invalidAt("effectiveTo", "失效时间须晚于生效时间");
    requireStrategy(whole, stage);
    const tree = requireTree(whole, stage);
    const acts = whole.acts ?? [];
    requireActs(acts, stage);
    await requireValues(c, whole, tree);
    await requirePriority(c, whole, before?.id ?? null);
    next.stageNo = STAGES.indexOf(stage);
    next.conditionText = treeSentence(tree);
    next.actionText = actsSentence(acts, await namesOf(c, acts));
    next.ruleVersion = (before?.ruleVersion ?? 0) + 1;
  },
  async afterSave(c, id) {
    const row = await keepRuleVersion(c, id);
    const closed = row.status === "enabled" ? await closedPlace(c, row) : undefined;
    if (closed !== undefined) throw conflict(closed);
  },
  transitions: [enable, ...places],
});
