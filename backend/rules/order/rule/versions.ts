import { orderRule } from "#documents/order/rule/order-rule";
import { readWhole } from "../../../documents/reading/row";
import type { RuleContext } from "../../../documents/rules";

/** Keeps what a rule says now as its version; the rule. */
export async function keepRuleVersion(c: RuleContext, id: string) {
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
export const ruleVersions = ({ sql, tenantId }: RuleContext, id: string) =>
  sql.query(
    `select v.rule_version as version, v.body->>'priority' as priority,
       v.body->>'conditionText' as "conditionText", v.body->>'actionText' as "actionText",
       v.create_time as time, u.displayname as by
     from order_rule_version v left join sys_user u on u.id = v.create_by
     where v.rule_id = $1 and v.tenant_id = $2 order by v.rule_version desc limit 50`,
    [id, tenantId],
  );
