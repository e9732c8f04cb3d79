import { type RuleContext, readWhole, rules, transition } from "#backend/engine/documents";
import { keep, lockAdvisory } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import type { RowOf, SentOf } from "#documents/kit";
import { fulfillmentChannels } from "#documents/order/platform-words";
import { orderRule } from "#documents/order/rule/order-rule";
import { type Leaf, leavesOf, type Tree, treeOf, treeSentence, WrongRow } from "#documents/order/rule/tree";
import { type FactName, isFact, type RuleStage, STAGES, stages, strategies } from "#documents/order/rule/words";
import { actsSentence, attributeOf, type RuleDraft, requireActs } from "./actions";
import { conflictsOf } from "./core/conflicts";
import { loadRules } from "./run/load-rules";

/** All rules of a stage, in the order of their ids: their places change together. */
const lockStage = async ({ sql, tenantId }: RuleContext, id: string) => {
  await sql.query(
    `select t.id from order_rule t where t.tenant_id = $2 and t.del_flag = 0
       and t.stage = (select stage from order_rule where id = $1)
     order by t.id ${keep(sql, "order_rule", "change", "t")}`,
    [id, tenantId],
  );
};

/** Rules of the stage as they run. */
const running = ({ sql, tenantId }: RuleContext, { stage }: RowOf<typeof orderRule>) =>
  sql.query<{ id: string; priority: number }>(
    `select id, priority from order_rule where tenant_id = $1 and del_flag = 0 and stage = $2
     order by priority, id`,
    [tenantId, stage],
  );

/** Changes places with the neighbour and numbers the stage 10, 20, 30 … anew (market.md 4, sort). */
const moving = (action: "raise" | "lower", by: -1 | 1) =>
  transition(orderRule, action, {
    lockFirst: lockStage,
    lock: async (c, row) => ({ ids: (await running(c, row)).map((r) => r.id) }),
    guard: ({ row, ids }) =>
      ids[ids.indexOf(row.id) + by] === undefined && (by < 0 ? "已是本阶段第一条" : "已是本阶段最后一条"),
    async effect(c, { row }) {
      // Who saves a rule asks under this lock whether its priority is free, and may have come before.
      await lockAdvisory(c.sql, "orderRules", c.tenantId);
      const ids = (await running(c, row)).map((r) => r.id);
      const at = ids.indexOf(row.id);
      ids.splice(at, 1);
      ids.splice(Math.max(at + by, 0), 0, row.id);
      await c.sql.query(
        `update order_rule t set priority = x.n * 10 from unnest($1::bigint[]) with ordinality x(id, n)
         where t.id = x.id and t.priority <> x.n * 10`,
        [ids],
      );
    },
  });

const places = [moving("raise", -1), moving("lower", 1)];

/** What exists of the codes that a condition names; `$1` is the tenant, `$2` the codes. */
const KNOWN: Partial<Record<FactName, string>> = {
  storeId: "select store_code as v from store where tenant_id = $1 and del_flag = 0 and store_code = any($2)",
  siteCode: "select site_code as v from site where tenant_id = $1 and del_flag = 0 and site_code = any($2)",
  warehouseId: "select code as v from warehouse where tenant_id = $1 and del_flag = 0 and code = any($2)",
  skuCode: "select sku_code as v from sku where tenant_id = $1 and del_flag = 0 and sku_code = any($2)",
  category: `select unnest(array[value, label]) as v from sys_dict_item
    where tenant_id = $1 and del_flag = 0 and dict_type = 'product_category'
      and (value = any($2) or label = any($2))`,
};

const FIXED: Partial<Record<FactName, (value: string) => boolean>> = {
  attribute: (v) => attributeOf(v) !== undefined,
  fulfillmentChannel: (v) => Object.hasOwn(fulfillmentChannels, v),
  orderSource: (v) => ["platform", "manual", "reship", "sample"].includes(v),
  shipCountry: (v) => /^[A-Z]{2}$/.test(v),
};

async function lost({ sql, tenantId }: RuleContext, { field, values }: Leaf) {
  const fixed = FIXED[field];
  if (fixed) return values.find((v) => !fixed(v));
  const text = KNOWN[field];
  if (!text) return undefined;
  const found = await sql.query<{ v: string }>(text, [tenantId, values]);
  return values.find((v) => !found.some((row) => row.v === v));
}

/** The condition that names something that is not there, and its place among the conditions. */
async function lostValue(c: RuleContext, tree: Tree): Promise<{ leaf: number; value: string } | undefined> {
  for (const [leaf, asked] of leavesOf(tree).entries()) {
    const value = await lost(c, asked);
    if (value !== undefined) return { leaf, value };
  }
  return undefined;
}

/** Keeps what a rule says now as its version; the rule. */
async function keepRuleVersion(c: RuleContext, id: string) {
  const row = await readWhole(c, orderRule, id);
  const { ruleName, priority, conditionText, actionText, logic, conditions, acts } = row;
  const body = { ruleName, priority, conditionText, actionText, logic, conditions, acts };
  await c.sql.query(
    `insert into order_rule_version (tenant_id, rule_id, rule_version, body, create_by)
     values ($1, $2, $3, $4, $5)`,
    [c.tenantId, id, row.ruleVersion, JSON.stringify(body), c.caller.userId],
  );
  return row;
}

/** What a rule said, newest first. */
const ruleVersions = ({ sql, tenantId }: RuleContext, id: string): Promise<SentOf<typeof orderRule>["versions"]> =>
  sql.query(
    `select v.rule_version as version, v.body->>'priority' as priority,
       v.body->>'conditionText' as "conditionText", v.body->>'actionText' as "actionText",
       v.create_time as time, u.displayname as by
     from order_rule_version v left join sys_user u on u.id = v.create_by
     where v.rule_id = $1 and v.tenant_id = $2 order by v.rule_version desc limit 50`,
    [id, tenantId],
  );

type OrderRuleRow = RowOf<typeof orderRule>;

/** The tree that the rows say. @throws Refusal 400 at the row that is wrong */
function requireTree(draft: RuleDraft, stage: RuleStage): Tree {
  try {
    return treeOf(draft.logic ?? "and", draft.conditions ?? [], stage);
  } catch (error) {
    if (error instanceof WrongRow) throw invalidAt(`conditions.${error.row}.${error.field}`, error.message);
    throw error;
  }
}

const STRATEGIES: Partial<Record<RuleStage, readonly string[]>> = {
  WAREHOUSE: ["order", "mostStock", "nearest"],
  LOGISTICS: ["order", "cheapest"],
};

/** @throws Refusal 400 when places of this stage are not chosen so */
function requireStrategy({ strategy }: RuleDraft, stage: RuleStage): void {
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
async function closedPlace({ sql, tenantId }: RuleContext, row: OrderRuleRow) {
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
