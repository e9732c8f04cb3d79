import { z } from "zod";
import { endStates, type JobState, jobStates, triggers } from "#documents/base/etl/run";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps } from "~/screens/parts";
import { plainText } from "~/text";
import { Card, MoreStyles, Tag } from "~/ui";
import { Live } from "~/ui/live/live";

const text = z.string().nullable().catch(null);
const state = z.custom<JobState>((word) => typeof word === "string" && word in jobStates).catch("UNKNOWABLE");
const trigger = z.custom<keyof typeof triggers>((word) => typeof word === "string" && word in triggers).catch("manual");
const runSchema = z.object({
  id: z.string(),
  runNo: z.string(),
  status: state,
  trigger,
  start: text,
  sec: z.number().nullable().catch(null),
  read: text,
  written: text,
  error: text,
});
const runsSchema = z.array(runSchema).catch([]);
const timesSchema = z.array(z.string()).catch([]);
const metricsSchema = z.record(z.string(), z.unknown()).catch({});

const isLive = (status: z.infer<typeof state>) => !endStates.includes(status);

function Runs({ row, url }: Pick<DetailProps, "row" | "url">) {
  const runs = runsSchema.parse(row.lastRuns);
  const all = `/baseSetup/seaTunnelTask/runs?taskId=${row.id}`;
  return (
    <>
      <Live on={runs.some((run) => isLive(run.status))} url={url}>
        任务正在运行
      </Live>
      {runs.length === 0 ? (
        <Card title="最近运行">
          <p className="hint">还没有运行过，可点“运行”或启用调度</p>
        </Card>
      ) : (
        <PartTable
          title="最近运行"
          head={["运行号", "作业状态", "触发", "开始", "耗时（秒）", "读行", "写行", "错误信息"]}
          rows={runs}
          numbers={[4, 5, 6]}
          cells={(run) => [
            <a key="no" href={`/baseSetup/seaTunnelTask/run?id=${run.id}`}>
              {run.runNo}
            </a>,
            <Tag key="state" tone={jobStates[run.status].tone}>
              {jobStates[run.status].label}
            </Tag>,
            triggers[run.trigger].label,
            run.start ?? "—",
            run.sec ?? "—",
            run.read ?? "—",
            run.written ?? "—",
            run.error ?? "—",
          ]}
        />
      )}
      <p>
        <a href={all}>全部运行记录</a>
      </p>
    </>
  );
}

/** What a task did last, and when it runs next. */
export function EtlTaskParts({ row, url }: DetailProps) {
  const times = row.status === "enabled" ? timesSchema.parse(row.nextTimes) : [];
  return (
    <>
      <Runs row={row} url={url} />
      {times.length > 0 && (
        <PartTable
          title="接下来五次运行"
          head={["次序", "北京时间"]}
          rows={times.map((time, i) => ({ time, nth: `第${i + 1}次` }))}
          cells={({ time, nth }) => [nth, time]}
        />
      )}
    </>
  );
}

/** Figures of a run as the engine named them, and its log. */
export function EtlRunParts({ row, url }: DetailProps) {
  const metrics = Object.entries(metricsSchema.parse(row.metrics));
  const log = plainText(row.log);
  const live = isLive(state.parse(row.jobStatus));
  return (
    <>
      <MoreStyles />
      <Live on={live} url={url}>
        正在运行
      </Live>
      {metrics.length > 0 && (
        <PartTable
          title="指标"
          head={["名称", "值"]}
          rows={metrics}
          cells={([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : String(value)]}
        />
      )}
      <Card title="日志">
        {log ? (
          <pre className="pre code">{log}</pre>
        ) : (
          <p className="hint">{live ? "运行结束后显示" : "引擎没有留下日志"}</p>
        )}
      </Card>
    </>
  );
}
