import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { formatDateTime, textOrDash } from "~/text";
import { Timeline } from "~/ui";

const STEPS = [
  ["sentTime", "下发仓库"],
  ["labelTime", "取得运单"],
  ["shipTime", "出库"],
  ["deliveredTime", "妥投"],
  ["returnedTime", "退回"],
] as const;

const TONES: Record<string, "green" | "red"> = { delivered: "green", returned: "red" };

/** 物流轨迹 of a package: what the carrier told, newest first, and when its own steps were. */
export function packageTabs({ row }: DetailProps<"package_order">): Tabbed[] {
  const events = row.trackEvents ?? [];
  const steps = STEPS.filter(([name]) => row[name]);
  if (!steps.length && !events.length) return [];
  const content = (
    <>
      {events.length > 0 && (
        <Timeline
          items={events.map((e) => ({
            time: formatDateTime(e.time),
            title: e.desc || e.status,
            text: e.location ?? undefined,
            tone: TONES[e.status],
          }))}
        />
      )}
      <PartTable
        title="各节点时间"
        head={["节点", "时间"]}
        rows={steps}
        cells={([name, label]) => [label, textOrDash(row[name])]}
      />
    </>
  );
  return [{ key: "track", label: "物流轨迹", count: events.length, content }];
}
