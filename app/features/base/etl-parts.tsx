import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps } from "~/screens/parts";
import { plainText } from "~/text/plain";
import { Card } from "~/ui/card/card";
import { MoreStyles } from "~/ui/more/more";

/** The next times of a task's schedule. */
export function EtlTaskParts({ row }: DetailProps) {
  const times = (row.nextTimes as string[] | undefined) ?? [];
  if (!times.length || row.status !== "enabled") return null;
  return (
    <PartTable
      title="接下来五次运行"
      head={["次序", "北京时间"]}
      rows={times.map((time, i) => ({ time, nth: `第${i + 1}次` }))}
      cells={({ time, nth }) => [nth, time]}
    />
  );
}

/** Figures of a run as the engine named them, and its log. */
export function EtlRunParts({ row }: DetailProps) {
  const metrics = Object.entries((row.metrics as Record<string, unknown> | null) ?? {});
  const log = plainText(row.log);
  return (
    <>
      <MoreStyles />
      {metrics.length > 0 && (
        <PartTable
          title="指标"
          head={["名称", "值"]}
          rows={metrics}
          cells={([name, value]) => [
            name,
            typeof value === "object" ? JSON.stringify(value) : String(value),
          ]}
        />
      )}
      <Card title="日志">
        {log ? <pre className="pre">{log}</pre> : <p className="hint">还没有日志</p>}
      </Card>
    </>
  );
}
