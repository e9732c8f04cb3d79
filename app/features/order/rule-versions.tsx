import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { formatDateTime } from "~/text/date";
import { textOrDash } from "~/text/plain";

interface Version {
  version: number;
  priority: string;
  conditionText: string;
  actionText: string;
  time: string;
  by: string | null;
}

/** What a rule said at each of its versions, newest first. */
export function ruleVersionTab({ row }: DetailProps): Tabbed[] {
  const versions = (row.versions as Version[] | undefined) ?? [];
  if (versions.length < 2) return [];
  const content = (
    <PartTable
      title="版本"
      head={["版本", "时间", "修改人", "优先级", "条件", "动作"]}
      rows={versions}
      cells={(v) => [
        `版本${v.version}`,
        formatDateTime(v.time),
        textOrDash(v.by),
        v.priority,
        textOrDash(v.conditionText),
        textOrDash(v.actionText),
      ]}
    />
  );
  return [{ key: "versions", label: "版本", count: versions.length, content }];
}
