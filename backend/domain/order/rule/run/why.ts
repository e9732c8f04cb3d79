import type { Step } from "#backend/domain/order/words/rule";
import type { RuleContext } from "#backend/engine/documents";
import { type Leaf, leafSentence } from "#documents/order/rule/tree";
import { stages } from "#documents/order/rule/words";
import { attributeWord } from "../actions";

interface WhyLog {
  id: string;
  time: string;
  trigger: string;
  outcome: string;
  result: string | null;
  milliseconds: number;
  by: string | null;
  steps: Step[];
}

const TRIGGERS: Readonly<Record<string, string>> = { sync: "平台同步", manual: "手动执行" };
const MOST = 5;

const logsOf = ({ sql, tenantId }: RuleContext, orderId: string) =>
  sql.query<WhyLog>(
    `select g.id, to_char(g.run_time, 'YYYY-MM-DD HH24:MI:SS') as time, g.trigger, g.outcome,
       g.result, g.duration_ms as milliseconds, u.displayname as by, g.steps
     from order_rule_log g left join sys_user u on u.id = g.create_by
     where g.order_id = $1 and g.tenant_id = $2 order by g.id desc limit ${MOST}`,
    [orderId, tenantId],
  );

/** Names of what steps speak of: rules at their versions, warehouses, channels. */
async function namesOf({ sql }: RuleContext, steps: readonly Step[]) {
  const results = steps.flatMap((s) => (/^\d{1,18}$/.test(s.result ?? "") ? [s.result] : []));
  const rows = await sql.query<{ key: string; name: string }>(
    `select 'rule/' || id as key, rule_name as name from order_rule where id = any($1::bigint[])
     union all select 'WAREHOUSE/' || id, name from warehouse where id = any($2::bigint[])
     union all select 'LOGISTICS/' || id, name from logistics_channel where id = any($2::bigint[])
     union all select 'MERGE/' || id, no from package_order where id = any($2::bigint[])`,
    [steps.map((s) => s.ruleId), results],
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}

const worded = (leaf: Leaf): Leaf =>
  leaf.field === "attribute" ? { ...leaf, values: leaf.values.map(attributeWord) } : leaf;

/** `州属于CA` of the condition that kept a rule from matching. */
const failed = (leaf: Leaf | null) => (leaf ? `不满足：${leafSentence(worded(leaf))}` : "");

/** Why the rules handled an order so: its last runs, newest first, with every rule that was looked at. */
export async function whyOf(c: RuleContext, orderId: string) {
  const logs = await logsOf(c, orderId);
  const names = await namesOf(
    c,
    logs.flatMap((g) => g.steps),
  );
  const said = (s: Step) => {
    if (!s.matched) return failed(s.failedLeaf);
    if (!s.ok) return "命中，但没有可用的仓库或渠道";
    return names.get(`${s.stage}/${s.result}`) ?? s.result ?? "命中";
  };
  return logs.map(({ steps, trigger, ...log }) => ({
    ...log,
    trigger: TRIGGERS[trigger] ?? trigger,
    steps: steps.map((s) => ({
      stage: stages[s.stage].label,
      rule: names.get(`rule/${s.ruleId}`) ?? "已删除的规则",
      ruleId: s.ruleId,
      version: s.ruleVersion,
      packageSeq: s.packageSeq,
      matched: s.matched,
      said: said(s),
    })),
  }));
}
