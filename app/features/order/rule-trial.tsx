import type { DetailProps } from "~/screens/parts";
import { rowLink } from "~/screens/row/row-link";
import { Alert } from "~/ui/alert/alert";
import { buttonClass } from "~/ui/button/button";

interface Conflict {
  ruleId: string;
  ruleName: string;
  says: string;
}

/** What keeps the rule from running, and the way to what it would make of orders, writing nothing. */
export function RuleTrial({ row }: DetailProps) {
  const conflicts = (row.conflictsWith as Conflict[] | undefined) ?? [];
  return (
    <>
      {conflicts.length > 0 && (
        <Alert tone="warning">
          {row.status === "enabled" ? "与启用的规则冲突：" : "启用后与这些规则冲突："}
          {conflicts.map(({ ruleId, ruleName, says }, i) => (
            <span key={ruleId}>
              {i > 0 && "；"}
              {rowLink("order_rule", ruleId, ruleName)}：{says}
            </span>
          ))}
        </Alert>
      )}
      <p className="bar">
        <a className={buttonClass("plain")} href={`/ordermanage/orderRule/simulate?id=${row.id}`}>
          试运行
        </a>
        <span className="hint">用最近7天的订单试一遍，不改变任何数据</span>
      </p>
    </>
  );
}
