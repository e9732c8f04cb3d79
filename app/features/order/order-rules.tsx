import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, PartRow, Tabbed } from "~/screens/parts";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatDateTime } from "~/text";

type OrderRuleRun = NonNullable<PartRow<"sales_order">["ruleRuns"]>[number];

const titleOf = ({ time, trigger, by, milliseconds }: OrderRuleRun) =>
  `${formatDateTime(time)} ${trigger}${by ? `（${by}）` : ""}，用时${milliseconds}毫秒`;

/** 规则: why the rules handled the order so, with every rule that was looked at and what kept it away. */
export function orderRuleTab({ row: { ruleRuns: runs = [] } }: DetailProps<"sales_order">): Tabbed[] {
  if (!runs.length) return [];
  const content = runs.map((run) => (
    <section key={run.id}>
      <p>结果：{stateTag("sales_order", run.outcome)}</p>
      <PartTable
        title={titleOf(run)}
        head={["阶段", "规则", "版本", "包裹", "命中", "说明"]}
        rows={run.steps}
        cells={(s) => [
          s.stage,
          rowLink("order_rule", s.ruleId, s.rule),
          s.version,
          s.packageSeq ? `包裹${s.packageSeq}` : "—",
          s.matched ? "是" : "否",
          s.said,
        ]}
      />
    </section>
  ));
  return [{ key: "rules", label: "规则", count: runs.length, content }];
}
