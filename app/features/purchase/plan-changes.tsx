import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps } from "~/screens/parts";
import { textOrDash } from "~/text/plain";

/** 改期记录: what stood there before, what now, and why. */
export function PlanChanges({ row }: DetailProps) {
  const changes = (row.changes as Record<string, unknown>[] | undefined) ?? [];
  if (!changes.length) return null;
  return (
    <PartTable
      title="改期记录"
      head={["行", "SKU", "原交期", "新交期", "原数量", "新数量", "原因", "改期人", "时间"]}
      rows={changes}
      cells={(c) =>
        [
          c.planLineNo,
          c.skuCode,
          c.oldDate,
          c.newDate,
          c.oldQty,
          c.newQty,
          c.reason,
          c.changedBy,
          c.changedAt,
        ].map(textOrDash)
      }
    />
  );
}
