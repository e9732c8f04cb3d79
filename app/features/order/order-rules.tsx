import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatDateTime } from "~/text/date";

interface Step {
  stage: string;
  rule: string;
  ruleId: string;
  version: number;
  packageSeq: number | null;
  matched: boolean;
  said: string;
}

interface Run {
  id: string;
  time: string;
  trigger: string;
  outcome: string;
  by: string | null;
  milliseconds: number;
  steps: Step[];
}

const titleOf = ({ time, trigger, by, milliseconds }: Run) =>
  `${formatDateTime(time)} ${trigger}${by ? `（${by}）` : ""}，用时${milliseconds}毫秒`;

/** 规则: why the rules handled the order so, with every rule that was looked at and what kept it away. */
export function orderRuleTab({ row }: DetailProps): Tabbed[] {
  const runs = (row.ruleRuns as Run[] | undefined) ?? [];
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
