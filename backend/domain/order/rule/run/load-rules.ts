import type { Rule, RuleAction } from "#backend/domain/order/words/rule";
import type { RuleContext } from "#backend/engine/documents";
import { type Tree, type TreeRow, treeOf } from "#documents/order/rule/tree";
import type { Act, RuleStage, Strategy } from "#documents/order/rule/words";
import { attributeOf, priorityOf } from "../actions";

type LoadRulePlace = Pick<RuleContext, "sql" | "tenantId">;

interface LoadRuleRow {
  id: string;
  name: string;
  version: number;
  stage: RuleStage;
  priority: number;
  enabled: boolean;
  storeIds: string[];
  from: string | null;
  to: string | null;
  stop: boolean;
  strategy: Strategy;
  logic: string;
  conditions: TreeRow[];
  acts: (Omit<RuleAction, "act"> & { act: Act })[];
}

const TEXT = `
  select t.id, t.rule_name as name, t.rule_version as version, t.stage, t.priority,
    t.status = 'enabled' as enabled, coalesce(t.store_ids, '{}')::text[] as "storeIds",
    to_char(t.effective_from, 'YYYY-MM-DD HH24:MI:SS') as "from",
    to_char(t.effective_to, 'YYYY-MM-DD HH24:MI:SS') as "to",
    coalesce(t.stop_stage, false) as stop, coalesce(t.strategy, 'order') as strategy, t.logic,
    coalesce((select jsonb_agg(jsonb_build_object('level', c.level, 'fact', c.fact, 'op', c.op,
        'value', c.value) order by c.line_no, c.id)
      from order_rule_condition c where c.order_rule_id = t.id and c.del_flag = 0), '[]') as conditions,
    coalesce((select jsonb_agg(jsonb_build_object('act', a.act, 'value', nullif(trim(a.value), ''),
        'target', coalesce(a.warehouse_id, a.logistics_channel_id, a.user_id)::text)
        order by a.line_no, a.id)
      from order_rule_action a where a.order_rule_id = t.id and a.del_flag = 0), '[]') as acts
  from order_rule t
  where t.tenant_id = $1 and t.del_flag = 0 and (t.status = 'enabled' or t.id = $2)
  order by t.stage_no, t.priority, t.id`;

/** Codes of categories by their words. */
const categoriesOf = async ({ sql, tenantId }: LoadRulePlace) =>
  new Map(
    (
      await sql.query<{ value: string; label: string }>(
        `select value, label from sys_dict_item
         where tenant_id = $1 and dict_type = 'product_category' and del_flag = 0`,
        [tenantId],
      )
    ).map(({ value, label }) => [label, value]),
  );

/** A tree whose conditions name by codes what people may have named by words. */
function coded(tree: Tree, categories: ReadonlyMap<string, string>): Tree {
  const code = (field: string, value: string) => {
    if (field === "attribute") return attributeOf(value) ?? value;
    return (field === "category" && categories.get(value)) || value;
  };
  return {
    logic: tree.logic,
    items: tree.items.map((item) =>
      "items" in item ? coded(item, categories) : { ...item, values: item.values.map((v) => code(item.field, v)) },
    ),
  };
}

function actionOf({ act, value, target }: RuleAction): RuleAction {
  const named = value ?? "";
  if (act === "SPLIT_ATTRIBUTE") return { act, target, value: attributeOf(named) ?? value };
  if (act === "SET_PRIORITY") return { act, target, value: priorityOf(named) ?? value };
  return { act, target, value };
}

/** Rules that are switched on; `also`: one more, whatever its state, that is tried. */
export async function loadRules(c: LoadRulePlace, also: string | null = null): Promise<Rule[]> {
  const [rows, categories] = [await c.sql.query<LoadRuleRow>(TEXT, [c.tenantId, also]), await categoriesOf(c)];
  return rows.map(({ logic, conditions, acts, ...rule }) => ({
    ...rule,
    enabled: rule.enabled || rule.id === also,
    tree: coded(treeOf(logic, conditions, rule.stage), categories),
    actions: acts.map(actionOf),
  }));
}
