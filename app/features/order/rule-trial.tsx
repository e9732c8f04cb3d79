import type { DetailProps } from "~/screens/parts";
import { buttonClass } from "~/ui/button/button";

/** Leads to what the rule would make of orders, without writing anything. */
export const RuleTrial = ({ row }: DetailProps) => (
  <p className="bar">
    <a className={buttonClass("plain")} href={`/ordermanage/orderRule/simulate?id=${row.id}`}>
      试运行
    </a>
    <span className="hint">用最近7天的订单试一遍，不改变任何数据</span>
  </p>
);
